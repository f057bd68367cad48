import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatInteger } from '#lib/numbers/format.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { PAGE_SIZES } from './page-sizes.ts';

export interface PageInfo {
  /** The position of the first row, starting at 1. */
  de: number;
  anterior: string | null;
  proximo: string | null;
  total: number | null;
  /** More rows match than the search reads, so some may be missing. */
  parcial: boolean;
  /** Says where the page is, when its rows are not the positions that the server counts. */
  label?: string;
}

interface PagerProps {
  page: PageInfo;
  rows: number;
  onGo: (cursor: string) => void;
  /** The choice of the number of rows. */
  size?: { limite: number; onChoose: (limite: number) => void } | undefined;
  /** A line beside the position. */
  note?: ReactNode;
}

export function Pager({ page, rows, onGo, size, note }: PagerProps) {
  const range = rows === 0 ? '0' : `${formatInteger(page.de)}–${formatInteger(page.de + rows - 1)}`;
  const { anterior, proximo } = page;
  const hasChoice = proximo !== null || anterior !== null || rows > PAGE_SIZES[0];
  return (
    <nav
      aria-label="Páginas"
      className="max-md:h-11 md:h-10 low:md:h-9 flex shrink-0 items-center gap-3 border-t bg-bg px-3"
    >
      <p role="status" className="shrink-0 text-meta text-muted">
        {page.label ?? (page.total === null ? range : `${range} de ${formatInteger(page.total)}`)}
      </p>
      {note && <div className="min-w-0 truncate text-meta text-muted max-md:hidden">{note}</div>}
      <div className="ml-auto flex shrink-0 items-center gap-1 print:hidden">
        {size && hasChoice && (
          <label className="mr-2 flex items-center gap-1.5 text-meta text-muted">
            <span className="max-md:sr-only">Por página</span>
            <select
              value={size.limite}
              className="h-7 rounded-small border bg-surface px-1 text-fg text-meta"
              onChange={({ target }) => size.onChoose(Number(target.value))}
            >
              {PAGE_SIZES.map((limite) => (
                <option key={limite} value={limite}>
                  {limite}
                </option>
              ))}
            </select>
          </label>
        )}
        <IconButton
          label="Página anterior"
          className="size-7 border bg-surface"
          disabled={anterior === null}
          onClick={() => anterior !== null && onGo(anterior)}
        >
          <ChevronLeft />
        </IconButton>
        <IconButton
          label="Próxima página"
          className="size-7 border bg-surface"
          disabled={proximo === null}
          onClick={() => proximo !== null && onGo(proximo)}
        >
          <ChevronRight />
        </IconButton>
      </div>
    </nav>
  );
}
