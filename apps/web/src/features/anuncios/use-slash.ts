import { type RefObject, useEffect } from 'react';

const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"]';

/** `/` moves the focus to the search of the screen, unless the person types. */
export function useSlash(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      event.preventDefault();
      place.current?.querySelector('input')?.focus();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [place]);
}
