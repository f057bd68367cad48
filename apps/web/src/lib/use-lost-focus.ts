import { type RefObject, useEffect, useRef } from 'react';

/**
 * When one part of the screen takes the place of another, the focus goes along with it instead of being lost.
 * Undefined before anything is shown.
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
