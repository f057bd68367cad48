import type { DiaDeVendas } from '@prumo/contract/analises.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { FiguresTable } from '#ui/table/figures-table.tsx';
import { tickDay } from './vendas-words.ts';

/** The figures of the chart beside those of the 30 days before, if these are known. */
export function VendasTable({
  dias,
  antes,
}: {
  dias: readonly DiaDeVendas[];
  antes: readonly DiaDeVendas[];
}) {
  const hasBefore = antes.length > 0;
  return (
    <FiguresTable
      label="Vendas por dia, em tabela"
      headers={['Dia', 'Vendas', 'Pedidos', ...(hasBefore ? ['30 dias antes'] : [])]}
      rows={dias.map(({ dia, total, pedidos }, n) => [
        tickDay(dia),
        formatMoney(total),
        formatInteger(pedidos),
        ...(hasBefore ? [formatMoney(antes[n]?.total ?? '0')] : []),
      ])}
      current={3}
    />
  );
}
