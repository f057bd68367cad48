import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { formatInteger } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { buttonAt, useRoving } from './use-roving.ts';

interface BulkBarProps {
  /** The number of picked records. Undefined while the number that the filter finds is unknown. */
  count: number | undefined;
  /** True when the selection belongs to another filter than the one on the screen. */
  elsewhere: boolean;
  /** Offers to pick all records of the filter. `total` is their number, if it is known. */
  all: { total: number | undefined; onPick: () => void } | undefined;
  onClear: () => void;
  /** The actions for the picked records. */
  children?: ReactNode;
}

/** The toolbar of the picked records, one tab stop. The arrow keys move inside it, Esc lets go of all records. */
export function BulkBar({ count, elsewhere, all, onClear, children }: BulkBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useRoving(bar);

  // The bar leaves together with the button that had the focus.
  useEffect(
    () => () => {
      if (bar.current?.contains(document.activeElement)) document.querySelector('h1')?.focus();
    },
    [],
  );

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Escape') return onClear();
    const next = buttonAt(event.currentTarget, event.target, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Selecionados"
      className="flex min-h-11 max-w-full items-center gap-1 rounded-sheet border bg-raised px-1.5 py-1 shadow-float max-md:w-full max-md:overflow-x-auto md:flex-wrap"
      onKeyDown={onKeyDown}
    >
      <IconButton label="Limpar seleção" onClick={onClear}>
        <X />
      </IconButton>
      <p role="status" className="shrink-0 px-1 font-semibold text-control">
        {wordsOf(count)}
        {elsewhere && <span className="font-normal text-muted"> em outro filtro</span>}
      </p>
      {all && (
        <Button look="ghost" onClick={all.onPick}>
          {all.total === undefined ? 'Selecionar todos' : `Selecionar os ${formatInteger(all.total)}`}
        </Button>
      )}
      {children}
    </div>
  );
}

function wordsOf(count: number | undefined): string {
  if (count === undefined) return 'Todos do filtro';
  return `${formatInteger(count)} ${count === 1 ? 'selecionado' : 'selecionados'}`;
}
