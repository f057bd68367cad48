import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { FailureState } from '#ui/failure-state.tsx';
import { BodyRows } from './body-rows.tsx';
import type { Column } from './column.ts';
import { useCutHint } from './cut-hint.tsx';
import { Frame } from './frame.tsx';
import { HeadCell } from './head-cell.tsx';
import { type Layout, PLAIN } from './layout.ts';
import { type PageInfo, Pager } from './pager.tsx';
import { partsOf } from './parts.ts';
import { PickBox } from './pick-box.tsx';
import type { Picking, RowActs } from './picking.ts';
import type { OnResize } from './resize-handle.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

/** What a list adds to the plain table. */
export interface TableView<Row> {
  layout: Layout;
  onResize: OnResize;
  /** What the keyboard does with a row. */
  acts?: RowActs<Row>;
  picking?: Picking;
  /** Floats over the last rows while rows are picked. */
  bar?: ReactNode;
  /** A line beside the position of the page. */
  note?: ReactNode;
}

interface DataTableProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  /** Identifies the page, the order and the search. */
  of: string;
  page: (PageInfo & { itens: Row[] }) | undefined;
  /** True while the visible rows belong to another page or search and the right ones are loading. */
  stale: boolean;
  failure: { message: string; retry: () => void } | undefined;
  ordem: string | undefined;
  /** The number of rows of a page. Undefined where the person cannot choose it. */
  limite: number | undefined;
  /** `nome` sorts ascending, `-nome` descending. */
  go: (change: {
    ordem?: Sort | `-${Sort}` | undefined;
    cursor?: string | undefined;
    limite?: number | undefined;
  }) => void;
  empty: ReactNode;
  view?: TableView<Row>;
}

export function DataTable<Row extends { id: string }, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { columns, of, page, stale, failure, ordem, limite, go, empty, view } = props;
  const { densidade, segunda_linha, colunas } = view?.layout ?? PLAIN;
  const picking = view?.picking;
  const scroller = useRef<HTMLDivElement>(null);
  const from = page?.de;
  const parts = partsOf(columns, colunas);
  const { hint, handlers } = useCutHint();
  // The code of the handles loads when they can be used.
  const [nearHead, setNearHead] = useState(false);

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
      <div
        ref={scroller}
        className={cn(
          'relative min-h-0 grow overflow-y-auto max-xl:overflow-x-hidden',
          view ? 'xl:overflow-x-auto' : 'xl:overflow-x-hidden',
        )}
        {...handlers}
      >
        <table
          aria-busy={stale || !page}
          aria-rowcount={page ? (page.total ?? page.itens.length) + 1 : undefined}
          data-linhas={segunda_linha ? 'duas' : 'uma'}
          style={view && { ['--min' as string]: `${minWidth(parts)}px` }}
          className={cn(
            'group/table w-full table-fixed border-separate border-spacing-0 text-control',
            view && 'xl:min-w-(--min)',
          )}
        >
          <thead onPointerEnter={() => setNearHead(true)} onFocus={() => setNearHead(true)}>
            <tr>
              {parts.map((part) => (
                <HeadCell
                  key={part.column.header}
                  part={part}
                  ordem={ordem}
                  go={go}
                  onResize={nearHead ? view?.onResize : undefined}
                  box={
                    part === parts[0] &&
                    page &&
                    picking && (
                      <PickBox
                        label="Selecionar esta página"
                        state={picking.locked ? 'none' : picking.page}
                        disabled={picking.locked || page.itens.length === 0}
                        narrow={picking.shown}
                        onPick={(on) =>
                          picking.pick(
                            page.itens.map(({ id }) => id),
                            on,
                          )
                        }
                      />
                    )
                  }
                />
              ))}
            </tr>
          </thead>
          {page ? (
            <BodyRows
              page={page}
              parts={parts}
              densidade={densidade}
              faded={stale}
              picking={picking}
              acts={view?.acts}
            />
          ) : (
            <SkeletonRows parts={parts} densidade={densidade} />
          )}
        </table>
        {page?.itens.length === 0 && !page.parcial && empty}
        {/* The last row can be scrolled out from under the bar. */}
        {view?.bar && <div className="h-16" />}
      </div>
      {view?.bar && (
        <div className="pointer-events-none z-20 flex justify-center max-md:fixed print:hidden max-md:inset-x-2 max-md:bottom-2 md:absolute md:inset-x-4 md:bottom-14 [&>*]:pointer-events-auto">
          {view.bar}
        </div>
      )}
      {hint}
      {page?.parcial && <Partial found={page.itens.length > 0} />}
      {page ? (
        page.itens.length > 0 && (
          <Pager
            page={page}
            rows={page.itens.length}
            onGo={(cursor) => go({ cursor })}
            size={
              limite === undefined
                ? undefined
                : { limite, onChoose: (rows) => go({ limite: rows, cursor: undefined }) }
            }
            note={view?.note}
          />
        )
      ) : (
        <p role="status" className="flex h-10 shrink-0 items-center border-t bg-bg px-3 text-meta text-muted">
          Carregando...
        </p>
      )}
    </Frame>
  );
}

/** The width that the column without one needs at least. */
const REST = 132;

const minWidth = (parts: readonly { width: number | undefined }[]) =>
  parts.reduce((sum, { width = REST }) => sum + width, 0);

function Partial({ found }: { found: boolean }) {
  return (
    <p role="status" className="shrink-0 border-t bg-warn px-3 py-2 text-meta text-warn-fg">
      {found
        ? 'Há mais resultados do que a busca lê de uma vez: podem faltar alguns.'
        : 'Nada foi encontrado na parte da lista que a busca leu.'}{' '}
      Escreva mais letras ou use outro filtro.
    </p>
  );
}
