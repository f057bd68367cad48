import { type Etiqueta, MARGIN_MM } from './etiqueta.ts';
import type { Modelo } from './modelos.ts';

/** Label printers of 203 dpi, the most common ones. */
const DOTS_PER_MM = 8;
const FONT = 24;

/**
 * The text of a field. `^` and `~` begin commands and `_` begins a hexadecimal code (`^FH`), so all three are written
 * as codes. A backslash begins a command of a block of text.
 */
export const escapeZpl = (text: string) =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[_^~\\]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const field = (x: number, y: number, command: string, text: string) =>
  `^FO${x},${y}${command}^FH^FD${escapeZpl(text)}^FS`;

/** The commands for a printer that understands ZPL, in UTF-8 (`^CI28`): one format for each label, with its copies. */
export function zplOf(etiquetas: readonly { etiqueta: Etiqueta; copies: number }[], modelo: Modelo): string {
  const [width, height] = [modelo.width * DOTS_PER_MM, modelo.height * DOTS_PER_MM];
  const margin = MARGIN_MM * DOTS_PER_MM;
  const inside = width - margin * 2;
  return etiquetas
    .filter(({ copies }) => copies > 0)
    .map(({ etiqueta: { nome, sku, preco, simbolo }, copies }) =>
      [
        '^XA',
        '^CI28',
        `^PW${width}`,
        `^LL${height}`,
        '^LH0,0',
        field(margin, margin, `^A0N,${FONT},${FONT}^FB${inside},2,0,L,0`, nome),
        symbolCommand(simbolo, {
          x: margin,
          y: margin + FONT * 2 + 8,
          height: height - margin * 2 - FONT * 4 - 24,
        }),
        field(margin, height - margin - FONT, `^A0N,${FONT},${FONT}`, sku),
        ...(preco
          ? [field(margin, height - margin - FONT, `^A0N,${FONT},${FONT}^FB${inside},1,0,R,0`, preco)]
          : []),
        `^PQ${copies}`,
        '^XZ',
      ].join('\n'),
    )
    .join('\n');
}

interface Place {
  x: number;
  y: number;
  height: number;
}

function symbolCommand({ simbologia, texto }: Etiqueta['simbolo'], { x, y, height }: Place): string {
  if (simbologia === 'code128') return field(x, y, `^BY2^BCN,${height},Y,N,N,A`, texto);
  // The printer computes the thirteenth digit itself.
  if (simbologia === 'ean13') return field(x + 16, y, `^BY2^BEN,${height},Y,N`, texto.slice(0, 12));
  const size = Math.max(2, Math.min(10, Math.floor(height / 29)));
  // M: medium error correction; A: the printer chooses how to encode the text.
  return field(x, y, `^BQN,2,${size}`, `MA,${texto}`);
}
