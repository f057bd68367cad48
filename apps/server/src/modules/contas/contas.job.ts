import * as z from 'zod';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { defineJob, handle } from '#platform/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/vault.ts';
import { sweepConexoes } from './conexoes.queries.ts';
import { isHeld, selectConta, selectDisconnected, updateNickname } from './contas.queries.ts';
import { isMarketplaceError, type Marketplace } from './marketplace.ts';
import { reseal } from './reseal.ts';
import {
  type ContaRef,
  deleteTokens,
  selectRunningOut,
  selectTokens,
  selectUnrevoked,
} from './tokens.queries.ts';
import { accessOf, type Tokens } from './tokens.ts';

/** Ends at the marketplace what was disconnected here; until then its tokens are kept, sealed. */
export const revokeConta = defineJob({
  name: 'contas.revogar',
  data: z.object({ empresa_id: z.uuid(), conta_id: z.uuid() }),
});

/** Renews what is about to run out, so that no conta dies unnoticed, and finishes what was left undone. */
export const keepContas = defineJob({ name: 'contas.manter', data: z.object({}), cron: '*/5 * * * *' });

/** Seals with the present key whatever an older one sealed. */
export const resealContas = defineJob({ name: 'contas.reselar', data: z.object({}), cron: '41 3 * * *' });

/** A run every five minutes stays within them; what is left is the next one's. */
const AT_ONCE = 200;
const RUN_MS = 4 * 60_000;

interface Parts {
  db: Database;
  vault: Vault;
  tokens: Tokens;
  marketplace: Marketplace;
  log: Log;
}

export function contasHandlers(parts: Parts) {
  const { db, tokens, marketplace, log, vault } = parts;

  async function revoke(conta: ContaRef): Promise<void> {
    const row = await db.read(accessOf(conta), async (tx) => {
      const [disconnected, sealed] = await Promise.all([
        selectDisconnected(tx, conta.contaId),
        selectTokens(tx, conta.contaId),
      ]);
      return disconnected && sealed && { ...disconnected, situacao: sealed.situacao };
    });
    if (!row) return;
    const forget = () => db.write(accessOf(conta), (tx) => deleteTokens(tx, conta.contaId));
    // What opens nothing any more has nothing to end.
    if (row.situacao === 'reconectar') return void (await forget());
    try {
      await tokens.withToken(conta, (accessToken) =>
        db.write(accessOf(conta), async (tx) => {
          // Connected again meanwhile, here or elsewhere: one grant serves both, and it must stand.
          if (!(await isHeld(tx, conta.contaId)))
            await marketplace.revoke(accessToken, String(row.user_ml_id));
          await deleteTokens(tx, conta.contaId);
        }),
      );
    } catch (error) {
      const isOver =
        (error instanceof AppError && error.code === 'conflict') || isMarketplaceError(error, 'forbidden');
      if (!isOver) throw error;
      await forget();
    }
  }

  /** Also asks for a name that could not be asked for when it was connected. */
  async function keep(conta: ContaRef): Promise<void> {
    const row = await db.read(accessOf(conta), (tx) => selectConta(tx, conta.contaId));
    const seller = await tokens.withToken(conta, async (accessToken) =>
      row?.nickname === null ? marketplace.me(accessToken) : null,
    );
    if (seller) await db.write(accessOf(conta), (tx) => updateNickname(tx, conta.contaId, seller.nickname));
  }

  return [
    handle(revokeConta, ({ empresa_id, conta_id }) => revoke({ empresaId: empresa_id, contaId: conta_id })),
    handle(keepContas, async () => {
      const until = Date.now() + RUN_MS;
      await sweepConexoes(db);
      const each = async (contas: readonly ContaRef[], work: (conta: ContaRef) => Promise<void>) => {
        for (const conta of contas) {
          if (Date.now() > until) return;
          await work(conta).catch((err: unknown) =>
            log.warn({ conta: conta.contaId, err }, 'conta not kept'),
          );
        }
      };
      await each(await selectRunningOut(db, AT_ONCE), keep);
      await each(await selectUnrevoked(db, AT_ONCE), revoke);
    }),
    handle(resealContas, async () => {
      await reseal({ db, vault }, (done) => log.info({ done }, 'tokens sealed anew'));
    }),
  ];
}
