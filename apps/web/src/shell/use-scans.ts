import { useEffect, useEffectEvent } from 'react';

/** The code loads after the screen, because nobody scans before the screen is there. */
const AFTER_MS = 1500;

/** Calls `onScan` with each code that a barcode scanner sends, wherever the focus is. */
export function useScans(onScan: (code: string) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      import('./scans.ts').then(
        ({ listenForScans }) => {
          if (!isOver) end = listenForScans((code) => scanned(code));
        },
        // Without it a scan lands in the focused field, as typed keys do.
        () => {},
      );
    }, AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  }, []);
}
