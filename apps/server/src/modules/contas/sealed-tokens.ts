import type { Vault } from '#platform/secrets/vault.ts';
import type { ContaRef } from './tokens.queries.ts';

interface Plain {
  accessToken: string;
  refreshToken: string | null;
}
interface Sealed {
  access: string;
  refresh: string | null;
}

/** Binds a sealed token to its conta and its column, so that it cannot be opened in another row or column. */
const placeOf = (column: string, { empresaId, contaId }: ContaRef) =>
  `mercado_livre_tokens|${column}|${empresaId}|${contaId}`;

export const sealTokens = (vault: Vault, conta: ContaRef, tokens: Plain): Sealed => ({
  access: vault.seal(tokens.accessToken, placeOf('access_token', conta)),
  refresh:
    tokens.refreshToken === null ? null : vault.seal(tokens.refreshToken, placeOf('refresh_token', conta)),
});

export const openAccessToken = (vault: Vault, conta: ContaRef, sealed: { access_token: string }): string =>
  vault.open(sealed.access_token, placeOf('access_token', conta));

export const openRefreshToken = (
  vault: Vault,
  conta: ContaRef,
  { refresh_token }: { refresh_token: string | null },
): string | null =>
  refresh_token === null ? null : vault.open(refresh_token, placeOf('refresh_token', conta));
