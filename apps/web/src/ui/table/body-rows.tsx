import { cn } from '#lib/class-names.ts';
import { ACTIONS } from './column.ts';
import type { Densidade } from './layout.ts';
import type { Part } from './parts.ts';
import { PickBox } from './pick-box.tsx';
import type { Picking, RowActs } from './picking.ts';
import { useRowKeys } from './row-keys.ts';

interface BodyRowsProps<Row> {
  page: { de: number; itens: Row[] };
  parts: readonly Part<Row>[];
  densidade: Densidade;
  /** True while the visible rows belong to another page or search. */
  faded: boolean;
  picking: Picking | undefined;
  acts: RowActs<Row> | undefined;
}

/**
 * Every row of the page is in the document, so that the browser's own search finds it. A page of a list has at most 100
 * rows, a page of the tree of categorias at most 525.
 */
export function BodyRows<Row extends { id: string }>(props: BodyRowsProps<Row>) {
  const { page, parts, densidade, faded, picking, acts } = props;
  const keys = useRowKeys({ rows: page.itens, picking, acts });
  return (
    <tbody className={cn('transition-opacity', faded && 'opacity-60')} {...(acts && keys.body)}>
      {page.itens.map((row, index) => {
        const isPicked = picking?.isPicked(row.id) ?? false;
        const box = picking && acts && (
          <PickBox
            label={`Selecionar ${acts.nameOf(row)}`}
            state={isPicked && !picking.locked ? 'all' : 'none'}
            disabled={picking.locked}
            narrow={picking.shown}
            onPick={(on, shift) => keys.toggle(row.id, on, shift)}
          />
        );
        return (
          <tr
            key={row.id}
            data-id={row.id}
            aria-rowindex={page.de + index + 1}
            {...(acts && {
              tabIndex: keys.reachable === row.id ? 0 : -1,
              onFocus: () => keys.onFocusRow(row.id),
            })}
            className={cn(
              'group/row hover:bg-subtle/50 focus-visible:-outline-offset-2',
              ROW_HEIGHT[densidade],
              isPicked && !picking?.locked && 'bg-chosen',
            )}
          >
            {parts.map(({ column }, at) => (
              <td
                key={column.header}
                className={cn(
                  cellLook,
                  CELL_SPACE[densidade],
                  column.className,
                  column.header === ACTIONS && 'print:hidden',
                )}
              >
                {at === 0 && box ? (
                  <div className="flex items-center gap-3">
                    {box}
                    <div className="min-w-0 flex-1">{column.cell(row)}</div>
                  </div>
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

/** Fingers need 44 px, so narrow screens have only the comfortable height. */
export const ROW_HEIGHT: Readonly<Record<Densidade, string>> = {
  confortavel: 'h-11',
  compacta: 'max-md:h-11 md:h-9',
};

const CELL_SPACE: Readonly<Record<Densidade, string>> = {
  confortavel: 'py-1',
  compacta: 'max-md:py-1 md:py-px',
};

export const cellLook = 'border-b px-3 first:pl-3.5 last:pr-3.5';
