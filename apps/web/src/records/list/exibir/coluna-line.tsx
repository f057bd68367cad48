import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cn } from '#lib/class-names.ts';

interface ColunaLineProps {
  nome: string;
  visivel: boolean;
  onChoose: (visivel: boolean) => void;
  onMove: (by: -1 | 1) => void;
}

/** A column that the person may hide, and move by dragging its handle or with the arrow keys on it. */
export function ColunaLine({ nome, visivel, onChoose, onMove }: ColunaLineProps) {
  const [dragging, setDragging] = useState(false);

  function onPointerMove({ currentTarget, clientY }: PointerEvent) {
    const line = currentTarget.closest('li')?.getBoundingClientRect();
    if (!dragging || !line) return;
    if (clientY < line.top) onMove(-1);
    else if (clientY > line.bottom) onMove(1);
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by === 1 ? 1 : -1);
  }

  return (
    <li className={cn('flex h-7.5 items-center gap-2 rounded-small', dragging && 'bg-accent')}>
      <button
        type="button"
        aria-label={`Mover ${nome}`}
        aria-description="Use as setas para cima e para baixo"
        className="flex size-4 shrink-0 cursor-grab touch-none items-center justify-center rounded-small text-muted"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
        onKeyDown={onKeyDown}
      >
        <GripVertical aria-hidden className="size-4" />
      </button>
      <label className="flex h-full grow items-center justify-between gap-2">
        {nome}
        <input
          type="checkbox"
          checked={visivel}
          className="size-4 accent-primary"
          onChange={({ target }) => onChoose(target.checked)}
        />
      </label>
    </li>
  );
}
