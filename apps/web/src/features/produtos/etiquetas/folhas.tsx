import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Etiqueta } from './etiqueta.ts';
import { EtiquetaArte } from './etiqueta-arte.tsx';
import type { Modelo } from './modelos.ts';
import { sheetsOf } from './sheets.ts';

interface FolhasProps {
  etiquetas: readonly Etiqueta[];
  /** The labels of the first sheet that are already used. */
  skipped: number;
  modelo: Modelo & Required<Pick<Modelo, 'folha'>>;
  onPrinted: () => void;
}

/** The sheets, beside the page. The screen hides them, and the printer gets nothing else (styles.css). */
export function Folhas({ etiquetas, skipped, modelo, onPrinted }: FolhasProps) {
  const { columns, rows, gap } = modelo.folha;
  const root = useRef<HTMLDivElement>(null);
  const printed = useEffectEvent(onPrinted);
  useEffect(() => {
    let isWanted = true;
    const images = Array.from(root.current?.querySelectorAll('img') ?? []);
    // The printer would get empty frames for images that are not drawn yet.
    void Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (!isWanted) return;
      print();
      printed();
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return createPortal(
    <div ref={root} aria-hidden className="folhas">
      {sheetsOf(etiquetas, { perSheet: columns * rows, skipped }).map((sheet, number) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a sheet has no other name, and they never change
          key={number}
          className="folha"
          style={{
            gridTemplateColumns: `repeat(${columns}, ${modelo.width}mm)`,
            gridTemplateRows: `repeat(${rows}, ${modelo.height}mm)`,
            columnGap: `${gap}mm`,
          }}
        >
          {sheet.map((etiqueta, position) =>
            etiqueta ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <EtiquetaArte key={position} etiqueta={etiqueta} modelo={modelo} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <span key={position} />
            ),
          )}
        </div>
      ))}
    </div>,
    document.body,
  );
}
