import { isShort, numberArgOf, plantedOf, seed } from '../kit/arguments.ts';
import { countOf, figure, note, plantedBy, show } from '../kit/figures.ts';
import { NO_LIMITS, openProduct, openStage, type Stage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { OUTCOME } from './attempts.ts';
import { DEFECTS } from './defects.ts';
import { judge } from './judge.ts';
import { walkAll } from './model.ts';
import { aShop } from './shops.ts';
import { openServers, type Phase, type Result, runPhase } from './storm.ts';

/**
 * Proves that no unit is sold that is not in stock. First it compares the rules of stock with an independent
 * model. Then client processes compete at two http processes for the last units of a hundred produtos.
 * Meanwhile the proof kills PostgreSQL and the http processes with SIGKILL and loses answers. A client
 * repeats every attempt with the same id until it knows the outcome. The ledger must contain an acknowledged
 * attempt once and a refused one not at all, and every saldo must be the sum of its lines. `--attempts=<n>`
 * sets the number of attempts.
 */
const ATTEMPTS = numberArgOf('attempts') ?? (isShort ? 5000 : 1_000_000);
const RUNS = isShort ? 2000 : 100_000;
const STEPS = 200;
const KILLS = isShort ? 3 : 24;
const EMPRESAS = 4;
const PRODUTOS = 100;
/** The clients cut the connection before one answer in this many. */
const DEAFNESS = 100;

/** Settings of the http processes, without limits, documentation and log. */
const QUIET = { ...NO_LIMITS, API_DOCS: 'false', LOG_LEVEL: 'silent' };

await prove(async (place) => {
  note(`seed ${seed}`);
  const defects = plantedOf(DEFECTS);
  // PostgreSQL keeps its defaults: fsync and synchronous_commit are on.
  const stage = await openStage(place);
  if (defects.length === 0) {
    reportModel(seed);
    await report(stage, seed);
  }
  for (const [n, name] of defects.entries()) {
    const defect = DEFECTS[name];
    const { counts } = await storm(stage, seed, `prumo_${n}`, phasesOf(3000, 2), defect);
    // Only the figure that matches `by` has to report the defect. Other figures may have findings too.
    plantedBy(name, counts, defect.by);
  }
});

function reportModel(seed: number): void {
  const { taken, accepted, divergences, perSecond } = walkAll(RUNS, STEPS, seed);
  const size = `${RUNS} runs, ${taken} steps, ${accepted} accepted`;
  figure('runs in which rules and model diverge', divergences.length, { exactly: 0 }, size);
  figure('steps of the rules and the model per second', Math.round(perSecond), {
    min: isShort ? 50_000 : 200_000,
  });
  for (const divergence of divergences.slice(0, 5)) note(divergence);
}

/**
 * The first two phases have no kills and give the rates, with one produto and with all of them. Most attempts
 * are in the third phase, which has the kills.
 */
function phasesOf(attempts: number, kills: number): Phase[] {
  const hot = Math.floor(attempts * 0.04);
  const calm = Math.floor(attempts * 0.2);
  return [
    { from: 0, to: hot, produtos: 1, kills: 0, deafness: DEAFNESS * 100 },
    { from: hot, to: calm, produtos: PRODUTOS, kills: 0, deafness: DEAFNESS * 100 },
    { from: calm, to: attempts, produtos: PRODUTOS, kills, deafness: DEAFNESS },
  ];
}

async function report(stage: Stage, seed: number): Promise<void> {
  const { results, counts, dead } = await storm(stage, seed, 'prumo', phasesOf(ATTEMPTS, KILLS));
  const [hot, calm, rough] = results;
  if (!hot || !calm || !rough) throw new Error('a phase is missing');
  const killed = rough.killed.postgres + rough.killed.http;
  rates('one produto', hot);
  rates(`${PRODUTOS} produtos`, calm);
  rates(`${PRODUTOS} produtos, with kills`, rough);
  figure(
    'kills with SIGKILL',
    killed,
    { min: isShort ? 2 : 20 },
    `PostgreSQL ${rough.killed.postgres}, http processes ${rough.killed.http}`,
  );
  const again = results.reduce((sum, { resent }) => sum + resent, 0);
  figure('attempts sent again with the same id', again, { min: 1 }, 'after a lost answer or a 503');
  const other = results.flatMap(({ findings }) => findings);
  show([...counts, countOf('unexpected answers, such as those of deadlocks', other)]);
  figure('http processes that ended without a kill', dead, { exactly: 0 });
}

function rates(name: string, { outcomes, seconds }: Result): void {
  const accepted = outcomes.reduce((sum, outcome) => sum + Number(outcome === OUTCOME.accepted), 0);
  const size = `${outcomes.length} in ${seconds.toFixed(1)} s, ${accepted} accepted, ${outcomes.length - accepted} refused`;
  figure(`${name}: attempts per second`, outcomes.length / seconds, undefined, size);
  figure(`${name}: accepted per second`, accepted / seconds);
}

async function storm(
  stage: Stage,
  seed: number,
  database: string,
  phases: Phase[],
  defect?: (typeof DEFECTS)[keyof typeof DEFECTS],
) {
  const product = await openProduct(stage, { database, settings: QUIET, edits: defect?.edits ?? [] });
  const { postgres, admin, origin } = product;
  if (defect) await admin.query(defect.sql);
  const ports = [stage.port + 6, stage.port + 7];
  const servers = await openServers(product, ports);
  const shops = [];
  for (let n = 0; n < EMPRESAS; n++)
    shops.push(await aShop(admin, `http://127.0.0.1:${ports[0]}`, origin, PRODUTOS / EMPRESAS));
  const results: Result[] = [];
  for (const phase of phases)
    results.push(await runPhase({ postgres, servers, ports, origin, shops, seed }, phase));
  const dead = servers.dead();
  await product.kill();
  const outcomes = Buffer.concat(results.map((result) => result.outcomes));
  const produtosOf = (n: number) => phases.find(({ to }) => n < to)?.produtos ?? PRODUTOS;
  return { results, counts: await judge(postgres.url(database), seed, outcomes, produtosOf), dead };
}
