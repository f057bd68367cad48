import type { DiaDeVendas } from '@prumo/contract/analises.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { Card } from '#ui/card.tsx';
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
      <details className="text-control">
        <summary className="w-fit cursor-pointer rounded-small text-muted hover:text-fg">
          Ver em tabela
        </summary>
        <section
          aria-label="Vendas por dia, em tabela"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          tabIndex={0}
          className="mt-3 max-h-80 overflow-auto rounded-control border"
        >
          <table className="w-full border-separate border-spacing-0 whitespace-nowrap text-right tabular-nums">
            <thead>
              <tr>
                {['Dia', 'Faturamento', 'Pedidos', ...(hasBefore ? ['Antes', 'Pedidos antes'] : [])].map(
                  (header) => (
                    <th
                      key={header}
                      scope="col"
                      className="sticky top-0 border-b bg-bg px-3 py-1.5 font-medium text-meta text-muted first:text-left"
                    >
                      {header}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {dias.map(({ dia, total, pedidos }, n) => (
                <tr key={dia}>
                  <th scope="row" className="px-3 py-1 text-left font-normal">
                    {writeDay(dia)}
                  </th>
                  <td className="px-3 py-1">{formatMoney(total)}</td>
                  <td className="px-3 py-1">{formatInteger(pedidos)}</td>
                  {hasBefore && (
                    <>
                      <td className="px-3 py-1 text-muted">{formatMoney(antes[n]?.total ?? '0')}</td>
                      <td className="px-3 py-1 text-muted">{formatInteger(antes[n]?.pedidos ?? 0)}</td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </Card>
  );
}
