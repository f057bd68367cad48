import { useVirtualizer } from '@tanstack/react-virtual';
import { BodyRow, rowsLook } from './all-rows.tsx';
import type { TableRowsProps } from './column.ts';

const ROW_HEIGHT = 44;

/** Renders only the rows near the viewport. Spacer rows take the height of the others. */
export function WindowedRows<Row extends { id: string }>({
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
    <tbody className={rowsLook(faded)}>
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
