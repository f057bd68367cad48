import { useEffect, useEffectEvent } from 'react';

/** A scanner sends the next key sooner, and a person who types too. Only a single key is a wish for help. */
const ALONE_MS = 250;

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Calls `onHelp` for the key `?`, unless a field has the focus, a dialog is open or other keys come with it. */
export function useHelpKey(onHelp: () => void): void {
  const asked = useEffectEvent(onHelp);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = Number.NEGATIVE_INFINITY;
    function onKey({ key, ctrlKey, metaKey, altKey, target, timeStamp }: KeyboardEvent) {
      if (key === 'Shift') return;
      clearTimeout(timer);
      // Browsers may date the events of a device by another clock.
      const isAlone = Math.abs(timeStamp - last) > ALONE_MS;
      last = timeStamp;
      if (key !== '?' || !isAlone || ctrlKey || metaKey || altKey) return;
      if (takesText(target) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      timer = setTimeout(() => asked(), ALONE_MS);
    }
    addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey);
    };
  }, []);
}
