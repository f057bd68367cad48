import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Marketplace } from '#modules/marketplace/marketplace.ts';
import type { Database } from '#platform/db/db.ts';
import { eachInBatches } from '#platform/db/in-batches.ts';
import { lastingAccess, systemAccess } from '#platform/db/system-access.ts';
import { AppError } from '#platform/errors.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import { sweepConexoes } from './conexoes.queries.ts';
import {
  beginRevocation,
  endRevocation,
  selectConta,
  selectDisconnected,
  updateNickname,
} from './contas.queries.ts';
import { reseal } from './reseal.ts';
import {
  type ContaRef,
  deleteTokens,
  selectRunningOut,
  selectTokens,
  selectUnrevoked,
} from './tokens.queries.ts';
import type { Tokens } from './tokens.ts';

/**
 * Ends the authorization of a disconnected conta at the marketplace. Its sealed tokens are kept until then.
 */
export const revokeConta = defineJob({
  name: 'contas.revogar',
  data: z.object({ empresa_id: z.uuid(), conta_id: z.uuid() }),
  lane: 'bulk',
  outside: 'marketplace',
});

/**
 * Refreshes tokens that are about to expire, so that no authorization expires unnoticed. Also finishes
 * incomplete revocations.
 */
export const keepContas = defineJob({
  name: 'contas.manter',
  data: z.object({}),
  lane: 'upkeep',
  outside: 'marketplace',
  cron: '*/5 * * * *',
});

/** Reseals with the current key all tokens that an older key sealed. */
export const resealContas = defineJob({
  name: 'contas.reselar',
  data: z.object({}),
  lane: 'upkeep',
  cron: '41 3 * * *',
});

/** The number of contas that one query selects. */
const BATCH = 200;
const AT_ONCE = 4;
/** No further conta begins after this time, because the next run starts after five minutes and continues. */
const RUN_MS = 4 * 60_000;

interface Parts {
  db: Database;
  vault: Vault;
  tokens: Tokens;
  log: Log;
}

export function contasHandlers(parts: Parts) {
  const { db, tokens, log, vault } = parts;

  async function revoke(conta: ContaRef): Promise<void> {
    const row = await db.read(systemAccess(conta.empresaId), async (tx) => {
      const [disconnected, sealed] = await Promise.all([
        selectDisconnected(tx, conta.contaId),
        selectTokens(tx, conta.contaId),
      ]);
      return disconnected && sealed && { ...disconnected, situacao: sealed.situacao };
    });
    if (!row) return;
    const forget = () => db.write(lastingAccess(conta.empresaId), (tx) => deleteTokens(tx, conta.contaId));
    // The tokens are already void, so there is nothing to revoke.
    if (row.situacao === 'reconectar') return void (await forget());
    try {
      await tokens.withToken(conta, (accessToken, marketplace) =>
        end(conta, row.user_ml_id ?? '', { accessToken, marketplace }),
      );
    } catch (error) {
      const isOver =
        (error instanceof AppError && error.code === 'conflict') || isMarketplaceError(error, 'forbidden');
      if (!isOver) throw error;
      await forget();
    }
  }

  /**
   * Revokes the authorization. The account cannot be connected during this call, because a revocation ends
   * every grant of the account.
   */
  async function end(
    conta: ContaRef,
    sellerId: string,
    { accessToken, marketplace }: { accessToken: string; marketplace: Marketplace },
  ): Promise<void> {
    const { contaId } = conta;
    const leaseId = randomUUID();
    const begun = await db.write(lastingAccess(conta.empresaId), (tx) =>
      beginRevocation(tx, contaId, leaseId),
    );
    if (begun === 'busy') throw new Error('another process revokes this account');
    // `held`: the account is connected again, in this or another empresa. The grant serves both contas and
    // must stay valid.
    if (begun === 'mine')
      await marketplace.revoke(accessToken, sellerId).catch(async (error: unknown) => {
        await db.write(lastingAccess(conta.empresaId), (tx) => endRevocation(tx, leaseId));
        throw error;
      });
    await db.write(lastingAccess(conta.empresaId), async (tx) => {
      await deleteTokens(tx, contaId);
      await endRevocation(tx, leaseId);
    });
  }

  /** Refreshes the tokens of a conta, and reads the nickname if it was not available at the connection. */
  async function keep(conta: ContaRef): Promise<void> {
    const row = await db.read(systemAccess(conta.empresaId), (tx) => selectConta(tx, conta.contaId));
    const seller = await tokens.withToken(conta, async (accessToken, marketplace) =>
      row?.nickname === null ? marketplace.me(accessToken) : null,
    );
    if (seller)
      await db.write(systemAccess(conta.empresaId), (tx) =>
        updateNickname(tx, conta.contaId, seller.nickname),
      );
  }

  return [
    handle(revokeConta, ({ empresa_id, conta_id }) => revoke({ empresaId: empresa_id, contaId: conta_id })),
    handle(keepContas, async () => {
      const until = Date.now() + RUN_MS;
      await sweepConexoes(db);
      const isOver = () => Date.now() > until;
      const onError = ({ contaId }: ContaRef, err: unknown) =>
        log.warn({ conta: contaId, err }, 'conta not kept');
      const how = {
        batch: BATCH,
        atOnce: AT_ONCE,
        isOver,
        onError,
        keyOf: ({ contaId }: ContaRef) => contaId,
      };
      await eachInBatches((limit) => selectRunningOut(db, limit), keep, how);
      await eachInBatches((limit) => selectUnrevoked(db, limit), revoke, how);
    }),
    handle(resealContas, async () => {
      await reseal(
        { db, vault },
        (done) => log.info({ done }, 'tokens sealed anew'),
        ({ contaId }, err) => log.error({ conta: contaId, err }, 'tokens not sealed anew'),
      );
    }),
  ];
}
