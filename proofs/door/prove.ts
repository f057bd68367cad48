import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Access } from '../../apps/server/src/platform/db/db.ts';
import { type Harness, ORIGIN, openHarness } from '../../apps/server/src/testing/harness.ts';
import { isShort, plantedOf } from '../kit/arguments.ts';
import { type Edit, withEdits } from '../kit/edits.ts';
import { figure, note, planted } from '../kit/figures.ts';
import { openProduct, openStage, type Product, THROWAWAY } from '../kit/product.ts';
import { type Place, prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { hostileOf, neighbourFindings, type Operator, pick, send, tenantRoutes } from './routes.ts';
import type { Seen } from './transactions.ts';
import { openWire, type Wire } from './wire.ts';

/**
 * Proves that no statement runs in a transaction of another empresa, however the callback that sent it fails.
 * One part drives the transaction code itself, the other drives the product over HTTP. A proxy between the
 * product and PostgreSQL reads the wire protocol and judges every statement (see README.md).
 */
const EMPRESAS = 200;
/** The number of transactions, by pool size. */
const TRANSACTIONS = isShort ? { 1: 3_000, 2: 5_000, 10: 12_000 } : { 1: 200_000, 2: 300_000, 10: 520_000 };
const PLANTED_TRANSACTIONS = { 1: 1_500, 2: 1_500, 10: 0 };
/** The number of concurrent callers that repeat the attack. */
const CALLERS = 40;
/** The attack ends after the neighbours have saved this often. */
const SAVES = isShort ? 500 : 3_000;
const DATABASE = 'prumo';

interface Ground {
  place: Place;
  product: Product;
  harness: Harness;
  people: Access[];
  operators: Operator[];
  isEmpresa: (text: string) => boolean;
}

await prove(async (place) => {
  const stage = await openStage(place, THROWAWAY);
  const product = await openProduct(stage, {
    database: DATABASE,
    log: join(place.folder, 'http.log'),
    settings: {
      ...{ NODE_ENV: 'test', PUBLIC_URL: ORIGIN, RATE_LIMIT: '0' },
      // With two connections, each connection serves another request as often as possible.
      DATABASE_POOL: '2',
    },
  });
  const harness = await openHarness((role) => stage.postgres.url(DATABASE, role));
  place.onEnd(harness.close);
  const signedIn = [];
  for (let n = 0; n < EMPRESAS; n++) signedIn.push(await harness.anEmpresa());
  const people = signedIn.map(({ sessionHash, empresaId, userId }, n) => ({
    // Half of the transactions run as those of jobs, which have no session.
    sessionHash: n % 2 ? sessionHash : null,
    empresaId,
    userId,
  }));
  const operators = signedIn.map(({ empresaId, cookie }) => ({ empresaId, cookie: cookie ?? '' }));
  const ids = new Set(people.map(({ empresaId }) => empresaId));
  const ground = { place, product, harness, people, operators, isEmpresa: (id: string) => ids.has(id) };
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) {
    for (const finding of [...(await proveTransactions(ground)), ...(await proveRoutes(ground))])
      note(finding);
    return;
  }
  for (const name of defects) {
    const { edits } = DEFECTS[name];
    const { findings } = await transactionsOf(ground, PLANTED_TRANSACTIONS, edits);
    planted(name, findings);
  }
});

async function proveTransactions(ground: Ground): Promise<string[]> {
  const { findings, seen, wire, foreign, wrongRows } = await transactionsOf(ground, TRANSACTIONS, []);
  const sum = (of: (each: Seen) => number) => seen.reduce((total, each) => total + of(each), 0);
  const transactions = sum((each) => each.transactions);
  const faults = sum((each) => Object.values(each.faults).reduce((total, count) => total + count, 0));
  const kinds = new Set(seen.flatMap((each) => Object.keys(each.faults))).size;
  const size = `${EMPRESAS} empresas, pools of 1, 2 and 10`;
  figure('transactions', transactions, { min: isShort ? 20_000 : 1_000_000 }, size);
  note(
    `${faults} of them with a fault, ${kinds} kinds; ${sum((each) => each.refusedLate)} late statements refused`,
  );
  note(`${wire.counts.transactions} transactions and ${wire.counts.statements} statements read on the wire`);
  figure(
    'statements in a transaction of another empresa or callback',
    foreign + wire.violationCount(),
    { exactly: 0 },
    size,
  );
  figure(
    'transactions without a fault that failed',
    sum((each) => each.bystandersFailed.length),
    { exactly: 0 },
  );
  figure('empresas with more or fewer saved rows than acknowledged', wrongRows, { exactly: 0 });
  return findings;
}

/** Runs the transactions, one process for each pool size, and judges them. */
async function transactionsOf(
  { place, product, harness, people, isEmpresa }: Ground,
  counts: Record<number, number>,
  edits: readonly Edit[],
) {
  const wire = await openWire({ upstream: place.port, isEmpresa });
  const url = urlOver(wire, place, product);
  await harness.sql('truncate marcas cascade');
  const seen: Seen[] = [];
  for (const [pool, transactions] of Object.entries(counts)) {
    if (transactions === 0) continue;
    const task = join(place.folder, `task-${pool}.json`);
    await writeFile(
      task,
      JSON.stringify({ url, pool: Number(pool), transactions, seed: Number(pool), people }),
    );
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'transactions.ts'), task],
      { env: { ...process.env, ...withEdits(edits) }, maxBuffer: 64 * 2 ** 20 },
    );
    seen.push(JSON.parse(stdout));
  }
  await wire.close();
  const saved = new Map<string, number>();
  for (const { empresa_id, n } of await harness.sql(
    'select empresa_id, count(*)::int as n from marcas group by empresa_id',
  ))
    saved.set(String(empresa_id), Number(n));
  const wrong = people.filter(({ empresaId }) => {
    const acknowledged = seen.reduce((total, each) => total + (each.acknowledged[empresaId] ?? 0), 0);
    return acknowledged !== (saved.get(empresaId) ?? 0);
  });
  const foreign = seen.flatMap((each) => each.foreign);
  const findings = [
    ...wire.violations,
    ...foreign,
    ...seen.flatMap((each) => each.bystandersFailed),
    ...wrong.map(({ empresaId }) => `${empresaId} has more or fewer rows than acknowledged saves`),
    ...seen
      .filter(({ unhandled }) => unhandled > 0)
      .map(({ unhandled }) => `${unhandled} unhandled rejections`),
  ];
  return { findings, seen, wire, foreign: foreign.length, wrongRows: wrong.length };
}

/** The URL with which the product's role reaches the database through the proxy. */
function urlOver(wire: Wire, { port }: Place, { postgres }: Product): string {
  return postgres.url(DATABASE, 'app').replace(`:${port}/`, `:${wire.port}/`);
}

async function proveRoutes(ground: Ground): Promise<string[]> {
  const { place, product, harness, isEmpresa, operators } = ground;
  const wire = await openWire({ upstream: place.port, isEmpresa });
  const server = await product.serve({ DATABASE_URL: urlOver(wire, place, product) });
  const url = product.api;
  const routes = tenantRoutes(harness.app.routeInventory);
  const findings: string[] = [];
  try {
    findings.push(...(await attack(url, ground, wire)));
    findings.push(...(await everyRoute(url, ground, routes)));
  } finally {
    await server.kill();
    await wire.close();
  }
  figure('statements in a transaction of another empresa, over HTTP', wire.violationCount(), { exactly: 0 });
  note(`${wire.counts.transactions} transactions read on the wire; ${operators.length} operators`);
  return [...wire.violations, ...findings];
}

/**
 * Repeats the request whose late statements once ran in the transactions of other empresas, while neighbours
 * save.
 */
async function attack(url: string, { operators }: Ground, _wire: Wire): Promise<string[]> {
  const [attacker, ...others] = operators as [Operator, ...Operator[]];
  const path = '/api/importacoes/019a8c00-0000-7000-8000-000000000000/anuncios?grupo=todos&cursor=x';
  const findings: string[] = [];
  let saves = 0;
  let calls = 0;
  const attackers = Array.from({ length: CALLERS }, async () => {
    while (saves < SAVES) {
      await send(url, attacker, { method: 'GET', path });
      calls++;
    }
  });
  const neighbours = Array.from({ length: 8 }, async () => {
    while (saves < SAVES) {
      const n = saves++;
      findings.push(...(await neighbourFindings(url, others[n % others.length] as Operator, n)));
    }
  });
  await Promise.all([...attackers, ...neighbours]);
  figure(
    'wrong answers to neighbours during the attack',
    findings.length,
    { exactly: 0 },
    `${saves} saves, ${calls} calls of the attacker`,
  );
  return findings;
}

/**
 * Half of the empresas send requests that fail late, to every route. The other half save and list marcas
 * meanwhile.
 */
async function everyRoute(
  url: string,
  { operators }: Ground,
  routes: ReturnType<typeof tenantRoutes>,
): Promise<string[]> {
  const rounds = isShort ? 3 : 40;
  const half = operators.length / 2;
  const queue = Array.from({ length: rounds }, () => routes).flat();
  const findings: string[] = [];
  const hostileErrors = new Map<string, number>();
  let sent = 0;
  let saves = 0;
  let isOver = false;
  const hostile = Array.from({ length: 12 }, async () => {
    for (let route = queue.shift(); route; route = queue.shift()) {
      const operator = operators[Math.floor(Math.random() * half)] as Operator;
      const id = '019a8c00-0000-7000-8000-000000000000';
      const answer = await send(url, operator, hostileOf(route, id, Math.random));
      sent++;
      if (answer !== 'aborted' && answer.status === 500) {
        const label = `${route.method} ${route.url} answers 500`;
        hostileErrors.set(label, (hostileErrors.get(label) ?? 0) + 1);
      }
    }
  });
  const neighbours = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const n = saves++;
      findings.push(...(await neighbourFindings(url, pick(operators.slice(half), Math.random), n)));
    }
  });
  await Promise.all(hostile);
  isOver = true;
  await Promise.all(neighbours);
  const size = `${routes.length} routes, ${sent} hostile requests, ${saves} saves and lists`;
  figure('wrong answers to neighbours beside hostile requests', findings.length, { exactly: 0 }, size);
  figure('routes that answer 500 to a hostile request', hostileErrors.size, { exactly: 0 });
  return [...findings, ...hostileErrors.keys()];
}
