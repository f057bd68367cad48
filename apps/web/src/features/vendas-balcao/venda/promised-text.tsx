import type { Prometidas } from '@prumo/contract/vendas-balcao.ts';
import { formatQuantity } from '#lib/numbers/format.ts';

interface PromisedTextProps {
  prometidas: Prometidas['prometidas'];
  /** What the person would do all the same. */
  act: string;
}

/** Names what is promised, and what happens to the pedidos. */
export const PromisedText = ({ prometidas, act }: PromisedTextProps) => (
  <>
    {prometidas.map(({ produto_id, nome, quantidade, saldo, reservado }) => (
      <span key={produto_id} className="block">
        {nome}: o depósito tem {formatQuantity(saldo)}, pedidos de marketplace esperam por{' '}
        {formatQuantity(reservado)}. Esta venda leva {formatQuantity(quantidade)} que já{' '}
        {quantidade === '1.00' ? 'foi prometida' : 'foram prometidas'}.
      </span>
    ))}
    <span className="mt-2 block">
      Se {act} assim mesmo, faltará peça para esses pedidos: será preciso repor a tempo ou cancelar, o que
      pesa na sua reputação.
    </span>
  </>
);
