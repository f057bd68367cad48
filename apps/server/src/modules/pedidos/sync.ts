import type { Tokens } from '#modules/contas/tokens.ts';
import type { Asker } from '#modules/marketplace/calls.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Orders, Pedido, UnreadOrder } from '#modules/marketplace/orders.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { noteArrival, planAfterSync } from './atraso.queries.ts';
import { newestOf } from './keep.ts';
import { nextPoll } from './next-poll.ts';
import { readMissing, readUnread } from './one-by-one.ts';
import { upsertPedidos } from './pedidos.queries.ts';
import { reportVendas } from './report-vendas.queries.ts';
import { passTurn, type Sincronia, saveProgress, selectSincronia } from './sincronia.queries.ts';
import { LostTurn, openWatch, type Turn, type Watch } from './watch.ts';
import { afterStep, isDone, isWhole, narrower, nextStep, type Progress, type Step } from './window.ts';

export interface SyncParts {
  db: Database;
  tokens: Tokens;
  log: Log;
  now: () => number;
  /** Enqueues the job of the next turn, which starts after this delay. */
  sendOn(tx: TenantDb, vez: number, startAfterSeconds: number): Promise<void>;
}

const NEW = { intervalS: 0, failures: 0 };
const AFTER_FAILURE_S = 2 * 60;
const WHEN_FORBIDDEN_S = 24 * 60 * 60;

/**
 * Runs steps until all pedidos are stored or the time of the run is over. Each step writes its rows and its
 * progress in one transaction.
 */
export async function sync(parts: SyncParts, turn: Turn): Promise<void> {
  const { db, log } = parts;
  const { seller, vez } = turn;
  const access = systemAccess(turn.empresaId);
  const pass = (isUnderWay: boolean, startAfterSeconds: number | null, failure?: 'forbidden' | 'passing') =>
    db.write(access, async (tx) => {
      const next = await passTurn(tx, seller, { vez, isUnderWay, failure });
      if (next !== undefined && startAfterSeconds !== null) await parts.sendOn(tx, next, startAfterSeconds);
    });

  /**
   * Ends the synchronisation. Notifications then report changes, and polls find the changes whose
   * notification was lost.
   */
  const finish = () =>
    db.write(access, async (tx) => {
      const next = await passTurn(tx, seller, { vez, isUnderWay: false });
      if (next !== undefined) await planAfterSync(tx, seller, nextPoll(NEW, 'synced', Math.random()));
    });

  for (const watch = openWatch(db, turn, parts.now); ; ) {
    const state = await db.read(access, (tx) => selectSincronia(tx, seller));
    if (!state) return void (await pass(false, null));
    if (state.vez !== vez) return;
    try {
      const outcome = await takeStep(parts, turn, state, watch);
      if (outcome === 'lost') return;
      if (outcome === 'done') {
        const conta = { empresaId: turn.empresaId, contaId: state.contaId, seller };
        if ((await readMissing(parts, conta, watch)) === 0) return void (await finish());
      }
    } catch (error) {
      if (error instanceof LostTurn) return;
      const failure = failureOf(error);
      if (failure === null) throw error;
      log.warn({ conta: state.contaId, err: error }, 'pedidos not synchronised');
      if (failure === 'forbidden') return void (await pass(false, WHEN_FORBIDDEN_S, failure));
      // Only the seller can restore the access. A reconnected conta starts a new synchronisation.
      if (failure === 'closed') return void (await pass(false, null));
      const isTheirs = failure === 'passing';
      return void (await pass(!isWhole(state), AFTER_FAILURE_S, isTheirs ? failure : undefined));
    }
    if (watch.isOver()) return void (await pass(true, 0));
  }
}

async function takeStep(
  { db, tokens, log }: SyncParts,
  { empresaId, seller, vez }: Turn,
  state: Sincronia,
  watch: Watch,
): Promise<'lost' | 'done' | 'more'> {
  const startedAt = watch.now();
  const step = nextStep(state, startedAt);
  const conta = { empresaId, contaId: state.contaId };
  const reading = await tokens.withToken(conta, (accessToken, { orders }) => {
    const asker = { accessToken, turn: { waits: 'background', key: empresaId } } as const;
    return readStep(orders, asker, { sellerId: seller.sellerId, state, step, now: startedAt, watch });
  });
  const pedidos = newestOf(reading.pedidos);
  const latest = pedidos.reduce((last, each) => Math.max(last, Date.parse(each.atualizado_em)), 0);
  // The orders are stored even if the step was not read to its end, because they are current.
  const progress =
    reading.narrowed ??
    afterStep(state, step, {
      count: pedidos.length,
      latest: latest === 0 ? null : latest,
      startedAt,
      tookMs: watch.now() - startedAt,
    });
  const { left } = reading;
  if (left.length > 0) log.warn({ conta: state.contaId, pedidos: left.length }, 'unreadable pedidos');
  const unread = left.map(({ id, criadoEm }) => ({
    id,
    criadoEm: criadoEm ?? new Date(step.from).toISOString(),
  }));
  const isOurs = await db.write(systemAccess(empresaId), async (tx) => {
    if (!(await saveProgress(tx, seller, { vez, progress, unread }))) return false;
    await reportVendas(tx, seller, pedidos);
    await upsertPedidos(tx, seller, pedidos);
    if (step.by === 'changed') await noteArrival(tx, seller, pedidos);
    return true;
  });
  if (!isOurs) return 'lost';
  return reading.narrowed === null && isDone(progress, step) ? 'done' : 'more';
}

interface Reading {
  pedidos: Pedido[];
  /** Orders that a search returned and that could not be read one by one either. */
  left: UnreadOrder[];
  /**
   * The progress with a narrower step, when the step took too long and was not read to its end. Otherwise
   * null.
   */
  narrowed: Progress | null;
}

/** Reads the pages of a step. Reads one by one the orders that every page returned in a malformed form. */
async function readStep(
  orders: Orders,
  asker: Asker,
  about: { sellerId: string; state: Progress; step: Step; now: number; watch: Watch },
): Promise<Reading> {
  const { sellerId, state, step, now, watch } = about;
  const window = { sellerId, by: step.by, from: new Date(step.from), wants: 'every' } as const;
  const to = step.to === null ? null : new Date(step.to);
  const pedidos: Pedido[] = [];
  const unread = new Map<string, UnreadOrder>();
  /** Checks after each call whether the step takes too long. */
  const tooLong = async () => {
    await watch.keep();
    if (!watch.isLate()) return null;
    const made = pedidos.map(({ criado_em }) => Date.parse(criado_em));
    const seenUntil = made.reduce((last, each) => Math.max(last, each), state.seenUntil ?? 0);
    return narrower({ ...state, seenUntil }, step, now);
  };
  for (let cursor: string | null = null; ; ) {
    const page = await orders.page(asker, { ...window, to }, cursor);
    pedidos.push(...page.pedidos);
    for (const each of page.unread) unread.set(each.id, each);
    const narrowed = await tooLong();
    if (narrowed) return { pedidos, left: [], narrowed };
    cursor = page.cursor;
    if (cursor === null) break;
  }
  for (const { id } of pedidos) unread.delete(id);
  const left: UnreadOrder[] = [];
  const rest = { unread: unread.values(), readable: pedidos.length };
  for await (const [each, read] of readUnread(orders, asker, rest)) {
    if (read === 'unreadable') left.push(each);
    else if (read) pedidos.push(read);
    const narrowed = await tooLong();
    if (narrowed) return { pedidos, left: [], narrowed };
  }
  return { pedidos, left, narrowed: null };
}

/** Classifies a failure. `ours` is a temporary failure of our database. Null is an unknown failure. */
function failureOf(error: unknown): 'forbidden' | 'closed' | 'passing' | 'ours' | null {
  if (isMarketplaceError(error, 'forbidden')) return 'forbidden';
  if (isMarketplaceError(error)) return 'passing';
  if (!(error instanceof AppError)) return null;
  if (error.code === 'conflict') return 'closed';
  if (error.code === 'unavailable') return 'ours';
  return error.code === 'upstream' ? 'passing' : null;
}
