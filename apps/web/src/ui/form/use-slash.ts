import { useEffect, useEffectEvent } from 'react';

const TYPING = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]';

/** `/` moves the focus to the search, unless the key belongs to a field or to something that is open over the list. */
export function useSlash(search: () => HTMLElement | null | undefined): void {
  const focus = useEffectEvent(() => search()?.focus());
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      event.preventDefault();
      focus();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
