import { useEffect, useState } from 'react';
import { useNarrowScreen } from '#lib/media.ts';

const COOKIE = 'sidebar_state';
const SEVEN_DAYS = 7 * 24 * 60 * 60;

/** The state of the wide sidebar is stored in a cookie. The panel of narrow screens always starts closed. */
export function useSidebar() {
  const narrow = useNarrowScreen();
  const [open, setOpen] = useState(() => !document.cookie.split('; ').includes(`${COOKIE}=false`));
  const [panelOpen, setPanelOpen] = useState(false);

  function toggle() {
    if (narrow) return setPanelOpen(!panelOpen);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve.
    document.cookie = `${COOKIE}=${!open}; path=/; max-age=${SEVEN_DAYS}; SameSite=Lax`;
    setOpen(!open);
  }

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      toggle();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return { narrow, open, panelOpen: narrow && panelOpen, toggle, closePanel: () => setPanelOpen(false) };
}
