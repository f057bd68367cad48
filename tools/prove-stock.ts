import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { startPostgres } from './postgres.ts';
import { figure, isShort, note, planted, plantedOf, prove } from './proof.ts';
import { OUTCOME } from './prove-stock.attempts.ts';
import { DEFECTS } from './prove-stock.defects.ts';
import { type Count, judge } from './prove-stock.judge.ts';
import { walkAll } from './prove-stock.model.ts';
import { aShop } from './prove-stock.shops.ts';
import { openServers, type Phase, type Result, runPhase, type Site } from './prove-stock.storm.ts';
import { environment, prepareDatabase } from './stack.ts';

/**
 * Nothing is sold that is not there. The rules of stock are held against a model of their own; then processes of
 * clients ask two http processes for the last units of a hundred produtos, while PostgreSQL and the http processes are
 * killed with -9 and answers are lost, and every attempt is sent again with its own id until its end is known. What
 * was acknowledged must be in the ledger once, what was refused not at all, and every saldo must be its sum.
 * `--attempts=<n>` makes another number of them.
 */
const ATTEMPTS = sizeOf('attempts') ?? (isShort ? 5000 : 1_000_000);
const RUNS = isShort ? 2000 : 100_000;
const STEPS = 200;
const KILLS = isShort ? 3 : 24;
const EMPRESAS = 4;
const PRODUTOS = 100;
const DATABASE = 'prumo';
/** One answer in so many is not listened to. */
const DEAFNESS = 100;

/** In production, where answers are not held against their contract; the images are left out of it. */
const QUIET = {
  NODE_ENV: 'production',
  API_DOCS: 'false',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'silent',
  MEDIA_PORT: '',
};

function sizeOf(name: string): number | undefined {
  const text = process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
  return text === undefined ? undefined : Number(text);
}

await prove(async ({ folder, port, onEnd }) => {
  const seed = (sizeOf('seed') ?? Math.floor(Math.random() * 2 ** 31)) >>> 0;
  note(`seed ${seed}`);
  const defects = plantedOf(Object.keys(DEFECTS) as (keyof typeof DEFECTS)[]);
  // As installed: fsync and synchronous_commit are on.
  const postgres = await startPostgres({ dir: join(folder, 'postgres'), port });
  onEnd(postgres.stop);
  const ports = { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 };
  const place = (database: string) => ({
    postgres,
    onEnd,
    database,
    ports: [port + 6, port + 7],
    env: { ...environment(postgres, database, ports, folder), ...QUIET },
    seed,
  });
  if (defects.length === 0) {
    reportModel(seed);
    await report(place(DATABASE));
  } else
    for (const [n, name] of defects.entries())
      planted(name, await findingsWith(place(`${DATABASE}_${n}`), DEFECTS[name]));
});

interface Place extends Omit<Site, 'shops'> {
  database: string;
  onEnd: (stop: () => Promise<unknown>) => void;
}

function reportModel(seed: number): void {
  const { taken, accepted, divergences, perSecond } = walkAll(RUNS, STEPS, seed);
  const size = `${RUNS} runs, ${taken} steps, ${accepted} accepted`;
  figure('runs in which rules and model part', divergences.length, { exactly: 0 }, size);
  figure('steps of rules and model together, per second', Math.round(perSecond), {
    min: isShort ? 50_000 : 200_000,
  });
  for (const divergence of divergences.slice(0, 5)) note(divergence);
}

/** The hot produto and all of them undisturbed, for the rates; most of the attempts among kills. */
function phasesOf(attempts: number, kills: number): Phase[] {
  const hot = Math.floor(attempts * 0.04);
  const calm = Math.floor(attempts * 0.2);
  return [
    { from: 0, to: hot, produtos: 1, kills: 0, deafness: DEAFNESS * 100 },
    { from: hot, to: calm, produtos: PRODUTOS, kills: 0, deafness: DEAFNESS * 100 },
    { from: calm, to: attempts, produtos: PRODUTOS, kills, deafness: DEAFNESS },
  ];
}

async function report(place: Place): Promise<void> {
  const { results, counts, dead } = await storm(place, phasesOf(ATTEMPTS, KILLS));
  const [hot, calm, rough] = results;
  if (!hot || !calm || !rough) throw new Error('a phase is missing');
  const killed = rough.killed.postgres + rough.killed.http;
  rates('one hot produto', hot);
  rates(`${PRODUTOS} produtos`, calm);
  rates(`${PRODUTOS} produtos, among kills`, rough);
  figure(
    'killed with -9, times',
    killed,
    { min: isShort ? 2 : 20 },
    `PostgreSQL ${rough.killed.postgres}, http processes ${rough.killed.http}`,
  );
  const again = results.reduce((sum, { resent }) => sum + resent, 0);
  figure('sent again with the same id', again, { min: 1 }, 'answers lost or 503');
  for (const { name, value, size, examples } of counts) {
    figure(name, value, { exactly: 0 }, size);
    for (const example of examples.slice(0, 5)) note(example);
  }
  const other = results.flatMap(({ findings }) => findings);
  figure('other answers, deadlocks and races among them', other.length, { exactly: 0 });
  for (const finding of other.slice(0, 5)) note(finding);
  figure('http processes that ended by themselves', dead, { exactly: 0 });
}

function rates(name: string, { outcomes, seconds }: Result): void {
  const accepted = outcomes.reduce((sum, outcome) => sum + Number(outcome === OUTCOME.accepted), 0);
  const size = `${outcomes.length} in ${seconds.toFixed(1)} s, ${accepted} accepted, ${outcomes.length - accepted} refused`;
  figure(`${name}: attempts per second`, outcomes.length / seconds, undefined, size);
  figure(`${name}: accepted per second`, accepted / seconds);
}

async function storm(place: Place, phases: Phase[], defect?: (typeof DEFECTS)[keyof typeof DEFECTS]) {
  const { postgres, database, ports, env, seed, onEnd } = place;
  await prepareDatabase(postgres, database);
  const admin = new pg.Pool({ connectionString: postgres.url(database), max: 2 });
  // The kills reach its idle connections too.
  admin.on('error', () => {});
  if (defect) await admin.query(defect.sql);
  const servers = openServers({ env: defect ? { ...env, ...withEdits(defect.edits) } : env, ports });
  onEnd(servers.stop);
  await servers.ready();
  const shops = [];
  for (let n = 0; n < EMPRESAS; n++)
    shops.push(
      await aShop(admin, `http://127.0.0.1:${ports[0]}`, env['PUBLIC_URL'] ?? '', PRODUTOS / EMPRESAS),
    );
  await admin.end();
  const results: Result[] = [];
  for (const phase of phases) results.push(await runPhase({ ...place, shops }, servers, phase));
  const dead = servers.dead();
  await servers.kill();
  const outcomes = Buffer.concat(results.map((result) => result.outcomes));
  const produtosOf = (n: number) => phases.find(({ to }) => n < to)?.produtos ?? PRODUTOS;
  return { results, counts: await judge(postgres.url(database), seed, outcomes, produtosOf), dead };
}

function withEdits(edits: (typeof DEFECTS)[keyof typeof DEFECTS]['edits']) {
  const plant = pathToFileURL(join(import.meta.dirname, 'prove-lookups.plant.ts')).href;
  return { NODE_OPTIONS: `--import=${plant}`, PLANTED_EDITS: JSON.stringify(edits) };
}

/** What the count that must notice has found; the others may have noticed too. */
async function findingsWith(place: Place, defect: (typeof DEFECTS)[keyof typeof DEFECTS]): Promise<string[]> {
  const { counts } = await storm(place, phasesOf(3000, 2), defect);
  const found = ({ name, value }: Count) => value > 0 && defect.by.test(name);
  return counts.filter(found).map(({ name, value, examples }) => `${name} = ${value}: ${examples[0]}`);
}
