import { useEffect } from 'react';

const held = new Set<symbol>();

export const isWorkHeld = () => held.size > 0;

/** Something typed would be lost if the page were left; returns how to let go of it. */
export function holdWork(): () => void {
  const work = Symbol('work');
  held.add(work);
  return () => {
    held.delete(work);
  };
}

/** While `active`, the end of the session does not take the page away: it asks the person to sign in over it. */
export function useUnsavedWork(active: boolean) {
  useEffect(() => (active ? holdWork() : undefined), [active]);
}
