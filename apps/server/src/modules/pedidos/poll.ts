import type { Tokens } from '#modules/contas/tokens.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { ChangesFound } from '#modules/marketplace/orders.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import {
  type Conferencia,
  countNews,
  hasGaps,
  noteArrival,
  planConferencia,
  savePolled,
  savePosition,
} from './atraso.queries.ts';
import { newestOf } from './keep.ts';
import { LONGEST_S, nextPoll, type PollOutcome } from './next-poll.ts';
import { upsertPedidos } from './pedidos.queries.ts';
import { reportAgain, reportVendas } from './report-vendas.queries.ts';

export interface PollParts {
  db: Database;
  tokens: Tokens;
  log: Log;
  now: () => number;
  random: () => number;
  /**
   * Starts a synchronisation when a poll cannot read everything: there are too many changes, or pedidos have
   * to be read one by one.
   */
  synchronise(tx: TenantDb, conta: SellerRef & { contaId: string }): Promise<void>;
}

/** Asks the marketplace for the changes since the last poll, because a notification may have been lost. */
export async function poll(parts: PollParts, conferencia: Conferencia): Promise<PollOutcome> {
  const { db, log } = parts;
  const { contaId } = conferencia;
  const seller = { marketplace: conferencia.marketplace, sellerId: conferencia.sellerId };
  const access = systemAccess(conferencia.empresaId);
  const plan = (tx: TenantDb, outcome: PollOutcome) =>
    planConferencia(tx, seller, nextPoll(conferencia, outcome, parts.random()));
  try {
    const startedAt = parts.now();
    const found = await search(parts, conferencia);
    const pedidos = newestOf(found.pedidos);
    return await db.write(access, async (tx) => {
      const { news, missed } = await countNews(tx, seller, pedidos);
      // Every transaction locks the rows of the synchronisation, of the notificacoes, of the pedidos and of the lag in
      // this order.
      await savePolled(tx, seller, {
        changesSince: found.since,
        // A quiet poll makes only one of the searches.
        syncedUntil: found.isWhole && !isQuiet(conferencia) ? startedAt : null,
      });
      await reportVendas(tx, seller, pedidos);
      await reportAgain(tx, seller);
      await upsertPedidos(tx, seller, pedidos);
      await noteArrival(tx, seller, pedidos);
      await savePosition(tx, seller, { position: found.position, missed });
      const isVain = conferencia.isHinted && news === 0;
      const outcome = missed > 0 ? 'missed' : isVain ? 'in vain' : 'clean';
      await plan(tx, outcome);
      if (!found.isWhole || (await hasGaps(tx, seller))) await parts.synchronise(tx, { ...seller, contaId });
      return outcome;
    });
  } catch (error) {
    const outcome = failureOf(error);
    if (outcome === null) throw error;
    log.warn({ conta: contaId, err: error }, 'pedidos not polled');
    await db.write(access, (tx) => plan(tx, outcome));
    return outcome;
  }
}

const isQuiet = ({ isHinted, intervalS }: Conferencia) => !isHinted && intervalS >= LONGEST_S;

function search(parts: PollParts, conferencia: Conferencia): Promise<ChangesFound> {
  const { empresaId, sellerId, changesSince: since, position, isHinted } = conferencia;
  const turn = { waits: isHinted ? 'hint' : 'background', key: empresaId } as const;
  return parts.tokens.withToken(conferencia, (accessToken, { orders }) =>
    orders.changes({ accessToken, turn }, { sellerId, since, position, isQuiet: isQuiet(conferencia) }),
  );
}

function failureOf(error: unknown): PollOutcome | null {
  if (isMarketplaceError(error, 'forbidden')) return 'forbidden';
  if (isMarketplaceError(error)) return 'failed';
  if (!(error instanceof AppError)) return null;
  if (error.code === 'conflict') return 'closed';
  return error.code === 'unavailable' || error.code === 'upstream' ? 'failed' : null;
}
