import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { FINAL, PREFIXO } from '@prumo/contract/senhas.ts';
import { dictionary as everywhere } from '@zxcvbn-ts/language-common';
import { dictionary as brazil } from '@zxcvbn-ts/language-pt-br';

/**
 * The 85,088 passwords that an attacker tries first: the most used worldwide, Portuguese words and Brazilian
 * names.
 */
const COMMON: ReadonlySet<string> = new Set([
  ...everywhere['passwords-common'],
  ...brazil['commonWords-pt-br'],
  ...brazil['firstnames-pt-br'],
  ...brazil['lastnames-pt-br'],
]);

export const isCommon = (senha: string): boolean => COMMON.has(senha.toLowerCase());

let endsByPrefix: Promise<Map<string, string[]>> | undefined;

/** For each common password whose hash begins with `prefixo`, returns the next `FINAL` digits of the hash. */
export async function endsOf(prefixo: string): Promise<string[]> {
  endsByPrefix ??= hashCommon();
  return (await endsByPrefix).get(prefixo) ?? [];
}

/**
 * Hashes all common passwords, which takes a quarter of a second. It yields every 2,000 passwords, so that
 * other requests are not blocked.
 */
async function hashCommon(): Promise<Map<string, string[]>> {
  const ends = new Map<string, string[]>();
  let count = 0;
  for (const senha of COMMON) {
    const digits = hash('sha256', senha);
    const prefixo = digits.slice(0, PREFIXO);
    const end = digits.slice(PREFIXO, PREFIXO + FINAL);
    const those = ends.get(prefixo);
    if (those) those.push(end);
    else ends.set(prefixo, [end]);
    if (++count % 2000 === 0) await setImmediate();
  }
  return ends;
}
