/**
 * `refused`: this code or refresh token is permanently void. `unauthorized`: the marketplace does not accept
 * the access token. `uncertain`: there is no readable answer, so the request may have taken effect.
 * `unavailable`: the request had no effect and may succeed later. `forbidden`: the seller or the application
 * lacks the permission. `misconfigured`: a retry cannot succeed, because our credentials or our request are
 * wrong, the resource does not exist, or our code cannot parse it.
 */
type Kind = 'refused' | 'unauthorized' | 'uncertain' | 'unavailable' | 'forbidden' | 'misconfigured';

/** The only error that a marketplace module throws for a failed call. */
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
