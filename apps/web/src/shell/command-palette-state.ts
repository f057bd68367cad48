import { useEffect, useRef, useState } from 'react';
import { notifyWarning } from '#lib/notify.tsx';
import { isWorkChanged } from '#lib/unsaved-work.ts';

/** Fetched when somebody is about to need it: no screen needs it to appear. */
export const fetchPalette = () => import('./command-palette.tsx');

/** Whether the palette is open, and what is looked for in it: the last search stays for the next time. */
export function useCommandPalette() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  // What is typed between opening it and its input: nobody waits for code to be fetched.
  const early = useRef<string>(undefined);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key === 'Control' || key === 'Meta') void fetchPalette();
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey) {
        event.preventDefault();
        // It leads away, and what was changed in a form would be lost.
        if (isWorkChanged()) notifyWarning('Salve ou feche o formulário antes de buscar.');
        else show();
      } else if (early.current !== undefined && key.length === 1 && !ctrlKey && !metaKey) {
        event.preventDefault();
        early.current += key;
        setText(early.current);
      }
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  function show() {
    if (isOpen) return;
    early.current = '';
    setOpen(true);
  }

  function close() {
    early.current = undefined;
    setOpen(false);
  }

  /** The input has the focus from here on; says whether it goes on with what was typed before. */
  function takeOver(): boolean {
    const hasBegun = Boolean(early.current);
    early.current = undefined;
    return hasBegun;
  }

  return { isOpen, text, setText, show, close, takeOver };
}
