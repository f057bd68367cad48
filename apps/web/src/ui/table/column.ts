import type { ReactNode } from 'react';

export interface Column<Row, Sort extends string = string> {
  /** The text of the head, which also identifies the column. */
  header: string;
  /** A longer text of the head, where it depends on what the list shows. */
  label?: string | undefined;
  /** Whether its cells have a `SecondLine`, which the person can hide. */
  second?: true;
  cell: (row: Row) => ReactNode;
  /** The sort key of the server. */
  sort?: Sort;
  /** Width, alignment, or hiding on narrow screens. Applies to head and cells. */
  className?: string;
  /** The width in pixels on wide screens, until the person drags another. A column without one takes the rest. */
  width?: number;
  /** `fixa`: always shown, at its place. `extra`: hidden until the person chooses it. */
  shown?: 'fixa' | 'extra';
}

/** The header of the column with the buttons of a row. It is last, cannot be hidden, and is not printed. */
export const ACTIONS = 'Ações';
