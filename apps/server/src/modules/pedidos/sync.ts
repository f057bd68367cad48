import { isMarketplaceError } from '#modules/contas/marketplace.ts';
import { accessOf, type Tokens } from '#modules/contas/tokens.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { type Order, searchOrders, type Unread } from '#modules/mercado-livre/orders.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { keepOrders } from './keep.ts';
import { readMissing, readUnread } from './one-by-one.ts';
import { upsertPedidos } from './pedidos.queries.ts';
import { passTurn, type Sincronia, saveProgress, selectSincronia } from './sincronia.queries.ts';
import { LostTurn, openWatch, type Turn, type Watch } from './watch.ts';
import {
  afterStep,
  askedFor,
  isDone,
  isWhole,
  narrower,
  nextStep,
  type Progress,
  type Step,
} from './window.ts';

export interface SyncParts {
  db: Database;
  tokens: Tokens;
  client: Client;
  log: Log;
  now: () => number;
  /** Whoever has the next turn begins after so long. */
  sendOn(tx: TenantDb, vez: number, startAfterSeconds: number): Promise<void>;
}

const AGAIN_S = 30 * 60;
const AFTER_FAILURE_S = 2 * 60;
const WHEN_FORBIDDEN_S = 24 * 60 * 60;
/** An answer in parts is asked for again; what it leaves out then is asked for one by one. */
const READINGS = 2;
/** So few of a page are asked for one by one at once. */
const FEW = 3;

/** Steps until all is here or the time is over. Each writes its rows and how far it came together. */
export async function sync(parts: SyncParts, turn: Turn): Promise<void> {
  const { db, log } = parts;
  const { userMlId, vez } = turn;
  const access = accessOf({ empresaId: turn.empresaId, contaId: '' });
  const pass = (isUnderWay: boolean, startAfterSeconds: number | null, failure?: 'forbidden' | 'passing') =>
    db.write(access, async (tx) => {
      const next = await passTurn(tx, userMlId, { vez, isUnderWay, failure });
      if (next !== undefined && startAfterSeconds !== null) await parts.sendOn(tx, next, startAfterSeconds);
    });

  for (const watch = openWatch(db, turn, parts.now); ; ) {
    const state = await db.read(access, (tx) => selectSincronia(tx, userMlId));
    if (!state) return void (await pass(false, null));
    if (state.vez !== vez) return;
    try {
      const outcome = await takeStep(parts, turn, state, watch);
      if (outcome === 'lost') return;
      if (outcome === 'done') {
        const conta = { empresaId: turn.empresaId, contaId: state.contaId, userMlId };
        if ((await readMissing(parts, conta, watch)) === 0) return void (await pass(false, AGAIN_S));
      }
    } catch (error) {
      if (error instanceof LostTurn) return;
      const failure = failureOf(error);
      if (failure === null) throw error;
      log.warn({ conta: state.contaId, err: error }, 'pedidos not synchronised');
      if (failure === 'forbidden') return void (await pass(false, WHEN_FORBIDDEN_S, failure));
      // Only the seller mends it: a conta connected again begins anew.
      if (failure === 'closed') return void (await pass(false, null));
      const isTheirs = failure === 'passing';
      return void (await pass(!isWhole(state), AFTER_FAILURE_S, isTheirs ? failure : undefined));
    }
    if (watch.isOver()) return void (await pass(true, 0));
  }
}

async function takeStep(
  { db, tokens, client, log }: SyncParts,
  { empresaId, userMlId, vez }: Turn,
  state: Sincronia,
  watch: Watch,
): Promise<'lost' | 'done' | 'more'> {
  const startedAt = watch.now();
  const step = nextStep(state, startedAt);
  const conta = { empresaId, contaId: state.contaId };
  const reading = await tokens.withToken(conta, (accessToken) =>
    readStep(client, accessToken, { userMlId, state, step, now: startedAt, watch }),
  );
  const pedidos = keepOrders(reading.orders);
  const latest = pedidos.reduce((last, each) => Math.max(last, Date.parse(each.atualizado_em)), 0);
  // What was read is as it was last, also where the step was not read to its end.
  const progress =
    reading.narrowed ??
    afterStep(state, step, {
      count: pedidos.length,
      latest: latest === 0 ? null : latest,
      startedAt,
      tookMs: watch.now() - startedAt,
    });
  const { left } = reading;
  if (left.length > 0) log.warn({ conta: state.contaId, pedidos: left.length }, 'pedidos nobody can read');
  const unread = left.map(({ id, date_created }) => ({
    id,
    criadoEm: date_created ?? new Date(step.from).toISOString(),
  }));
  const isOurs = await db.write(accessOf(conta), async (tx) => {
    if (!(await saveProgress(tx, userMlId, { vez, progress, unread }))) return false;
    await upsertPedidos(tx, userMlId, pedidos);
    return true;
  });
  if (!isOurs) return 'lost';
  return reading.narrowed === null && isDone(progress, step) ? 'done' : 'more';
}

interface Reading {
  orders: Order[];
  /** Told of, and in a way nobody can read. */
  left: Unread[];
  /** Of a step that was not read to its end, since it takes too long: how to go on. */
  narrowed: Progress | null;
}

/** With a pass of their own for the cancelled, which a plain search may leave out. */
async function readStep(
  client: Client,
  accessToken: string,
  about: { userMlId: string; state: Progress; step: Step; now: number; watch: Watch },
): Promise<Reading> {
  const { userMlId, state, step, now, watch } = about;
  const asker = { accessToken, turn: { waits: 'background', key: userMlId } } as const;
  const window = { sellerId: userMlId, by: step.by, ...askedFor(step, now) };
  const orders: Order[] = [];
  const unread = new Map<string, Unread>();
  /** Asked after each call. */
  const tooLong = async () => {
    await watch.keep();
    if (!watch.isLate()) return null;
    const made = orders.map(({ date_created }) => Date.parse(date_created));
    const seenUntil = made.reduce((last, each) => Math.max(last, each), state.seenUntil ?? 0);
    return narrower({ ...state, seenUntil }, step, now);
  };
  for (const status of [undefined, 'cancelled']) {
    for (let reading = 1; ; reading++) {
      let isPartial = false;
      for await (const page of searchOrders(client, asker, { ...window, ...(status && { status }) })) {
        orders.push(...page.orders);
        for (const each of page.unread) unread.set(each.id, each);
        isPartial ||= page.unread.length > FEW || page.orders.some(({ payments }) => payments === undefined);
        const narrowed = await tooLong();
        if (narrowed) return { orders, left: [], narrowed };
      }
      if (!isPartial || reading === READINGS) break;
    }
  }
  for (const { id } of orders) unread.delete(id);
  const left: Unread[] = [];
  const rest = { unread: unread.values(), readable: orders.length };
  for await (const [each, order] of readUnread(client, asker, rest)) {
    if (order) orders.push(order);
    else left.push(each);
    const narrowed = await tooLong();
    if (narrowed) return { orders, left: [], narrowed };
  }
  return { orders, left, narrowed: null };
}

/** `ours`: the database, for a moment. */
function failureOf(error: unknown): 'forbidden' | 'closed' | 'passing' | 'ours' | null {
  if (isMarketplaceError(error, 'forbidden')) return 'forbidden';
  if (isMarketplaceError(error)) return 'passing';
  if (!(error instanceof AppError)) return null;
  if (error.code === 'conflict') return 'closed';
  if (error.code === 'unavailable') return 'ours';
  return error.code === 'upstream' ? 'passing' : null;
}
