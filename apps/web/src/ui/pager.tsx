import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatInteger } from '#lib/format.ts';
import { IconButton } from './icon-button.tsx';

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
}

export function Pager({ page, rows, onGo }: PagerProps) {
  const range = rows === 0 ? '0' : `${formatInteger(page.de)}–${formatInteger(page.de + rows - 1)}`;
  const { anterior, proximo } = page;
  return (
    <nav
      aria-label="Páginas"
      className="flex h-11 shrink-0 items-center justify-between gap-2 border-t bg-bg px-3"
    >
      <p role="status" className="text-meta text-muted">
        {page.label ?? (page.total === null ? range : `${range} de ${formatInteger(page.total)}`)}
      </p>
      <div className="flex gap-1">
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
