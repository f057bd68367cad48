import { writeDecimal } from './exact-decimal.ts';

/** The kind of a number. */
export interface NumberKind {
  /** The maximum number of decimal places. */
  places: number;
  /** The unit sign that the text may contain. */
  unit?: 'R$' | '%' | undefined;
}

/**
 * The result of reading a text. `value` is the exact decimal with all its places, as PostgreSQL writes it:
 * `'1234.50'`. `doubt` tells the person how an ambiguous text was read. `refusal` tells the person how to
 * correct a text that is no number.
 */
export type Reading =
  | { is: 'empty' }
  | { is: 'number'; value: string; doubt?: string }
  | { is: 'refused'; refusal: string };

/**
 * The only reader of numbers that people write: typed, pasted, scanned or in a file (ADR 0049). Dots separate
 * thousands, and a comma separates the decimals. A single dot that cannot separate thousands, as in `1234.56`
 * or `0.019`, separates the decimals.
 */
export function readNumber(text: string, kind: NumberKind): Reading {
  const plain = plainOf(text);
  if (plain === '') return { is: 'empty' };
  if (plain.length > LONGEST)
    return refused('Este texto é longo demais para um número. Escreva só o número.');
  const marked = marksOf(plain);
  const refusal = refusalOf(plain, marked, kind);
  if (refusal) return refused(refusal);
  const { sign, body } = marked;
  const parts = partsOf(body);
  if (typeof parts === 'string') return refused(parts);

  const whole = parts.whole.replace(/^0+(?=\d)/, '') || '0';
  const fraction = parts.fraction.replace(/0+$/, '');
  const digits = fraction ? `${whole}.${fraction}` : whole;
  if (whole.length > MOST_DIGITS) return refused('Este número é grande demais. Confira os algarismos.');
  if (fraction.length > kind.places) return refused(tooManyPlaces(digits, body, kind.places));
  const isNegative = sign === '-' && /[1-9]/.test(digits);
  const value = `${isNegative ? '-' : ''}${whole}${kind.places > 0 ? `.${fraction.padEnd(kind.places, '0')}` : ''}`;
  const doubt = doubtOf(body, value, kind);
  return { is: 'number', value, ...(doubt && { doubt }) };
}

/** Formats a number for a message: `R$ 1.234,00`. */
export const sayNumber = (value: string, { places, unit }: NumberKind): string =>
  `${unit === 'R$' ? 'R$\u00a0' : ''}${writeDecimal(value, Math.min(places, 2))}`;

/**
 * The maximum length of a text. It exceeds every number, and it bounds the cost of the expressions below,
 * which read the text several times.
 */
const LONGEST = 40;

/**
 * The maximum number of whole digits of a decimal of the contract (`decimal.ts`). A longer number comes from
 * a typing error or from a scanned code.
 */
const MOST_DIGITS = 15;

const refused = (refusal: string): Reading => ({ is: 'refused', refusal });

/** Removes invisible characters, and replaces every kind of space and of minus by the plain one. */
const plainOf = (text: string): string =>
  text
    .replaceAll(INVISIBLE, '')
    // A Japanese or Chinese keyboard types full-width forms.
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replaceAll(/[\u2010-\u2014\u2212\ufe63]/g, '-')
    .trim();

/**
 * The direction marks and joiners that calculators and spreadsheets copy with a number. U+202E is excluded,
 * because it reverses the order of the digits on the screen.
 */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202d\u2060-\u2064\u2066-\u2069\ufeff]/g;

const MARKS = /^([+-]?) *(R ?\$)? *([+-]?) *(.*?) *(%?)$/is;

interface Marked {
  sign: string;
  money: string;
  percent: string;
  /** The digits and separators. */
  body: string;
  /** The first text among the digits that is neither a digit nor a separator. */
  alien: string | undefined;
}

function marksOf(plain: string): Marked {
  const [, before = '', money = '', after = '', body = '', percent = ''] = MARKS.exec(plain) ?? [];
  const second = before && after;
  return { sign: before || after, money, percent, body, alien: second || /[^\d., ]+/.exec(body)?.[0] };
}

/**
 * Returns the reason for refusing a text that has more than digits, separators, a sign and the mark of its
 * unit. Returns undefined otherwise.
 */
function refusalOf(
  plain: string,
  { money, percent, body, alien }: Marked,
  kind: NumberKind,
): string | undefined {
  const example = kind.places === 0 ? '1.234' : '1.234,56';
  if (alien && /\p{Nd}/u.test(alien)) return `Use os algarismos de 0 a 9, como ${example}.`;
  if (!/\d/.test(body)) return `“${shortened(plain)}” não é um número. Escreva, por exemplo, ${example}.`;
  if (/^[\d.,]+e[+-]?\d+$/i.test(body)) return `Escreva todos os algarismos em vez de “${shortened(body)}”.`;
  if (alien && /[;|/\t\r\n]/.test(alien)) return 'Há mais de um número aqui. Deixe só um.';
  if (alien) return `Tire “${shortened(alien)}” e deixe só o número, como ${example}.`;
  if (percent && kind.unit !== '%') return 'Tire o “%”: este campo não é uma porcentagem.';
  if (money && kind.unit !== 'R$') return 'Tire o “R$”: este campo não é um valor em reais.';
  return undefined;
}

const shortened = (text: string) => (text.length > 20 ? `${text.slice(0, 20)}…` : text);

interface Parts {
  whole: string;
  fraction: string;
}

/** Groups of thousands never begin with a zero, so `0.019` is a decimal. */
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

/**
 * `1,234.56` and `1,234,567` can only be English. The reader refuses them nevertheless. A source that writes
 * them also writes `1,234`, which would be read as a decimal, so the person should know that the source uses
 * another notation.
 */
const ENGLISH = /^\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;

/** Splits the text into whole digits and decimals, or returns the message of a refusal. */
function partsOf(body: string): Parts | string {
  if (body.includes(' ')) return spacedParts(body);
  if (ENGLISH.test(body))
    return `Escreva ${body.replaceAll(/[,.]/g, (each) => (each === ',' ? '.' : ','))}: o ponto separa os milhares, e a vírgula os decimais.`;
  const [whole = '', fraction = '', ...more] = body.split(',');
  if (more.length > 0) return 'Use uma vírgula só, antes dos decimais, como 1.234,56.';
  if (GROUPED.test(whole) && /^\d*$/.test(fraction)) return { whole: whole.replaceAll('.', ''), fraction };
  if (/^\d*,?\d*$/.test(body)) return { whole, fraction };
  const dotted = /^(\d*)\.(\d*)$/.exec(body);
  if (dotted) return { whole: dotted[1] ?? '', fraction: dotted[2] ?? '' };
  return 'Confira os pontos e a vírgula: escreva como 1.234,56.';
}

/** Reads `1 234,56`, in which a space can only separate thousands. */
function spacedParts(body: string): Parts | string {
  const [, whole = '', fraction = ''] = /^([1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d*))?$/.exec(body) ?? [];
  return whole ? { whole: whole.replaceAll(' ', ''), fraction } : 'Tire o espaço do meio do número.';
}

/**
 * One separator with three or more digits after it. In another country, or after a typing error, the same
 * text means another number.
 */
const DOUBTFUL = /^0*[1-9]\d*[.,]\d{3,}$/;
const ONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/;

function doubtOf(body: string, value: string, kind: NumberKind): string | undefined {
  // Where the field has no decimals, a dot can only separate thousands.
  if (!DOUBTFUL.test(body) || (kind.places === 0 && GROUPED.test(body))) return undefined;
  const read = `Lido como ${sayNumber(value, kind)}`;
  if (!ONE_GROUP.test(body)) return `${read}.`;
  if (body.includes(',')) return `${read}. Se for milhar, use ponto: ${body.replace(',', '.')}.`;
  const thousands = /^([1-9]\d{0,2})\.000$/.exec(body)?.[1];
  const words = thousands ? ` (${thousands === '1' ? '' : `${thousands} `}mil)` : '';
  const fits = body.replace(/0+$/, '').split('.')[1]?.length ?? 0;
  return `${read}${words}. Se for decimal, use vírgula${fits <= kind.places ? `: ${body.replace('.', ',')}` : ''}.`;
}

const WORDS = ['nenhuma', 'uma', 'duas', 'três', 'quatro', 'cinco', 'seis'];
const counted = (places: number) => WORDS[places] ?? String(places);

function tooManyPlaces(digits: string, body: string, places: number): string {
  const [, fraction = ''] = digits.split('.');
  const hint = ONE_GROUP.test(body) ? ` Se for milhar, use ponto: ${body.replace(',', '.')}.` : '';
  if (places === 0) return `Use um número inteiro: ${writeDecimal(digits)} tem decimais.${hint}`;
  const limit = places === 1 ? 'uma casa decimal' : `${counted(places)} casas decimais`;
  return `Use até ${limit}: ${writeDecimal(digits)} tem ${counted(fraction.length)}.${hint}`;
}
