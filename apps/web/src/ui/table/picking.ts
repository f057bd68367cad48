/** The rows that a person has picked, as a table shows and changes them. */
export interface Picking {
  /** False on narrow screens until the person begins to pick. Wide screens always show the checkboxes. */
  shown: boolean;
  /** True while nobody can tell whether a row is picked, because the selection belongs to another filter. */
  locked: boolean;
  page: 'none' | 'some' | 'all';
  isPicked: (id: string) => boolean;
  pick: (ids: readonly string[], on: boolean) => void;
  clear: () => void;
}

/** What the keyboard does with a row. */
export interface RowActs<Row> {
  nameOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  /** Undefined for a person who may not delete. */
  onRemove: ((row: Row) => void) | undefined;
}
