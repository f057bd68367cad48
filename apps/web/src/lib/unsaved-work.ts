import { useEffect, useRef } from 'react';

const held = new Map<symbol, () => boolean>();
const always = () => true;

export const isWorkHeld = () => held.size > 0;

/** True when an open form contains changes that would be lost. An open form without changes does not count. */
export const isWorkChanged = () => [...held.values()].some((isChanged) => isChanged());

/** Registers unsaved work that leaving the page would lose. Returns the function that releases it. */
export function holdWork(isChanged: () => boolean = always): () => void {
  const work = Symbol('work');
  held.set(work, isChanged);
  return () => {
    held.delete(work);
  };
}

/**
 * While `active`, the end of the session does not leave the page. A dialog over the page asks the person to
 * sign in.
 */
export function useUnsavedWork(active: boolean, isChanged: () => boolean = always) {
  const latest = useRef(isChanged);
  useEffect(() => {
    latest.current = isChanged;
  });
  useEffect(() => (active ? holdWork(() => latest.current()) : undefined), [active]);
}
