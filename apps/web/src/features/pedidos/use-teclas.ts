import { useEffect, useEffectEvent } from 'react';

/** The keyboard must be quiet for this long before a letter acts, so that a scanned code never does. */
const QUIET_MS = 80;
/** After G, a letter opens another screen. */
const CHORD_MS = 1500;
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [role="combobox"], [role="listbox"], [role="menu"]';
const OPEN =
  '[role="alertdialog"], [role="dialog"]:not([data-detalhe]), [role="menu"], [role="listbox"], dialog[open]';

interface Teclas {
  onMove: (by: 1 | -1) => void;
  onPrint: () => void;
  onPick: () => void;
  /** Returns false when there is nothing to close. */
  onClose: () => boolean;
}

/** The keys of the screen: ↑↓ or J and K move, P prints, S marks as picked, Esc closes. */
export function useTeclas(teclas: Teclas): void {
  const press = useEffectEvent((key: string) => {
    if (key === 'arrowdown' || key === 'j') teclas.onMove(1);
    else if (key === 'arrowup' || key === 'k') teclas.onMove(-1);
    else if (key === 'p') teclas.onPrint();
    else if (key === 's') teclas.onPick();
  });
  const close = useEffectEvent(() => teclas.onClose());
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    function onKey(event: KeyboardEvent) {
      clearTimeout(waiting);
      const { target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, timeStamp } = event;
      const key = event.key.toLowerCase();
      if (ctrlKey || metaKey || altKey || shiftKey || defaultPrevented) return;
      if (document.querySelector(OPEN)) return;
      const isTyping = target instanceof Element && target.closest(TYPING) !== null;
      if (key === 'escape' && !isTyping) {
        if (close()) event.preventDefault();
        return;
      }
      if (isTyping) return;
      if (key === 'g') gAt = timeStamp;
      if (key.startsWith('arrow')) {
        if (key === 'arrowdown' || key === 'arrowup') {
          event.preventDefault();
          press(key);
        }
      } else if (timeStamp - gAt > CHORD_MS) waiting = setTimeout(() => press(key), QUIET_MS);
    }
    addEventListener('keydown', onKey);
    return () => {
      clearTimeout(waiting);
      removeEventListener('keydown', onKey);
    };
  }, []);
}
