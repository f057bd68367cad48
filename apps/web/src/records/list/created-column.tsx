import { formatDateTime } from '#lib/numbers/format.ts';
import type { Column } from '#ui/table/column.ts';

/** When a record was created, which the person may add to its list. */
export const createdColumn = (header: string): Column<{ created_at: string }, 'created_at'> => ({
  header,
  shown: 'extra',
  sort: 'created_at',
  width: 152,
  className: 'max-xl:hidden',
  cell: ({ created_at }) => <span className="text-muted">{formatDateTime(created_at)}</span>,
});
