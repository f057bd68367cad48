import type { ReactNode } from 'react';

export interface Column<Row, Sort extends string = string> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The sort key of the server. */
  sort?: Sort;
  /** Width, alignment, or hiding on narrow screens. Applies to head and cells. */
  className?: string;
}
