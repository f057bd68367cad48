import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to `target` when one part of the screen replaces another and the focused element disappears. `part`
 * is undefined before anything is shown.
 */
export function useLostFocus(target: RefObject<HTMLElement | null>, part: string | undefined) {
  const shown = useRef(part);
  useEffect(() => {
    const before = shown.current;
    shown.current = part;
    if (before === undefined || before === part) return;
    if (document.activeElement === document.body) target.current?.focus();
  }, [part, target]);
}
