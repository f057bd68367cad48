import { email as Email } from '@prumo/contract/acesso.ts';

/**
 * Domains with many people's addresses, and few honest neighbours. A domain one slip away from one of them is a
 * likely typo. Shorter names are not in the list, because `sol.com.br` is no typo of `uol.com.br`.
 */
const KNOWN = [
  'gmail.com',
  'hotmail.com',
  'hotmail.com.br',
  'outlook.com',
  'outlook.com.br',
  'yahoo.com',
  'yahoo.com.br',
  'icloud.com',
];

const ENDINGS: readonly [wrong: RegExp, right: string][] = [
  [/\.(con|cmo|ocm|comm|vom|xom|cim)$/, '.com'],
  [/\.(con|cmo|ocm|comm|vom|xom|cim)\.br$/, '.com.br'],
  [/\.com\.(b|r|rb|be|bt|nr|brr|bra)$/, '.com.br'],
];

export interface Doubt {
  /** Why the address is in doubt, as a sentence. */
  motivo: string;
  /** The address that was probably meant. */
  correcao?: string;
  /** Whether the address may be sent as it is, when the person insists. */
  possivel: boolean;
}

/** Separates a typed or pasted list into addresses, also such as `Ana Lima <ana@loja.com>; rui@loja.com`. */
export function splitEmails(text: string): string[] {
  const bare = text.replace(/(?:"[^"]*"\s*|[^<>,;\n"]*)<([^<>]*)>/g, ' $1 ');
  return bare
    .split(/[\s;]+/)
    .flatMap((part) => part.split(COMMA))
    .map((part) => part.replace(/^[,<'"]+|[,>'"]+$/g, '').toLowerCase())
    .filter(Boolean);
}

/**
 * A comma between two addresses. In `ana@loja,com` it stands for a dot, because the domain is incomplete before it
 * and no other address follows.
 */
const COMMA = /(?<!@[^.@]*),|,(?=[^,\s;]*@)/;

/** True when the comma that ends this text ends an address, and does not stand for the dot of its domain. */
export const endsAddress = (text: string) => COMMA.test(text);

/** Says what is wrong with an address, or probably wrong. Undefined for a good one. */
export function doubtOf(address: string): Doubt | undefined {
  const mended = mend(address);
  if (!isEmail(address)) {
    const motivo = address.includes(',')
      ? `“${address}” tem vírgula no lugar do ponto.`
      : address.includes('@')
        ? `“${address}” não é um email completo.`
        : `“${address}” não tem @.`;
    return { motivo, possivel: false, ...(isEmail(mended) && { correcao: mended }) };
  }
  if (mended === address) return undefined;
  return { motivo: `“${address}” parece ter um erro de digitação.`, correcao: mended, possivel: true };
}

const isEmail = (text: string) => Email.safeParse(text).success;

function mend(address: string): string {
  const [name = '', domain = '', ...rest] = plain(address).split(/@+/);
  if (!domain || rest.length > 0) return address;
  return `${name}@${mendDomain(domain)}`;
}

/** Removes accents, and turns commas and repeated dots into one dot. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[.,]+/g, '.')
    .replace(/\.?@\.?/g, '@')
    .replace(/\.$/, '');

function mendDomain(domain: string): string {
  const ended = ENDINGS.reduce((text, [wrong, right]) => text.replace(wrong, right), domain);
  if (KNOWN.includes(ended)) return ended;
  if (ended === 'gmail.com.br' || ended === 'gmail') return 'gmail.com';
  return KNOWN.find((known) => isOneSlipAway(ended, known)) ?? ended;
}

/** True when one letter is missing, added, replaced or swapped with its neighbour. */
function isOneSlipAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const left = one.slice(start);
  const right = other.slice(start);
  if (left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1)) return true;
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
}
