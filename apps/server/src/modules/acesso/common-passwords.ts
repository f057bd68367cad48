import { dictionary as everywhere } from '@zxcvbn-ts/language-common';
import { dictionary as brazil } from '@zxcvbn-ts/language-pt-br';

/** What is tried first: the passwords most used anywhere, Portuguese words, Brazilian names. 85,088 entries. */
export const COMMON: ReadonlySet<string> = new Set([
  ...everywhere['passwords-common'],
  ...brazil['commonWords-pt-br'],
  ...brazil['firstnames-pt-br'],
  ...brazil['lastnames-pt-br'],
]);
