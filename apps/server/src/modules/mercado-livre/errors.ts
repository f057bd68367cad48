import { MarketplaceError } from '#modules/marketplace/errors.ts';
import { OutboundError } from '#platform/outside/outbound.ts';

/** The OAuth errors for a void code or refresh token. */
const WORTHLESS = new Set(['invalid_grant', 'unauthorized_client']);

/** Maps the error answers of Mercado Livre to our error kinds. */
export function toMarketplaceError(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const { status, refusal } = error;
  const kind = (): MarketplaceError['kind'] => {
    if (status === undefined) return 'uncertain';
    if (status === 401) return 'unauthorized';
    if (status === 403) return 'forbidden';
    // Mercado Livre redirects no call, so a gateway before it does, during maintenance for example.
    const isRedirect = status >= 300 && status < 400;
    if (isRedirect || status === 429 || status >= 500) return 'unavailable';
    return refusal !== undefined && WORTHLESS.has(refusal) ? 'refused' : 'misconfigured';
  };
  return new MarketplaceError(kind(), { cause: error });
}
