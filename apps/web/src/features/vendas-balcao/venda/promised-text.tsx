import type { Prometidas } from '@prumo/contract/vendas-balcao.ts';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';

interface PromisedTextProps {
  prometidas: Prometidas['prometidas'];
  total: string | undefined;
}

/** Names what is promised, and what happens to the pedidos. */
export const PromisedText = ({ prometidas, total }: PromisedTextProps) => (
  <>
    {prometidas.map(({ produto_id, nome, quantidade, saldo, reservado }) => (
      <span key={produto_id} className="block">
        {nome}: o depósito tem {formatQuantity(saldo)}, pedidos de marketplace esperam por{' '}
        {formatQuantity(reservado)}. Esta venda leva {formatQuantity(quantidade)} que já{' '}
        {quantidade === '1.00' ? 'foi prometida' : 'foram prometidas'}.
      </span>
    ))}
    <span className="mt-2 block">
      Se vender assim mesmo{total && ` por ${formatMoney(total)}`}, faltará peça para esses pedidos: será
      preciso repor a tempo ou cancelar, o que pesa na sua reputação.
    </span>
  </>
);
