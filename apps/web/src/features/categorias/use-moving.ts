import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Branch, maySettle, targetAt, targetsOf } from './tree.ts';

interface Moving {
  moved: Branch;
  /** Where it would go. Undefined while it is over no possible target. */
  target: Branch | null | undefined;
}

/** The attribute of the place that makes a subcategoria a principal. */
export const TO_PRINCIPAL = 'data-principal';
/** The attribute of a line of the tree, with its id. */
export const LINE = 'data-categoria';
const EDGE = 48;
const STEP = 16;

/**
 * Moves a line of the tree by its handle: by drag, or by keyboard with Space, the arrow keys and Space again. Both end
 * with `onMove`.
 */
export function useMoving(
  branches: readonly Branch[],
  onMove: (moved: Branch, target: Branch | null) => Promise<unknown>,
) {
  const [moving, setMoving] = useState<Moving>();
  const [said, setSaid] = useState('');
  /** The id of the line whose handle gets the focus back once the line is at its new place. */
  const settled = useRef<string>(undefined);

  useEffect(() => {
    const { current: id } = settled;
    if (id === undefined || !branches.some((branch) => branch.id === id)) return;
    settled.current = undefined;
    document.querySelector<HTMLElement>(`[${LINE}="${id}"] [aria-pressed]`)?.focus();
  }, [branches]);

  function aim(moved: Branch, target: Branch | null | undefined) {
    setMoving({ moved, target });
    if (target !== undefined) setSaid(`${moved.nome}: soltar ${placeName(target)}.`);
  }

  function cancel() {
    if (moving) setSaid(`Movimento cancelado. ${moving.moved.nome} fica onde estava.`);
    setMoving(undefined);
  }

  async function drop(by: 'keyboard' | 'pointer') {
    setMoving(undefined);
    if (!moving || moving.target === undefined) return;
    if (by === 'keyboard') settled.current = moving.moved.id;
    try {
      await onMove(moving.moved, moving.target);
    } catch {
      // The toast says why, and the line stays where it is.
      settled.current = undefined;
    }
  }

  function onKeyDown(event: KeyboardEvent, line: Branch) {
    const { key } = event;
    if (!moving) {
      if (key !== ' ' && key !== 'Enter') return;
      event.preventDefault();
      const [first] = targetsOf(line, branches);
      if (first === undefined) setSaid(`Não há outra categoria principal para onde mover ${line.nome}.`);
      else aim(line, first);
      return;
    }
    if (!['ArrowUp', 'ArrowDown', ' ', 'Enter', 'Escape'].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') cancel();
    else if (key === ' ' || key === 'Enter') void drop('keyboard');
    else {
      const target = stepTo(moving, branches, key === 'ArrowDown' ? 1 : -1);
      aim(moving.moved, target);
      if (target) document.querySelector(`[${LINE}="${target.id}"]`)?.scrollIntoView({ block: 'nearest' });
    }
  }

  function onPointerMove(event: PointerEvent) {
    if (!moving) return;
    const { moved } = moving;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = targetUnder(under, branches);
    const possible = target !== undefined && maySettle(moved, target) ? target : undefined;
    if (possible !== moving.target) aim(moved, possible);
    scrollNear(event, under);
  }

  return {
    moving,
    said,
    /** The properties of the handle of a line. */
    handleOf: (line: Branch) => ({
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, line),
      onBlur: () => moving?.moved.id === line.id && cancel(),
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        // A finger that rests on the handle must not pick the row.
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        setMoving({ moved: line, target: undefined });
      },
      onPointerMove,
      onPointerUp: () => void drop('pointer'),
      onPointerCancel: cancel,
    }),
  };
}

const placeName = (target: Branch | null) => (target ? `em ${target.nome}` : 'como categoria principal');

/** The next possible target of the keyboard, around the end. */
function stepTo({ moved, target }: Moving, branches: readonly Branch[], step: 1 | -1) {
  const targets = targetsOf(moved, branches);
  const at = targets.findIndex((each) => each?.id === target?.id);
  return targets.at((at + step) % targets.length);
}

function targetUnder(under: Element | null, branches: readonly Branch[]): Branch | null | undefined {
  if (under?.closest(`[${TO_PRINCIPAL}]`)) return null;
  const line = under?.closest('tr')?.querySelector(`[${LINE}]`)?.getAttribute(LINE);
  return line ? targetAt(branches, line) : undefined;
}

/** Scrolls a long tree while the pointer is near its edge. */
function scrollNear({ clientY }: PointerEvent, under: Element | null) {
  const scroller = under?.closest('table')?.parentElement;
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (clientY < top + EDGE) scroller.scrollBy(0, -STEP);
  else if (clientY > bottom - EDGE) scroller.scrollBy(0, STEP);
}
