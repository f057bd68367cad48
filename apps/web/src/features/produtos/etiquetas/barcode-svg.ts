import { code128, drawingSVG, ean13, qrcode, type RenderOptions } from 'bwip-js/generic';
import type { Simbolo } from './etiqueta.ts';

const DRAW = { code128, ean13, qrcode };

/** Draws a symbol as SVG, black on white, with its quiet zone. */
export function barcodeSvg({ simbologia, texto }: Simbolo): string {
  const options: RenderOptions = {
    bcid: simbologia,
    text: texto,
    ...(simbologia === 'qrcode'
      ? // Four modules on each side. UTF-8, which scanners and phones expect.
        { paddingwidth: 4, paddingheight: 4, eclevel: 'M' }
      : { height: 10, includetext: true, textxalign: 'center' as const, paddingwidth: 10, paddingheight: 1 }),
    backgroundcolor: 'ffffff',
  };
  return DRAW[simbologia](options, drawingSVG());
}

/** The address of the drawing. The content security policy lets an image show it, and no markup. */
export const barcodeUrl = (simbolo: Simbolo) =>
  `data:image/svg+xml,${encodeURIComponent(barcodeSvg(simbolo))}`;
