import { cn } from '#lib/class-names.ts';
import { ACTIONS, type Column, type TableRowsProps } from './column.ts';

export function AllRows<Row extends { id: string }>({ page, columns, faded }: TableRowsProps<Row>) {
  return (
    <tbody className={rowsLook(faded)}>
      {page.itens.map((row, index) => (
        <BodyRow key={row.id} row={row} columns={columns} index={index} position={page.de + index + 1} />
      ))}
    </tbody>
  );
}

export const rowsLook = (faded: boolean) => cn('transition-opacity', faded && 'opacity-60');

interface BodyRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  index: number;
  position: number;
  measure?: ((element: HTMLTableRowElement | null) => void) | undefined;
}

export function BodyRow<Row>({ row, columns, index, position, measure }: BodyRowProps<Row>) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={position} className="h-11 hover:bg-subtle/50">
      {columns.map((column) => (
        <td
          key={column.header}
          className={cn(
            'border-b px-3 py-1 first:pl-3.5 last:pr-3.5',
            column.className,
            column.header === ACTIONS && 'print:hidden',
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
