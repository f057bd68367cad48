import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Picking, RowActs } from './picking.ts';
import { rangeOf } from './range.ts';

const LONG_PRESS_MS = 500;

interface RowKeysOptions<Row> {
  rows: readonly Row[];
  picking: Picking | undefined;
  acts: RowActs<Row> | undefined;
}

/**
 * The keys of the rows: ↑ and ↓ move, Space picks, Shift with ↑ and ↓ picks a range, Ctrl+A picks the page, Enter opens,
 * Delete removes, Esc lets go of everything. One row is in the tab order, and the arrow keys move that place. A long
 * press of a finger picks.
 */
export function useRowKeys<Row extends { id: string }>({ rows, picking, acts }: RowKeysOptions<Row>) {
  const [active, setActive] = useState<string>();
  const range = useRef<{ from: string; ids: readonly string[] }>(undefined);
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; done: boolean }>(undefined);
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  const ids = rows.map(({ id }) => id);
  const reachable = active !== undefined && ids.includes(active) ? active : ids[0];
  const canPick = picking && !picking.locked;

  function toggle(id: string, on: boolean) {
    range.current = { from: id, ids: [id] };
    picking?.pick([id], on);
  }

  /** Picks from the last picked row to this one, and lets go of what the range covered before. */
  function extend(from: string, to: string) {
    const before = range.current ?? { from, ids: [] };
    const covered = rangeOf(ids, before.from, to);
    picking?.pick(
      before.ids.filter((id) => !covered.includes(id)),
      false,
    );
    picking?.pick(covered, true);
    range.current = { from: before.from, ids: covered };
  }

  function move(event: KeyboardEvent, from: string, by: -1 | 1) {
    event.preventDefault();
    const to = ids[ids.indexOf(from) + by];
    if (to === undefined) return;
    if (event.shiftKey && canPick) extend(from, to);
    const row = event.currentTarget.querySelector<HTMLElement>(`tr[data-id="${to}"]`);
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    const { target, key } = event;
    const element = target instanceof HTMLElement ? target.closest<HTMLElement>('tr[data-id]') : null;
    const row = rows.find(({ id }) => id === element?.dataset['id']);
    if (!acts || !row || isField(target)) return;
    const onRow = target === element || isCheckbox(target);
    if (key === 'ArrowDown') move(event, row.id, 1);
    else if (key === 'ArrowUp') move(event, row.id, -1);
    else if (key === ' ' && target === element && canPick) {
      event.preventDefault();
      toggle(row.id, !picking.isPicked(row.id));
    } else if (key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && canPick) {
      event.preventDefault();
      picking.pick(ids, true);
    } else if (key === 'Enter' && onRow) {
      event.preventDefault();
      acts.onOpen(row);
    } else if (key === 'Delete' && onRow) acts.onRemove?.(row);
    else if (key === 'Escape') picking?.clear();
  }

  /** A finger that rests on a row begins to pick. */
  function onPointerDown(event: PointerEvent) {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-id]') : null;
    const id = element?.dataset['id'];
    if (event.pointerType !== 'touch' || !canPick || id === undefined) return;
    const state = { timer: setTimeout(hold, LONG_PRESS_MS), done: false };
    press.current = state;
    function hold() {
      state.done = true;
      if (id !== undefined && !picking?.isPicked(id)) toggle(id, true);
    }
  }

  const release = () => clearTimeout(press.current?.timer);

  return {
    reachable,
    toggle: (id: string, on: boolean, shift: boolean) =>
      shift && range.current ? extend(range.current.from, id) : toggle(id, on),
    onFocusRow: setActive,
    body: {
      onKeyDown,
      onPointerDown,
      onPointerUp: release,
      onPointerMove: ({ movementX, movementY }: PointerEvent) =>
        (Math.abs(movementX) > 3 || Math.abs(movementY) > 3) && release(),
      onPointerCancel: release,
      /** The press that picked a row does not also open it. */
      onClickCapture(event: { preventDefault: () => void; stopPropagation: () => void }) {
        if (!press.current?.done) return;
        press.current = undefined;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}

const isCheckbox = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'checkbox';

/** A field inside a row keeps its own keys. */
const isField = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches('input, select, textarea') && !isCheckbox(target);
