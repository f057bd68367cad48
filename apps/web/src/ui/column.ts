import type { ReactNode } from 'react';

export interface Column<Row, Sort extends string = string> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The key by which the server sorts. */
  sort?: Sort;
  /** Width, alignment, or hiding on narrow screens; for head and cells. */
  className?: string;
}
