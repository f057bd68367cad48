import type { Usuario } from '@prumo/contract/acesso.ts';

/** A person who has only ever signed in with Google has no password. */
export const hasPassword = ({ identities }: Usuario) =>
  identities.some(({ provider }) => provider === 'email');
