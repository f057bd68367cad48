import { createHash, randomBytes } from 'node:crypto';

/**
 * Each kind of token has its own prefix, so that a search for the prefix finds a leaked token. The kinds are,
 * in this order: session, device, challenge, OAuth flow of a provider, link in an e-mail, connection to a
 * marketplace, download of an exportacao.
 */
type TokenKind = 'prs' | 'prd' | 'prc' | 'pro' | 'pre' | 'prm' | 'prx';

const RANDOM = '[A-Za-z0-9_-]{43}';

/** Makes a token of 256 random bits. */
export const newToken = (kind: TokenKind): string => `${kind}_${randomBytes(32).toString('base64url')}`;

export const isToken = (kind: TokenKind, text: string | undefined): text is string =>
  text !== undefined && new RegExp(`^${kind}_${RANDOM}$`).test(text);

/**
 * Returns the form of a token that the database stores. Plain SHA-256 is enough, because 256 random bits
 * cannot be guessed.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
