import { useEffect, useRef, useState } from 'react';
import { isWorkChanged } from '#lib/leaving/unsaved-work.ts';
import { notifyWarning } from '#lib/notify.ts';

/** Loaded on demand shortly before use, because no screen needs it for its first paint. */
export const fetchPalette = () => import('./command-palette.tsx');

/** Fetches it ahead of its use. If that fails, its use tries again and reports the failure. */
export const prefetchPalette = () => void fetchPalette().catch(() => {});

/** Holds whether the palette is open, and its search text. The text stays until the palette opens again. */
export function useCommandPalette() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  /** The code of a scanner, to open at once. `n` tells two scans of one code apart. */
  const [scanned, setScanned] = useState<{ code: string; n: number }>();
  // Buffers keys typed after opening and before the input has the focus, while the code of the palette still loads.
  const early = useRef<string>(undefined);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key === 'Control' || key === 'Meta') prefetchPalette();
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey) {
        event.preventDefault();
        // The palette navigates away, which would lose changes in an open form.
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

  /** Searches a code that a scanner sent, wherever the focus was. */
  function scan(code: string) {
    // The search navigates away, which would lose changes in an open form.
    if (isWorkChanged()) {
      notifyWarning(`Código ${code} lido. Salve ou feche o formulário para buscá-lo.`);
      return;
    }
    early.current = undefined;
    setText(code);
    setScanned((before) => ({ code, n: (before?.n ?? 0) + 1 }));
    setOpen(true);
  }

  function show() {
    setScanned(undefined);
    if (isOpen) return;
    early.current = '';
    setOpen(true);
  }

  function close() {
    early.current = undefined;
    setOpen(false);
  }

  /** Called when the input gets the focus. Returns true when buffered keys are already in the text. */
  function takeOver(): boolean {
    const hasBegun = Boolean(early.current);
    early.current = undefined;
    return hasBegun;
  }

  return { isOpen, text, setText, scanned, scan, show, close, takeOver };
}
