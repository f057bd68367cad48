import type { Modelo } from './modelos.ts';

/** What a label is made of. */
export interface Etiqueta {
  nome: string;
  sku: string;
  /** Already formatted. Undefined when the person wants no price. */
  preco: string | undefined;
  simbolo: Simbolo;
}

export type Simbologia = 'code128' | 'ean13' | 'qrcode';

export interface Simbolo {
  simbologia: Simbologia;
  texto: string;
}

/** The width of the thinnest bar. Thinner ones are lost on an office printer; a label printer uses two dots. */
const MODULE_MM = { folha: 0.19, rolo: 0.25 };
/** Start, check and stop of a Code 128, and its two quiet zones. */
const FIXED_MODULES = 55;
const MODULES_PER_CHARACTER = 11;

/** Printable ASCII. `>` starts a command inside the Code 128 of a label printer, so it is left out. */
const CODE_128 = /^[ -=?-~]+$/;

type Size = Pick<Modelo, 'width' | 'folha'>;

/** Whether this text is a Code 128 that a scanner can read on such a label. */
export const fitsCode128 = (texto: string, { width, folha }: Size) =>
  CODE_128.test(texto) &&
  (FIXED_MODULES + texto.length * MODULES_PER_CHARACTER) * (folha ? MODULE_MM.folha : MODULE_MM.rolo) <=
    width - MARGIN_MM * 2;

/** Around the content of every label. */
export const MARGIN_MM = 2;

/** Whether these are the 13 digits of an EAN with the right check digit. */
export function isEan13(texto: string): boolean {
  if (!/^\d{13}$/.test(texto)) return false;
  const digits = Array.from(texto, Number);
  const sum = digits.slice(0, 12).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10 === digits[12];
}

interface Codes {
  sku: string;
  cod_referencia: readonly string[];
}

/**
 * The symbol of a produto. An EAN-13 is one of its codigos de referencia; the other kinds show the SKU. A produto that
 * cannot have the wanted kind gets the next one that a scanner reads: Code 128, and then QR, which takes any text.
 */
export function simboloOf(produto: Codes, wanted: Simbologia, size: Size): Simbolo {
  const { sku } = produto;
  if (wanted === 'ean13') {
    const ean = eanOf(produto);
    if (ean) return { simbologia: 'ean13', texto: ean };
  }
  if (wanted !== 'qrcode' && fitsCode128(sku, size)) return { simbologia: 'code128', texto: sku };
  return { simbologia: 'qrcode', texto: sku };
}

/** A produto that was sold by its EAN often has it as the SKU too. */
const eanOf = ({ sku, cod_referencia }: Codes) =>
  [...cod_referencia, sku].map((each) => each.replaceAll(/[\s-]/g, '')).find(isEan13);

/** Says why a label has another kind of code than the person chose. */
export function replacementOf(wanted: Simbologia, { simbologia }: Simbolo): string | undefined {
  if (wanted === simbologia) return;
  const reason =
    wanted === 'ean13' ? 'Sem EAN-13 nos códigos de referência' : 'SKU longo ou com caracteres especiais';
  return `${reason}: a etiqueta sai com ${NOMES[simbologia]} do SKU.`;
}

export const NOMES: Record<Simbologia, string> = {
  code128: 'Code 128',
  ean13: 'EAN-13',
  qrcode: 'QR Code',
};

export const MAX_CADA = 999;
/** More labels than this make the page slow to print. */
export const MAX_TOTAL = 1000;

/** The typed number of labels, or null if it is none from 0 to 999. */
export function quantidadeOf(typed: string): number | null {
  const text = typed.trim();
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}
