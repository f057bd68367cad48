import { isSameCodigo } from '@prumo/contract/produtos.ts';

/** The maximum length of a code of a produto. */
export const LONGEST_CODE = 100;
/** The maximum number of codes of a produto. */
export const MOST_CODES = 200;

/**
 * Makes a text of one line that the database can store and a person can read. Control characters become
 * spaces, and half surrogate pairs become U+FFFD.
 */
export const cleanText = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();

/** Returns each code once, whatever its spelling, up to the maximum number of codes of a produto. */
export function distinctCodes(codes: readonly string[]): string[] {
  const kept: string[] = [];
  for (const code of codes) {
    if (code === '' || code.length > LONGEST_CODE || kept.length === MOST_CODES) continue;
    if (!kept.some((each) => isSameCodigo(each, code))) kept.push(code);
  }
  return kept;
}
