import { openBudget } from '../../apps/server/src/modules/contas/budget.ts';
import type { Tokens } from '../../apps/server/src/modules/contas/tokens.ts';
import type { Marketplace } from '../../apps/server/src/modules/marketplace/marketplace.ts';
import { ordersOf } from '../../apps/server/src/modules/mercado-livre/mercado-livre.ts';
import {
  receiveNotificacoes,
  type Told,
} from '../../apps/server/src/modules/notificacoes/notificacoes.queries.ts';
import { openReader } from '../../apps/server/src/modules/notificacoes/reader.ts';
import { openTopics } from '../../apps/server/src/modules/notificacoes/topics.ts';
import { openPoller } from '../../apps/server/src/modules/pedidos/poller.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/db/db.ts';
import { openLog } from '../../apps/server/src/platform/log.ts';
import { PATIENCE } from '../../apps/server/src/testing/patience.ts';
import { type Random, randomOf } from '../kit/random.ts';
import { openClock, type SimulatedClock } from './clock.ts';
import { prepare, simulateTime } from './database.ts';
import { openMarketplace, type SimulatedMarketplace } from './marketplace.ts';
import { type Figures, measure } from './measure.ts';

export interface Size {
  contas: number;
  hours: number;
  /** The average number of changes per conta and hour. A few contas have most of the changes. */
  changesPerHour: number;
  callsPerSecond: number;
  /** The fraction of changes without a notification. */
  lost: number;
  /** The number of contas about which an attacker makes up notifications, with and without the secret. */
  attacked: number;
  /** The total number of made-up notifications. */
  madeUp: number;
  /** The fraction of all changes that belongs to the attacked contas. */
  attackedShare: number;
  processes: number;
}

export interface Setting extends Size {
  adminUrl: string;
  appUrl: string;
  seed: number;
}

/** A change at Mercado Livre, and whether it was announced. */
export interface Change {
  id: number;
  seller: number;
  at: number;
  isTold: boolean;
  isAttacked: boolean;
}

const FIRST_SELLER = 1_000_000_001;
const HOUR_MS = 3_600_000;
const TOKEN_MS = 6 * HOUR_MS;
/** The minimum and maximum delay of a notification. */
const TELLING_MS = [500, 3000] as const;
/** The minimum and maximum delay of the second copy of a notification after the first. */
const AGAIN_MS = [1000, 8000] as const;
/** Made-up notifications come in bursts of this many. */
const BURST = 500;
const GATHER_MS = 10;

process.on('message', (setting: Setting) => {
  void simulate(setting).then((figures) => process.send?.(figures));
});

async function simulate(setting: Setting): Promise<Figures> {
  const start = Date.parse('2026-11-16T12:00:00Z');
  const end = start + setting.hours * HOUR_MS;
  const admin = await prepare(setting.adminUrl, setting.contas, start);
  simulateTime();
  const clock = openClock(start, async (now) => {
    await admin.query('update sim.clock set at = to_timestamp($1::float8 / 1000)', [now]);
  });
  const marketplace = openMarketplace(clock);
  const loops = Array.from({ length: setting.processes }, (_, n) =>
    openProcess(setting, clock, marketplace, randomOf(setting.seed + 1 + n)),
  );
  const db = loops[0]?.db as Database; // there is one
  const changes = plan(setting, clock, marketplace, db);
  for (const { reader, poller } of loops) for (const loop of [reader, poller]) loop.start();
  await clock.runUntil(end);
  const figures = await measure({ admin, changes, calls: marketplace.calls, setting, start, end });
  for (const { reader, poller } of loops) for (const loop of [reader, poller]) void loop.stop();
  return figures;
}

/** The parts of the product that a worker process runs, on the simulated clock. */
function openProcess(
  setting: Setting,
  clock: SimulatedClock,
  marketplace: SimulatedMarketplace,
  random: Random,
) {
  const log = openLog('silent');
  const real = openDatabase({ url: setting.appUrl, pool: 6, patience: PATIENCE, onError: () => {} });
  const db: Database = {
    read: (access, work) => clock.during(real.read(access, work)),
    write: (access, work) => clock.during(real.write(access, work)),
    writeBoth: (accesses, steps) => clock.during(real.writeBoth(accesses, steps)),
    global: (text, values) => clock.during(real.global(text, values)),
    close: () => real.close(),
  };
  const perSecond = setting.callsPerSecond;
  const budget = openBudget({ db, marketplace: 'mercado-livre', perSecond, clock });
  const client = marketplace.clientFor(budget);
  /** When the token of each conta was last refreshed. An expired token costs one call to refresh. */
  const renewed = new Map<string, number>();
  const tokens: Tokens = {
    async withToken(conta, use) {
      const last = renewed.get(conta.contaId) ?? clock.now() - random() * TOKEN_MS;
      renewed.set(conta.contaId, last);
      if (clock.now() - last >= TOKEN_MS) {
        renewed.set(conta.contaId, clock.now());
        await budget.take({ waits: 'person', key: 'oauth', patienceMs: 60_000 });
        marketplace.countCall('/oauth/token', 0);
      }
      return use('token', { orders: ordersOf(client) } as Marketplace);
    },
  };
  const topics = openTopics({
    ...{ db, tokens, now: clock.now },
    anunciosChanged: async () => {},
    readVendas: async () => null,
  });
  return {
    db,
    reader: openReader({ db, topics, log, clock }),
    poller: openPoller({ db, tokens, log, clock, random, synchronise: async () => {} }),
  };
}

/** Schedules everything that happens outside the product: sales, notifications, and made-up notifications. */
function plan(
  setting: Setting,
  clock: SimulatedClock,
  marketplace: SimulatedMarketplace,
  db: Database,
): Change[] {
  const { contas, hours, changesPerHour, attacked, attackedShare, madeUp, lost } = setting;
  const changes: Change[] = [];
  const told: Told[] = [];
  /** Writes the notifications of the same moment to the database together, as the http process does. */
  const deliver = async () => {
    await clock.sleep(GATHER_MS);
    await receiveNotificacoes(db, told.splice(0));
  };
  const tell = (notification: Omit<Told, 'toldAt' | 'topico'>) => {
    if (told.length === 0) void deliver();
    told.push({ ...notification, topico: 'pedidos', toldAt: null });
  };
  const random = randomOf(setting.seed);
  const between = ([from, to]: readonly [number, number]) => from + random() * (to - from);
  const bySeller = openWeights(contas, random);
  const total = Math.round(contas * hours * changesPerHour);
  const at = (share: number) => Math.round(share * hours * HOUR_MS);

  const sell = async (delay: number) => {
    await clock.sleep(delay);
    const n = random() < attackedShare ? Math.floor(random() * attacked) : bySeller();
    const seller = FIRST_SELLER + n;
    const sale = marketplace.change(seller, random);
    const isTold = random() >= lost;
    changes.push({ id: sale.id, seller, at: sale.updatedAt, isTold, isAttacked: n < attacked });
    if (!isTold) return;
    const told = {
      marketplace: 'mercado-livre',
      sellerId: String(seller),
      recurso: String(sale.id),
      isTrusted: true,
      spacingS: 0,
    };
    await clock.sleep(between(TELLING_MS));
    tell(told);
    await clock.sleep(between(AGAIN_MS));
    tell(told);
  };
  for (let n = 0; n < total; n++) void sell(at(n / total));

  const attack = async (delay: number, first: number) => {
    await clock.sleep(delay);
    const seller = String(FIRST_SELLER + (Math.floor(first / BURST) % Math.max(attacked, 1)));
    // Every second burst comes with the secret.
    const isTrusted = Math.floor(first / BURST) % 2 === 0;
    for (let n = first; n < first + BURST; n++)
      tell({
        marketplace: 'mercado-livre',
        sellerId: seller,
        recurso: String(9_000_000_000 + n),
        isTrusted,
        spacingS: isTrusted ? 0 : 8,
      });
  };
  for (let n = 0; n < madeUp; n += BURST) void attack(at(n / madeUp), n);

  return changes;
}

/**
 * Chooses a seller at random. The first of ten thousand sellers sells about eighty times as much as the last.
 */
function openWeights(contas: number, random: Random): () => number {
  const sums: number[] = [];
  let sum = 0;
  for (let n = 0; n < contas; n++) {
    sum += 1 / (n + 20) ** 0.7;
    sums.push(sum);
  }
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = contas - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
