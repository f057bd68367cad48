import { useEffect, useRef } from 'react';

const held = new Map<symbol, () => boolean>();
const always = () => true;

export const isWorkHeld = () => held.size > 0;

/** Not only is a form open: something in it would be lost. */
export const isWorkChanged = () => [...held.values()].some((isChanged) => isChanged());

/** Something typed would be lost if the page were left; returns how to let go of it. */
export function holdWork(isChanged: () => boolean = always): () => void {
  const work = Symbol('work');
  held.set(work, isChanged);
  return () => {
    held.delete(work);
  };
}

/** While `active`, the end of the session does not take the page away: it asks the person to sign in over it. */
export function useUnsavedWork(active: boolean, isChanged: () => boolean = always) {
  const latest = useRef(isChanged);
  useEffect(() => {
    latest.current = isChanged;
  });
  useEffect(() => (active ? holdWork(() => latest.current()) : undefined), [active]);
}
