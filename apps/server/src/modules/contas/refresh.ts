import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Grant } from '#modules/marketplace/connection.ts';
import { isMarketplaceError, MarketplaceError } from '#modules/marketplace/errors.ts';
import type { Marketplace, Marketplaces } from '#modules/marketplace/marketplace.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { toAppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import { openRefreshToken, sealTokens } from './sealed-tokens.ts';
import {
  type ContaRef,
  claimLease,
  type Lease,
  lockTokens,
  releaseLease,
  renewLease,
  type SealedTokens,
  selectTokens,
  updateSituacao,
  updateTokens,
} from './tokens.queries.ts';

/** The duration of a lease. When a process dies, another process may refresh the conta after this time. */
const LEASE_SECONDS = 5;
/** The interval between renewals. Several fit into one lease, so that one late renewal does not lose it. */
const RENEW_MS = 1250;
/** The maximum wait for the refresh of another process. It is shorter than the 15 s of a request. */
const PATIENCE_MS = 13_000;
const FIRST_POLL_MS = 25;
const LONGEST_POLL_MS = 400;
/**
 * The maximum time to retry the write of new tokens while the database is unavailable. The old refresh token
 * is used up, so the new tokens must not be lost.
 */
const KEEP_MS = 60_000;
const KEEP_AGAIN_MS = 250;

interface Parts {
  db: Database;
  vault: Vault;
  marketplaces: Marketplaces;
  log: Log;
}

export interface Refresher {
  /**
   * Returns tokens newer than `versao`, which this or another process refreshed. Returns null when only the
   * seller can restore the conta.
   */
  refresh(conta: ContaRef, versao: number): Promise<SealedTokens | null>;
  /** Sets the conta to `reconectar`, unless it has newer tokens than `versao`. */
  giveUp(conta: ContaRef, versao: number): Promise<void>;
}

/**
 * Reads, calls, then writes (ADR 0047). The process that holds the lease calls the marketplace, outside any
 * transaction. Tokens obtained for one version of the row never replace the tokens of another version.
 */
export function openRefresher({ db, vault, marketplaces, log }: Parts): Refresher {
  const read = (conta: ContaRef) =>
    db.read(systemAccess(conta.empresaId), (tx) => selectTokens(tx, conta.contaId));

  async function refresh(conta: ContaRef, versao: number): Promise<SealedTokens | null> {
    const until = Date.now() + PATIENCE_MS;
    const lease = { id: randomUUID(), seconds: LEASE_SECONDS };
    for (let tries = 0; ; tries++) {
      const row = await read(conta);
      if (!row || row.situacao === 'reconectar') return null;
      if (row.fresh && row.versao !== versao) return row;
      if (!row.leased && (await claim(conta, row.versao, lease)))
        return whileRenewed(conta, lease, () => exchange(conta, row));
      if (Date.now() > until) throw new MarketplaceError('unavailable');
      await sleep(pollMs(tries));
    }
  }

  const claim = (conta: ContaRef, versao: number, lease: Lease) =>
    db.write(systemAccess(conta.empresaId), (tx) => claimLease(tx, conta.contaId, versao, lease));

  /**
   * Renews the lease during the work. If a renewal is late, another process may take the lease. The check of
   * the version makes this harmless.
   */
  async function whileRenewed<T>(conta: ContaRef, lease: Lease, work: () => Promise<T>): Promise<T> {
    const { contaId } = conta;
    const note = (err: unknown) => log.warn({ conta: contaId, err }, 'lease not renewed');
    const beat = setInterval(
      () => void db.write(systemAccess(conta.empresaId), (tx) => renewLease(tx, contaId, lease)).catch(note),
      RENEW_MS,
    );
    try {
      return await work();
    } catch (error) {
      await db.write(systemAccess(conta.empresaId), (tx) => releaseLease(tx, contaId, lease)).catch(note);
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  async function exchange(conta: ContaRef, row: SealedTokens): Promise<SealedTokens | null> {
    const marketplace = marketplaces.of(row.marketplace);
    const grant = await ask(marketplace, conta, row);
    if (grant) await keep(conta, row.versao, grant);
    else await giveUp(conta, row.versao);
    const after = await read(conta);
    return after && after.situacao === 'ativa' && after.versao !== row.versao ? after : null;
  }

  /** Returns null when the refresh token is void. A void token is never tried again. */
  async function ask(marketplace: Marketplace, conta: ContaRef, row: SealedTokens): Promise<Grant | null> {
    const refreshToken = openRefreshToken(vault, conta, row);
    if (refreshToken === null) return null;
    const grant = () => marketplace.refresh(refreshToken);
    try {
      // Without an answer the token may have been used. A second attempt is refused if it was.
      return await grant().catch((error: unknown) => {
        if (!isMarketplaceError(error, 'uncertain')) throw error;
        return sleep(200).then(grant);
      });
    } catch (error) {
      if (isMarketplaceError(error, 'refused')) return null;
      throw error;
    }
  }

  async function keep(conta: ContaRef, versao: number, grant: Grant): Promise<void> {
    const { contaId } = conta;
    const sealed = { ...sealTokens(vault, conta, grant), seconds: grant.expiresInSeconds };
    const until = Date.now() + KEEP_MS;
    const write = () =>
      db.write(systemAccess(conta.empresaId), async (tx) => {
        // If the lease was lost, the next process was refused and set `reconectar`. The new tokens make the
        // conta `ativa` again, unless the row has tokens of another version.
        if (await updateTokens(tx, contaId, versao, sealed)) await updateSituacao(tx, contaId, 'ativa');
      });
    for (;;) {
      const error = await write().then(
        () => null,
        (failure: unknown) => failure,
      );
      if (error === null) return;
      if (toAppError(error, {}).code !== 'unavailable' || Date.now() > until) throw error;
      log.warn({ conta: contaId, err: error }, 'new tokens not written yet');
      await sleep(KEEP_AGAIN_MS);
    }
  }

  async function giveUp(conta: ContaRef, versao: number): Promise<void> {
    const { contaId } = conta;
    const isGivenUp = await db.write(systemAccess(conta.empresaId), async (tx) => {
      const locked = await lockTokens(tx, contaId);
      // Another process refreshed the tokens, or the account was connected again.
      if (locked?.versao !== versao) return false;
      await updateSituacao(tx, contaId, 'reconectar');
      return true;
    });
    if (isGivenUp) log.warn({ conta: contaId }, 'the marketplace lets us in no more');
  }

  return { refresh, giveUp };
}

/** Exponential backoff with jitter. */
const pollMs = (tries: number) =>
  Math.min(FIRST_POLL_MS * 1.5 ** tries, LONGEST_POLL_MS) * (0.5 + Math.random() / 2);
