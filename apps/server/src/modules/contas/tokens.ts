import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { SYSTEM_USER } from '#platform/history.ts';
import type { Log } from '#platform/log.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import type { Vault } from '#platform/vault.ts';
import { type Grant, isMarketplaceError, type Marketplace } from './marketplace.ts';
import { openAccessToken, openRefreshToken, sealTokens } from './sealed-tokens.ts';
import {
  type ContaRef,
  lockTokens,
  type SealedTokens,
  selectTokens,
  updateSituacao,
  updateTokens,
} from './tokens.queries.ts';

export interface Tokens {
  /**
   * Hands a good access token to `use`, and a newer one once more if the marketplace does not believe the first. Throws
   * a `conflict` where only the seller can mend it.
   */
  withToken<T>(conta: ContaRef, use: (accessToken: string) => Promise<T>): Promise<T>;
}

interface Usable {
  accessToken: string;
  versao: number;
}

/** Each holds a connection to the database while the marketplace answers: they must not take all of them. */
const AT_ONCE = 2;
/** After a failure the same conta is left alone for longer each time. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A grant that could just be renewed is alive: its tokens are refused for so long before the seller is asked to mend it. */
const DISBELIEF_MS = 3_600_000;

export const accessOf = ({ empresaId }: ContaRef) => ({
  sessionHash: null,
  empresaId,
  userId: SYSTEM_USER,
});

export function openTokens(parts: {
  db: Database;
  vault: Vault;
  marketplace: Marketplace;
  log: Log;
}): Tokens {
  const { db, vault, marketplace, log } = parts;
  /** Refreshes under way in this process, by conta and the version they replace. */
  const flights = new Map<string, Promise<Usable>>();
  const pauses = new Map<string, Pause>();
  /** Contas whose newest tokens are not believed, and since when. */
  const disbelief = new Map<string, Pause & { since: number }>();
  const inTurn = openTurns(AT_ONCE);

  const usable = (conta: ContaRef, row: SealedTokens): Usable => ({
    accessToken: openAccessToken(vault, conta, row),
    versao: row.versao,
  });

  async function good(conta: ContaRef, disbelieved?: number): Promise<Usable> {
    const row = await db.read(accessOf(conta), (tx) => selectTokens(tx, conta.contaId));
    if (!row || row.situacao === 'reconectar') throw reconnect();
    if (row.fresh && row.versao !== disbelieved) return usable(conta, row);
    return flyOnce(conta, row.versao);
  }

  function flyOnce(conta: ContaRef, versao: number): Promise<Usable> {
    const key = `${conta.contaId} ${versao}`;
    const known = flights.get(key);
    if (known) return known;
    const flight = inTurn(() => refresh(conta, versao)).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  /** One transaction: whoever comes second waits for the row, and finds it fresh. */
  async function refresh(conta: ContaRef, versao: number): Promise<Usable> {
    const { contaId } = conta;
    const pause = pauses.get(contaId);
    if (isOn(pause)) throw unavailable(marketplace);
    try {
      const row = await db.write(accessOf(conta), async (tx) => {
        const locked = await lockTokens(tx, contaId);
        if (!locked || locked.situacao === 'reconectar') return null;
        if (locked.fresh && locked.versao !== versao) return locked;
        const grant = await ask(conta, locked);
        if (grant)
          return updateTokens(tx, contaId, { ...sealed(conta, grant), seconds: grant.expiresInSeconds });
        await giveUp(tx, contaId);
        return null;
      });
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

  const sealed = (conta: ContaRef, grant: Grant) => sealTokens(vault, conta, grant);

  const giveUp = async (tx: TenantDb, contaId: string) => {
    await updateSituacao(tx, contaId, 'reconectar');
    log.warn({ conta: contaId }, 'the marketplace lets us in no more');
  };

  /** Null: this refresh token is worth nothing, and is never tried again. */
  async function ask(conta: ContaRef, locked: SealedTokens): Promise<Grant | null> {
    const refreshToken = openRefreshToken(vault, conta, locked);
    if (refreshToken === null) return null;
    const grant = () => marketplace.refresh(refreshToken);
    try {
      // Without an answer it may have been used: the second try tells.
      return await grant().catch((error: unknown) => {
        if (!isMarketplaceError(error, 'uncertain')) throw error;
        return sleep(200).then(grant);
      });
    } catch (error) {
      if (isMarketplaceError(error, 'refused')) return null;
      throw error;
    }
  }

  return {
    async withToken(conta, use) {
      const { contaId } = conta;
      const first = await good(conta);
      try {
        return await believed(contaId, use(first.accessToken));
      } catch (error) {
        if (!isMarketplaceError(error, 'unauthorized')) throw error;
        if (isOn(disbelief.get(contaId))) throw unavailable(marketplace, error);
      }
      const second = await good(conta, first.versao);
      try {
        return await believed(contaId, use(second.accessToken));
      } catch (error) {
        if (!isMarketplaceError(error, 'unauthorized')) throw error;
        const known = disbelief.get(contaId);
        const since = known?.since ?? Date.now();
        disbelief.set(contaId, { ...longerThan(known), since });
        if (Date.now() - since < DISBELIEF_MS) throw unavailable(marketplace, error);
        await db.write(accessOf(conta), async (tx) => {
          const locked = await lockTokens(tx, contaId);
          // Somebody may have connected it again meanwhile.
          if (locked?.versao === second.versao) await giveUp(tx, contaId);
        });
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

/** So many at a time, the others in the order they came. */
function openTurns(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const reconnect = (cause?: unknown) =>
  new AppError('conflict', 'Esta conta perdeu a autorização. Reconecte-a em Integrações.', { cause });

const unavailable = ({ nome }: Marketplace, cause?: unknown) =>
  new AppError('upstream', `O ${nome} não respondeu agora. Tente de novo em instantes.`, { cause });
