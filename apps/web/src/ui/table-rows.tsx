import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { cn } from '#lib/class-names.ts';
import type { Column } from './column.ts';

const ROW_HEIGHT = 44;

interface TableRowsProps<Row> {
  page: { de: number; itens: Row[] };
  columns: readonly Column<Row>[];
  scroller: RefObject<HTMLDivElement | null>;
  faded: boolean;
}

/** Renders only the rows near the viewport. Spacer rows take the height of the others. */
export function TableRows<Row extends { id: string }>({
  page,
  columns,
  scroller,
  faded,
}: TableRowsProps<Row>) {
  // The compiler would memoise the virtualizer's result, which changes without changing identity.
  'use no memo';
  const virtual = useVirtualizer({
    count: page.itens.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 15,
    initialRect: { width: 0, height: 900 },
  });
  const shown = virtual.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <tbody className={cn('transition-opacity', faded && 'opacity-60')}>
      <Spacer height={before} />
      {shown.map(({ index }) => {
        const row = page.itens[index];
        return (
          row && (
            <BodyRow
              key={row.id}
              row={row}
              columns={columns}
              index={index}
              position={page.de + index + 1}
              measure={virtual.measureElement}
            />
          )
        );
      })}
      <Spacer height={after} />
    </tbody>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden style={{ height }}>
      <td />
    </tr>
  );
}

interface BodyRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  index: number;
  position: number;
  measure: (element: HTMLTableRowElement | null) => void;
}

function BodyRow<Row>({ row, columns, index, position, measure }: BodyRowProps<Row>) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={position} className="h-11 hover:bg-subtle/50">
      {columns.map((column) => (
        <td
          key={column.header}
          className={cn('border-b px-3 py-1 first:pl-3.5 last:pr-3.5', column.className)}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
