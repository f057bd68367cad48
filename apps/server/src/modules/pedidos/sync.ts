import { isMarketplaceError } from '#modules/contas/marketplace.ts';
import { accessOf, type Tokens } from '#modules/contas/tokens.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { type Order, searchOrders } from '#modules/mercado-livre/orders.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { keepOrders, type Pedido } from './keep.ts';
import { upsertPedidos } from './pedidos.queries.ts';
import { readRefunds } from './refunds.ts';
import { passTurn, type Sincronia, saveProgress, selectSincronia } from './sincronia.queries.ts';
import { afterStep, askedFor, isDone, isWhole, nextStep, type Step } from './window.ts';

interface Parts {
  db: Database;
  tokens: Tokens;
  client: Client;
  log: Log;
  /** Whoever has the next turn begins after so long. */
  sendOn(tx: TenantDb, vez: number, startAfterSeconds: number): Promise<void>;
}

interface Turn {
  empresaId: string;
  userMlId: string;
  vez: number;
}

/** Then the others go first. */
const RUN_MS = 45_000;
const AGAIN_S = 30 * 60;
const AFTER_FAILURE_S = 2 * 60;
const WHEN_FORBIDDEN_S = 24 * 60 * 60;
/** An answer in parts is asked for again; what it leaves out then is asked for one by one at the end. */
const READINGS = 2;

/** Steps until all is here or the time is over. Each writes its rows and how far it came together. */
export async function sync(parts: Parts, turn: Turn): Promise<void> {
  const { db, log } = parts;
  const { userMlId, vez } = turn;
  const access = accessOf({ empresaId: turn.empresaId, contaId: '' });
  const pass = (isUnderWay: boolean, startAfterSeconds: number | null, failure?: 'forbidden' | 'passing') =>
    db.write(access, async (tx) => {
      const next = await passTurn(tx, userMlId, { vez, isUnderWay, failure });
      if (next !== undefined && startAfterSeconds !== null) await parts.sendOn(tx, next, startAfterSeconds);
    });

  for (const until = Date.now() + RUN_MS; ; ) {
    const state = await db.read(access, (tx) => selectSincronia(tx, userMlId));
    if (!state) return void (await pass(false, null));
    if (state.vez !== vez) return;
    try {
      const outcome = await takeStep(parts, turn, state);
      if (outcome === 'lost') return;
      if (outcome === 'done') {
        const conta = { empresaId: turn.empresaId, contaId: state.contaId, userMlId };
        if ((await readRefunds(parts, conta)) === 0) return void (await pass(false, AGAIN_S));
      }
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      log.warn({ conta: state.contaId, err: error }, 'pedidos not synchronised');
      if (failure === 'forbidden') return void (await pass(false, WHEN_FORBIDDEN_S, failure));
      // Only the seller mends it: whoever looks at the conta afterwards begins anew.
      if (failure === 'closed') return void (await pass(false, null));
      return void (await pass(!isWhole(state), AFTER_FAILURE_S, failure));
    }
    if (Date.now() > until) return void (await pass(true, 0));
  }
}

async function takeStep(
  { db, tokens, client }: Parts,
  { empresaId, userMlId, vez }: Turn,
  state: Sincronia,
): Promise<'lost' | 'done' | 'more'> {
  const startedAt = Date.now();
  const step = nextStep(state, startedAt);
  const conta = { empresaId, contaId: state.contaId };
  const pedidos = await tokens.withToken(conta, (accessToken) =>
    readStep(client, accessToken, { userMlId, step, now: startedAt }),
  );
  const latest = pedidos.reduce((last, each) => Math.max(last, Date.parse(each.atualizado_em)), 0);
  const progress = afterStep(state, step, {
    count: pedidos.length,
    latest: latest === 0 ? null : latest,
    startedAt,
  });
  const isOurs = await db.write(accessOf(conta), async (tx) => {
    if (!(await saveProgress(tx, userMlId, { vez, progress }))) return false;
    await upsertPedidos(tx, userMlId, pedidos);
    return true;
  });
  if (!isOurs) return 'lost';
  return isDone(progress, step) ? 'done' : 'more';
}

/** With a pass of their own for the cancelled, which a plain search may leave out. */
async function readStep(
  client: Client,
  accessToken: string,
  { userMlId, step, now }: { userMlId: string; step: Step; now: number },
): Promise<Pedido[]> {
  const asker = { accessToken, turn: { waits: 'background', key: userMlId } } as const;
  const window = { sellerId: userMlId, by: step.by, ...askedFor(step, now) };
  const orders: Order[] = [];
  for (const status of [undefined, 'cancelled']) {
    for (let reading = 1; ; reading++) {
      let isPartial = false;
      for await (const page of searchOrders(client, asker, { ...window, ...(status && { status }) })) {
        orders.push(...page);
        isPartial ||= page.some(({ payments }) => payments === undefined);
      }
      if (!isPartial || reading === READINGS) break;
    }
  }
  return keepOrders(orders);
}

function failureOf(error: unknown): 'forbidden' | 'closed' | 'passing' | null {
  if (isMarketplaceError(error, 'forbidden')) return 'forbidden';
  if (isMarketplaceError(error)) return 'passing';
  if (!(error instanceof AppError)) return null;
  return error.code === 'conflict' ? 'closed' : error.code === 'upstream' ? 'passing' : null;
}
