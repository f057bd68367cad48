import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Marketplace, Marketplaces } from '#modules/marketplace/marketplace.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import { openRefresher } from './refresh.ts';
import { openAccessToken } from './sealed-tokens.ts';
import { type ContaRef, type SealedTokens, selectTokens } from './tokens.queries.ts';

export interface Tokens {
  /**
   * Calls `use` with a valid access token and the marketplace of the conta. If the marketplace refuses the
   * token, calls `use` once more with a newer token. Throws a `conflict` when only the seller can restore the
   * conta.
   */
  withToken<T>(
    conta: ContaRef,
    use: (accessToken: string, marketplace: Marketplace) => Promise<T>,
  ): Promise<T>;
}

interface Usable {
  marketplace: Marketplace;
  accessToken: string;
  versao: number;
}

/** The first pause after a failed refresh. Each further failure doubles the pause of the conta. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/**
 * The time for which the marketplace must refuse newly refreshed tokens before the conta becomes
 * `reconectar`. A grant that was just refreshed should be valid, so an earlier refusal counts as temporary.
 */
const DISBELIEF_MS = 3_600_000;

export function openTokens(parts: {
  db: Database;
  vault: Vault;
  marketplaces: Marketplaces;
  log: Log;
}): Tokens {
  const { db, vault, marketplaces, log } = parts;
  /** The refreshes under way in this process, by conta and replaced version. */
  const flights = new Map<string, Promise<Usable>>();
  const pauses = new Map<string, Pause>();
  /** The contas whose newest tokens the marketplace refuses, and since when. */
  const disbelief = new Map<string, Pause & { since: number }>();
  const refresher = openRefresher(parts);

  const usable = (conta: ContaRef, row: SealedTokens): Usable => ({
    marketplace: marketplaces.of(row.marketplace),
    accessToken: openAccessToken(vault, conta, row),
    versao: row.versao,
  });

  async function good(conta: ContaRef, disbelieved?: number): Promise<Usable> {
    const row = await db.read(systemAccess(conta.empresaId), (tx) => selectTokens(tx, conta.contaId));
    if (!row || row.situacao === 'reconectar') throw reconnect();
    if (row.fresh && row.versao !== disbelieved) return usable(conta, row);
    return flyOnce(conta, row);
  }

  function flyOnce(conta: ContaRef, row: SealedTokens): Promise<Usable> {
    const key = `${conta.contaId} ${row.versao}`;
    const known = flights.get(key);
    if (known) return known;
    const flight = refresh(conta, row).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  async function refresh(conta: ContaRef, { versao, marketplace: slug }: SealedTokens): Promise<Usable> {
    const { contaId } = conta;
    const marketplace = marketplaces.of(slug);
    const pause = pauses.get(contaId);
    if (isOn(pause)) throw unavailable(marketplace);
    try {
      const row = await refresher.refresh(conta, versao);
      pauses.delete(contaId);
      if (!row) throw reconnect();
      return usable(conta, row);
    } catch (error) {
      if (!isMarketplaceError(error)) throw error;
      pauses.set(contaId, longerThan(pause));
      log.warn({ conta: contaId, err: error }, 'tokens not refreshed');
      throw unavailable(marketplace, error);
    }
  }

  return {
    async withToken(conta, use) {
      const { contaId } = conta;
      const first = await good(conta);
      const { marketplace } = first;
      try {
        return await believed(contaId, use(first.accessToken, marketplace));
      } catch (error) {
        if (!isMarketplaceError(error, 'unauthorized')) throw error;
        if (isOn(disbelief.get(contaId))) throw unavailable(marketplace, error);
      }
      const second = await good(conta, first.versao);
      try {
        return await believed(contaId, use(second.accessToken, marketplace));
      } catch (error) {
        if (!isMarketplaceError(error, 'unauthorized')) throw error;
        const known = disbelief.get(contaId);
        const since = known?.since ?? Date.now();
        disbelief.set(contaId, { ...longerThan(known), since });
        if (Date.now() - since < DISBELIEF_MS) throw unavailable(marketplace, error);
        await refresher.giveUp(conta, second.versao);
        disbelief.delete(contaId);
        throw reconnect(error);
      }
    },
  };

  async function believed<T>(contaId: string, use: Promise<T>): Promise<T> {
    const result = await use;
    disbelief.delete(contaId);
    return result;
  }
}

interface Pause {
  until: number;
  ms: number;
}

const isOn = (pause: Pause | undefined) => pause !== undefined && pause.until > Date.now();

function longerThan(pause: Pause | undefined): Pause {
  const ms = Math.min((pause?.ms ?? FIRST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS);
  return { until: Date.now() + ms * (0.5 + Math.random() / 2), ms };
}

const reconnect = (cause?: unknown) =>
  new AppError('conflict', 'Esta conta perdeu a autorização. Reconecte-a em Integrações.', { cause });

const unavailable = ({ words }: Marketplace, cause?: unknown) =>
  new AppError('upstream', `${words.o} não respondeu agora. Tente de novo em instantes.`, { cause });
