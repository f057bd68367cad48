import { type RefObject, useEffect, useRef } from 'react';

/** When one part of the screen takes the place of another, the focus goes along with it instead of being lost. */
export function useLostFocus(target: RefObject<HTMLElement | null>, part: string) {
  const shown = useRef(part);
  useEffect(() => {
    if (shown.current === part) return;
    shown.current = part;
    if (document.activeElement === document.body) target.current?.focus();
  }, [part, target]);
}
