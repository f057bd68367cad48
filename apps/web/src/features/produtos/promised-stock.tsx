import { movimentos } from '@prumo/contract/movimentos.ts';
import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { disponibilidadeText } from '#records/stock/disponibilidade.tsx';
import { Tooltip } from '#ui/tooltip.tsx';

/**
 * The stock of a produto of which sales promise something. Its hint has the three numbers of each deposito, which are
 * read when the pointer comes near. A screen reader hears those of the whole produto.
 */
export function PromisedStock({ produto }: { produto: ProdutoListado }) {
  const { id, estoque_inicial: saldo, reservado, disponivel } = produto;
  const [near, setNear] = useState(false);
  const { data } = useQuery({
    ...queryOf(movimentos.saldos, { params: { id }, query: {} }),
    enabled: near,
    staleTime: 0,
  });
  const whole = disponibilidadeText({ saldo, reservado, disponivel });
  const places = data?.itens.map(
    (item) => `${item.nome}: ${disponibilidadeText({ ...item, saldo: item.quantidade })}`,
  );
  return (
    <Tooltip text={places?.join('\n') || whole}>
      <span onPointerEnter={() => setNear(true)}>
        <span aria-hidden className="underline decoration-dotted underline-offset-4">
          {formatQuantity(saldo)}
        </span>
        <span className="sr-only">{whole}</span>
      </span>
    </Tooltip>
  );
}
