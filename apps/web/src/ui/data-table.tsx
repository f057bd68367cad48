import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { ACTIONS, type Column } from './column.ts';
import { FailureState } from './failure-state.tsx';
import { type PageInfo, Pager } from './pager.tsx';
import { TableRows } from './table-rows.tsx';

interface DataTableProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  /** Identifies the page, the order and the search. */
  of: string;
  page: (PageInfo & { itens: Row[] }) | undefined;
  /** True while the visible rows belong to another page or search and the right ones are loading. */
  stale: boolean;
  failure: { message: string; retry: () => void } | undefined;
  ordem: string | undefined;
  /** `nome` sorts ascending, `-nome` descending. */
  go: (change: { ordem?: Sort | `-${Sort}` | undefined; cursor?: string | undefined }) => void;
  empty: ReactNode;
}

export function DataTable<Row extends { id: string }, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { columns, of, page, stale, failure, ordem, go, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const from = page?.de;

  // A new page, order or search scrolls to its first row. A refresh of the same page keeps the scroll position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they trigger the effect but are not used in it
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [from, of]);

  if (failure) {
    return (
      <Frame>
        <FailureState message={failure.message} onRetry={failure.retry} />
      </Frame>
    );
  }
  return (
    <Frame>
      <div ref={scroller} className="relative min-h-0 grow overflow-y-auto overflow-x-hidden">
        <table
          aria-busy={stale || !page}
          aria-rowcount={page ? (page.total ?? page.itens.length) + 1 : undefined}
          className="w-full table-fixed border-separate border-spacing-0 text-control"
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.header} column={column} ordem={ordem} go={go} />
              ))}
            </tr>
          </thead>
          {page ? (
            <TableRows page={page} columns={columns} scroller={scroller} faded={stale} />
          ) : (
            <SkeletonRows columns={columns} />
          )}
        </table>
        {page?.itens.length === 0 && !page.parcial && empty}
      </div>
      {page?.parcial && (
        <p role="status" className="shrink-0 border-t bg-warn px-3 py-2 text-meta text-warn-fg">
          {page.itens.length > 0
            ? 'Há mais resultados do que a busca lê de uma vez: podem faltar alguns.'
            : 'Nada foi encontrado na parte da lista que a busca leu.'}{' '}
          Escreva mais letras ou use outro filtro.
        </p>
      )}
      {page ? (
        page.itens.length > 0 && (
          <Pager page={page} rows={page.itens.length} onGo={(cursor) => go({ cursor })} />
        )
      ) : (
        <p role="status" className="flex h-11 shrink-0 items-center border-t bg-bg px-3 text-meta text-muted">
          Carregando...
        </p>
      )}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const hasFocus = useRef(false);

  // A row or button that disappears together with the focus leaves it to the heading of the page.
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) document.querySelector('h1')?.focus();
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of the elements inside
    <div
      className="flex min-h-64 flex-col overflow-hidden rounded-card border bg-surface"
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {children}
    </div>
  );
}

interface HeadCellProps<Row, Sort extends string> extends Pick<DataTableProps<Row, Sort>, 'ordem' | 'go'> {
  column: Column<Row, Sort>;
}

/**
 * The first press sorts ascending, the second descending, and the third restores the list's default order.
 */
function HeadCell<Row, Sort extends string>({ column, ordem, go }: HeadCellProps<Row, Sort>) {
  const { header, sort, className } = column;
  const look = cn(
    'sticky top-0 z-10 h-9 border-b bg-bg px-3 base:text-left font-medium text-meta text-muted first:pl-3.5 last:pr-3.5',
    className,
    header === ACTIONS && 'print:hidden',
  );
  if (!sort) {
    return (
      <th scope="col" className={look}>
        {header}
      </th>
    );
  }
  const direction = ordem === sort ? 'ascending' : ordem === `-${sort}` ? 'descending' : 'none';
  const next = { none: sort, ascending: `-${sort}` as const, descending: undefined }[direction];
  const Arrow = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown }[direction];
  return (
    <th scope="col" aria-sort={direction} className={look}>
      <button
        type="button"
        className="-ml-1.5 inline-flex h-6 items-center gap-1 rounded-small px-1.5 hover:bg-subtle hover:text-fg"
        onClick={() => go({ ordem: next, cursor: undefined })}
      >
        {header}
        <Arrow aria-hidden className={cn('size-3.5', direction === 'none' ? 'text-faint' : 'text-fg')} />
      </button>
    </th>
  );
}

const SKELETON = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-1/2'];

function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tbody aria-hidden>
      {SKELETON.map((width, row) => (
        <tr key={width + String(row)} className="h-11">
          {columns.map((column, index) => (
            <td
              key={column.header}
              className={cn('border-b px-3 first:pl-3.5 last:pr-3.5', column.className)}
            >
              <div className={cn('skeleton h-3.5', index === 0 ? width : 'w-8')} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
