import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { cn } from '#lib/class-names.ts';
import { later } from '#lib/loading/later.tsx';
import { ACTIONS } from './column.ts';
import type { Part } from './parts.ts';
import type { OnResize } from './resize-handle.tsx';

const ResizeHandle = later(async () => (await import('./resize-handle.tsx')).ResizeHandle);

interface HeadCellProps<Row, Sort extends string> {
  part: Part<Row, Sort>;
  ordem: string | undefined;
  go: (change: { ordem?: Sort | `-${Sort}` | undefined; cursor?: string | undefined }) => void;
  /** Undefined where the person cannot change widths, and until they come near the heads. */
  onResize: OnResize | undefined;
  /** Stands before the text. */
  box: ReactNode;
}

export function HeadCell<Row, Sort extends string>({
  part,
  ordem,
  go,
  onResize,
  box,
}: HeadCellProps<Row, Sort>) {
  const { header, label = header, sort, className } = part.column;
  const direction = !sort
    ? undefined
    : ordem === sort
      ? 'ascending'
      : ordem === `-${sort}`
        ? 'descending'
        : 'none';
  return (
    <th
      scope="col"
      aria-sort={direction}
      // Without it the name would contain those of the controls inside.
      aria-label={box || onResize ? label : undefined}
      style={part.width === undefined ? undefined : { ['--w' as string]: `${part.width}px` }}
      className={cn(
        'group/head sticky top-0 z-10 h-8 border-b bg-bg px-3 base:text-left font-medium text-meta text-muted first:pl-3.5 last:pr-3.5',
        part.width !== undefined && 'md:w-(--w)',
        className,
        header === ACTIONS && 'print:hidden',
      )}
    >
      {box && <span className="inline-flex align-middle *:mr-3">{box}</span>}
      {sort && direction ? <Sorting {...{ sort, direction, go }}>{label}</Sorting> : label}
      {onResize && header !== ACTIONS && (
        <Suspense>
          <ResizeHandle header={header} onResize={onResize} />
        </Suspense>
      )}
    </th>
  );
}

const ARROWS = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown };

interface SortingProps<Sort extends string> extends Pick<HeadCellProps<unknown, Sort>, 'go'> {
  sort: Sort;
  direction: keyof typeof ARROWS;
  children: ReactNode;
}

/** The first press sorts ascending, the second descending, and the third restores the list's default order. */
function Sorting<Sort extends string>({ sort, direction, go, children }: SortingProps<Sort>) {
  const next = { none: sort, ascending: `-${sort}` as const, descending: undefined }[direction];
  const Arrow = ARROWS[direction];
  return (
    <button
      type="button"
      className="-ml-1.5 inline-flex h-6 items-center gap-1 rounded-small px-1.5 hover:bg-subtle hover:text-fg"
      onClick={() => go({ ordem: next, cursor: undefined })}
    >
      {children}
      <Arrow aria-hidden className={cn('size-3.5', direction === 'none' ? 'text-faint' : 'text-fg')} />
    </button>
  );
}
