import type { Marketplace as Slug } from '@prumo/contract/marketplaces.ts';

/** What a marketplace gives an application that a seller has authorized. */
export interface Grant {
  /** The seller there. */
  userId: string;
  accessToken: string;
  /** Missing where the application may not act while the seller is away. */
  refreshToken: string | null;
  expiresInSeconds: number;
}

export interface Seller {
  userId: string;
  nickname: string;
}

/** A place to sell, as the rest of the product sees it. Whatever goes wrong there is a `MarketplaceError`. */
export interface Marketplace {
  slug: Slug;
  nome: string;
  /** Null where the operator has given no credentials. */
  clientId: string | null;
  authorizationUrl: string;
  /** Where the marketplace sends the person back to. */
  redirectUri: string;
  exchange(authorization: { code: string; codeVerifier: string }): Promise<Grant>;
  refresh(refreshToken: string): Promise<Grant>;
  me(accessToken: string): Promise<Seller>;
  /** Ends what the seller authorized, for all tokens. */
  revoke(accessToken: string, userId: string): Promise<void>;
}

/**
 * `refused`: this code or refresh token is worth nothing, and will not be. `unauthorized`: the access token is not
 * believed. `uncertain`: no answer we can read, so it may have been done. `unavailable`: not done, later it may be.
 * `forbidden`: the seller or the application may not. `misconfigured`: our own credentials or question are at fault.
 */
type Kind = 'refused' | 'unauthorized' | 'uncertain' | 'unavailable' | 'forbidden' | 'misconfigured';

export class MarketplaceError extends Error {
  override readonly name = 'MarketplaceError';
  readonly kind: Kind;

  constructor(kind: Kind, options: { cause?: unknown } = {}) {
    super(kind, options);
    this.kind = kind;
  }
}

export const isMarketplaceError = (error: unknown, ...kinds: readonly Kind[]): error is MarketplaceError =>
  error instanceof MarketplaceError && (kinds.length === 0 || kinds.includes(error.kind));

/** Who makes a call: persons go first, and sellers take turns. */
export interface Turn {
  waits: 'person' | 'news' | 'background';
  /** Of one key calls are made in order; keys take turns. */
  key: string;
  /** After which it is not made at all. */
  patienceMs?: number;
}

/** The calls all processes together may make. */
export interface Budget {
  /** Resolves when the call may be made. */
  take(turn: Turn): Promise<void>;
  /** The marketplace asked for a rest: nobody calls for so long. */
  pause(milliseconds: number): Promise<void>;
}
