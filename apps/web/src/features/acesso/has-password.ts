import type { Usuario } from '@prumo/contract/acesso.ts';

/** Whoever only ever came in through Google has none. */
export const hasPassword = ({ identities }: Usuario) =>
  identities.some(({ provider }) => provider === 'email');
