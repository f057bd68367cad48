import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { PAPEIS, type Papel, pageOf } from './papel.ts';

const MM_PER_PX = 25.4 / 96;

/** The printer gets the receipt alone. The rules are made here, because only now the height of the receipt is known. */
const rulesOf = (page: string, margin: number) => `
  @media print {
    @page { size: ${page}; margin: ${margin}mm; }
    body > :not(.recibo) { display: none !important; }
    .recibo { position: static !important; color: #000; background: #fff; }
  }`;

interface PrintedReciboProps {
  papel: Papel;
  onPrinted: () => void;
  children: ReactNode;
}

/** Draws a receipt beside the page, out of sight, and prints it once. */
export function PrintedRecibo({ papel, onPrinted, children }: PrintedReciboProps) {
  const root = useRef<HTMLDivElement>(null);
  const printed = useEffectEvent(onPrinted);
  useEffect(() => {
    const { margin } = PAPEIS[papel];
    const height = (root.current?.getBoundingClientRect().height ?? 0) * MM_PER_PX + 2 * margin;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rulesOf(pageOf(papel, height), margin));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    let isWanted = true;
    // The styles of the sheet apply from the next frame on.
    const frame = requestAnimationFrame(() => {
      if (!isWanted) return;
      print();
      printed();
    });
    return () => {
      isWanted = false;
      cancelAnimationFrame(frame);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [papel]);
  return createPortal(
    <div
      ref={root}
      aria-hidden
      className="recibo pointer-events-none fixed top-0 left-[-300mm]"
      style={{ width: `${PAPEIS[papel].width - 2 * PAPEIS[papel].margin}mm` }}
    >
      {children}
    </div>,
    document.body,
  );
}
