import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { MAX_WIDTH, MIN_WIDTH } from './layout.ts';

/** Receives the new width, or null for the default one. */
export type OnResize = (header: string, width: number | null) => void;

const STEP = 16;
const within = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

/** The right edge of a head. Dragging or the arrow keys change the width; a double click restores the default. */
export function ResizeHandle({ header, onResize }: { header: string; onResize: OnResize }) {
  const [drag, setDrag] = useState<{ from: number; width: number }>();
  const [width, setWidth] = useState<number>(MIN_WIDTH);

  const headOf = (handle: Element) => handle.closest('th')?.getBoundingClientRect().width ?? MIN_WIDTH;

  function onPointerDown(event: PointerEvent<HTMLHRElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: event.clientX, width: headOf(event.currentTarget) });
  }

  function onPointerMove(event: PointerEvent) {
    if (drag) onResize(header, within(drag.width + event.clientX - drag.from));
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onResize(header, within(headOf(event.currentTarget) + by));
  }

  return (
    <hr
      aria-orientation="vertical"
      aria-label={`Largura de ${header}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      className={cn(
        'absolute inset-y-1.5 right-0 h-auto w-1.5 cursor-col-resize touch-none rounded-full border-0 bg-transparent focus-visible:outline-offset-0 group-hover/head:bg-border max-xl:hidden',
        drag && 'bg-ring group-hover/head:bg-ring',
      )}
      onFocus={({ currentTarget }) => setWidth(headOf(currentTarget))}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => setDrag(undefined)}
      onPointerCancel={() => setDrag(undefined)}
      onDoubleClick={() => onResize(header, null)}
      onKeyDown={onKeyDown}
      onKeyUp={({ currentTarget }) => setWidth(headOf(currentTarget))}
    />
  );
}
