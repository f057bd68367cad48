import type { ReactNode, RefObject } from 'react';

export interface Column<Row, Sort extends string = string> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The sort key of the server. */
  sort?: Sort;
  /** Width, alignment, or hiding on narrow screens. Applies to head and cells. */
  className?: string;
}

/** The header of the column with the buttons of a row, which is not printed. */
export const ACTIONS = 'Ações';

export interface TableRowsProps<Row> {
  page: { de: number; itens: Row[] };
  columns: readonly Column<Row>[];
  /** The element that scrolls the rows. */
  scroller: RefObject<HTMLDivElement | null>;
  faded: boolean;
}
