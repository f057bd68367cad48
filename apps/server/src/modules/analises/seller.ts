import type { Tokens } from '#modules/contas/tokens.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Marketplaces, SellerProfile, Words } from '#modules/marketplace/marketplace.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

interface Conta extends SellerRef {
  empresaId: string;
  contaId: string;
}

/** The time for which a profile is cached. The marketplace updates the reputation of a seller once a day. */
const KEPT_MS = 3 * 60_000;
/** The time for which an incomplete profile is cached. The missing part may be available soon. */
const PARTS_KEPT_MS = 10_000;
/** The number of cached profiles at which the cache is cleared. */
const KEPT = 5000;

interface Kept {
  until: number;
  part: Promise<SellerProfile>;
  /** The last answer of the marketplace, however old. Null before the first one. */
  last: SellerProfile | null;
}

export type Sellers = (conta: Conta) => Promise<SellerProfile>;

/** Reads the seller's profile from the marketplace while a person waits, and caches it for some minutes. */
export function openSellers(parts: { tokens: Tokens; marketplaces: Marketplaces; log: Log }): Sellers {
  const { tokens, marketplaces, log } = parts;
  const kept = new Map<string, Kept>();

  const ask = ({ empresaId, contaId, sellerId }: Conta) =>
    tokens.withToken({ empresaId, contaId }, (accessToken, { profile }) =>
      profile({ accessToken, turn: { waits: 'person', key: empresaId } }, sellerId),
    );

  return async (conta) => {
    const known = kept.get(conta.contaId);
    // Concurrent requests share one answer of the marketplace, even a failed one.
    const isKept = known !== undefined && known.until > Date.now();
    const entry = isKept
      ? known
      : { until: Date.now() + KEPT_MS, part: ask(conta), last: known?.last ?? null };
    if (kept.size >= KEPT) kept.clear();
    if (!isKept) kept.set(conta.contaId, entry);
    try {
      const told = await entry.part;
      entry.last = told;
      if (told.aviso !== null && !isKept) entry.until = Date.now() + PARTS_KEPT_MS;
      return told;
    } catch (error) {
      // The next request asks again. Until the marketplace answers, the last answer stays.
      entry.until = 0;
      if (!(error instanceof AppError) && !isMarketplaceError(error)) throw error;
      log.warn({ conta: conta.contaId, err: error }, 'seller not read');
      const { words } = marketplaces.of(conta.marketplace);
      // An old answer is better than none.
      return {
        ...(entry.last ?? NOTHING),
        aviso: error instanceof AppError ? error.message : noAnswer(words),
      };
    }
  };
}

const noAnswer = ({ o }: Words) => `${o} não respondeu agora. Use Atualizar Dados daqui a pouco.`;
const NOTHING = { listings: null, user: null, reputation: null, metrics: null, limites: [], aviso: null };
