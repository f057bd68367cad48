import type { DiaDeVendas } from '@prumo/contract/analises.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { tickDay } from './vendas-words.ts';

/** The figures of the chart, for screen readers and for exact numbers. */
export function VendasTable({
  dias,
  antes,
}: {
  dias: readonly DiaDeVendas[];
  antes: readonly DiaDeVendas[];
}) {
  const headers = ['Dia', 'Vendas', 'Pedidos', ...(antes.length > 0 ? ['30 dias antes'] : [])];
  return (
    <details className="text-control">
      <summary className="w-fit cursor-pointer rounded-small text-meta text-muted hover:text-fg">
        Ver em tabela
      </summary>
      <section
        aria-label="Vendas por dia, em tabela"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="mt-2 max-h-60 overflow-auto rounded-control border"
      >
        <table className="w-full border-separate border-spacing-0 whitespace-nowrap text-right text-meta">
          <thead>
            <tr>
              {headers.map((header) => (
                <th
                  key={header}
                  scope="col"
                  className="sticky top-0 border-b bg-bg px-3 py-1.5 font-medium text-muted first:text-left"
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dias.map(({ dia, total, pedidos }, n) => (
              <tr key={dia}>
                <th scope="row" className="px-3 py-1 text-left font-normal">
                  {tickDay(dia)}
                </th>
                <td className="px-3 py-1">{formatMoney(total)}</td>
                <td className="px-3 py-1">{formatInteger(pedidos)}</td>
                {antes.length > 0 && (
                  <td className="px-3 py-1 text-muted">{formatMoney(antes[n]?.total ?? '0')}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
