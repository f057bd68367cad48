interface FiguresTableProps {
  label: string;
  headers: readonly string[];
  /** Each row starts with its header. */
  rows: readonly (readonly [string, ...string[]])[];
  /** The number of columns, from the left, that are about the shown period. The others are muted. */
  current: number;
}

/** The figures of a chart behind "Ver em tabela", for screen readers and for exact numbers. */
export function FiguresTable({ label, headers, rows, current }: FiguresTableProps) {
  return (
    <details className="text-control">
      <summary className="w-fit cursor-pointer rounded-small text-meta text-muted hover:text-fg">
        Ver em tabela
      </summary>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="mt-2 max-h-60 overflow-auto rounded-control border"
      >
        <table className="w-full border-separate border-spacing-0 whitespace-nowrap text-right text-meta tabular-nums">
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
            {rows.map(([head, ...cells]) => (
              <tr key={head}>
                <th scope="row" className="px-3 py-1 text-left font-normal">
                  {head}
                </th>
                {cells.map((cell, n) => (
                  <td key={headers[n + 1]} className={n + 1 < current ? 'px-3 py-1' : 'px-3 py-1 text-muted'}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
