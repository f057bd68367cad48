import type { DiaDeVendas } from '@prumo/contract/analises.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { Card } from '#ui/card.tsx';
import { FiguresTable } from '#ui/table/figures-table.tsx';
import { AnaliseGrafico } from './analise-grafico.tsx';
import { dayWriterOf } from './analise-words.ts';

interface AnaliseDiasProps {
  dias: readonly DiaDeVendas[];
  /** Empty when the previous period is not known. */
  antes: readonly DiaDeVendas[];
  /** The label of the previous period. Without it the charts have no legend. */
  anterior: string | undefined;
}

/** Sales per day beside the previous period, as charts and as a table for screen readers and exact figures. */
export function AnaliseDias({ dias, antes, anterior }: AnaliseDiasProps) {
  const hasBefore = antes.length > 0;
  const writeDay = dayWriterOf(dias);
  return (
    <Card title="Vendas por dia">
      <div className="grid gap-5 lg:grid-cols-2">
        <AnaliseGrafico
          title="Faturamento"
          dias={dias}
          antes={antes}
          anterior={anterior}
          of={({ total }) => total}
          write={formatMoney}
        />
        <AnaliseGrafico
          title="Pedidos"
          dias={dias}
          antes={antes}
          anterior={anterior}
          of={({ pedidos }) => String(pedidos)}
          isWhole
          write={(value) => formatInteger(Number(value))}
        />
      </div>
      <FiguresTable
        label="Vendas por dia, em tabela"
        headers={['Dia', 'Faturamento', 'Pedidos', ...(hasBefore ? ['Antes', 'Pedidos antes'] : [])]}
        rows={dias.map(({ dia, total, pedidos }, n) => [
          writeDay(dia),
          formatMoney(total),
          formatInteger(pedidos),
          ...(hasBefore ? [formatMoney(antes[n]?.total ?? '0'), formatInteger(antes[n]?.pedidos ?? 0)] : []),
        ])}
        current={3}
      />
    </Card>
  );
}
