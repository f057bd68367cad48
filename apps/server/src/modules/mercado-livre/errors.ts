import { MarketplaceError } from '#modules/contas/marketplace.ts';
import { OutboundError } from '#platform/outbound.ts';

/** What a code or a refresh token that is worth nothing is answered with. */
const WORTHLESS = new Set(['invalid_grant', 'unauthorized_client']);

/** What Mercado Livre's refusals mean to us (its documentation of errors, one line each). */
export function toMarketplaceError(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const { status, refusal } = error;
  const kind = (): MarketplaceError['kind'] => {
    if (status === undefined) return 'uncertain';
    if (status === 401) return 'unauthorized';
    if (status === 403) return 'forbidden';
    if (status === 429 || status >= 500) return 'unavailable';
    return refusal !== undefined && WORTHLESS.has(refusal) ? 'refused' : 'misconfigured';
  };
  return new MarketplaceError(kind(), { cause: error });
}
