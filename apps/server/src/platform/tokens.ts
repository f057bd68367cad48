import { createHash, randomBytes } from 'node:crypto';

/**
 * Each kind of secret begins with its own letters, so that one that got anywhere it does not belong can be found by
 * searching for them: session, device, challenge, way to a provider and back, link in an e-mail, way to a marketplace.
 */
type TokenKind = 'prs' | 'prd' | 'prc' | 'pro' | 'pre' | 'prm';

const RANDOM = '[A-Za-z0-9_-]{43}';

/** 256 random bits. */
export const newToken = (kind: TokenKind): string => `${kind}_${randomBytes(32).toString('base64url')}`;

export const isToken = (kind: TokenKind, text: string | undefined): text is string =>
  text !== undefined && new RegExp(`^${kind}_${RANDOM}$`).test(text);

/** What the database keeps. Plain SHA-256 is enough: 256 random bits cannot be guessed, however fast the guessing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
