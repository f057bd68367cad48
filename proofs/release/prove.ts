import { setTimeout as sleep } from 'node:timers/promises';
import { untilReady } from '../../tools/stack.ts';
import { isPlanted, isShort, numberArgOf, plantedOf } from '../kit/arguments.ts';
import { countOf, type Measure, note, noteLoad, plantedBy, show } from '../kit/figures.ts';
import { NO_LIMITS, openProduct, openStage, type Running, type Stage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { openBalancer } from './balancer.ts';
import { DEFECTS, type Defect } from './defects.ts';
import { startIdle } from './idle.ts';
import { startPeople } from './people.ts';

/**
 * Puts a release in place again and again while people work: stops each of four http and two worker processes with
 * SIGTERM and starts the next one in its place. No request may fail, and no job may be lost or done twice.
 */
const RELEASES = numberArgOf('releases') ?? (isPlanted ? 1 : isShort ? 2 : 100);
const EMPRESAS = 3;
const HTTP = 4;
const WORKERS = 2;
/** The longest time that a process needs to stop in order; it then exits hard (platform/process.ts). */
const HARD_STOP_S = 35;

await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  const stage = await openStage(place, { max_connections: '400' });
  if (defects.length === 0) {
    show(await run(stage, 'prumo'));
    noteLoad();
  }
  for (const [n, name] of defects.entries())
    plantedBy(name, await run(stage, `prumo_${n}`, DEFECTS[name]), DEFECTS[name].by);
});

async function run(stage: Stage, database: string, defect?: Defect): Promise<Measure[]> {
  const product = await openProduct(stage, { database, settings: NO_LIMITS, isBuilt: true });
  const ports = Array.from({ length: HTTP }, (_, n) => product.ports.sandbox + 1 + n);
  const metrics = Array.from({ length: WORKERS }, (_, n) => product.ports.sandbox + 1 + HTTP + n);
  const serve = (n: number) => product.serve({ PORT: String(ports[n]) });
  const work = async (n: number) => {
    const worker = product.run('worker', { METRICS_PORT: String(metrics[n]) });
    await untilReady(`http://127.0.0.1:${metrics[n]}/readyz`);
    return worker;
  };
  await product.serve();
  const https: Running[] = [];
  for (let n = 0; n < HTTP; n++) https.push(await serve(n));
  const workers: Running[] = [];
  for (let n = 0; n < WORKERS; n++) workers.push(await work(n));
  const address = await openBalancer(stage, {
    ...{ port: product.ports.web, servers: ports, edit: defect?.edit ?? [] },
  });
  const people = await startPeople(product, address, EMPRESAS);
  const idle = startIdle(product.ports.web);

  const stopSeconds: number[] = [];
  const hard: string[] = [];
  /** Ends a process as a supervisor does. */
  async function end({ child, ended }: Running, name: string): Promise<void> {
    const began = performance.now();
    child.kill(defect?.signal ?? 'SIGTERM');
    await ended;
    stopSeconds.push((performance.now() - began) / 1000);
    if (!defect && child.exitCode !== 0)
      hard.push(`${name} ended with ${child.exitCode ?? child.signalCode}`);
  }
  async function replace(
    running: Running[],
    n: number,
    start: (n: number) => Promise<Running>,
    name: string,
  ): Promise<void> {
    const old = running[n];
    if (old) await end(old, `${name} ${n}`);
    running[n] = await start(n);
  }
  const began = performance.now();
  for (let release = 1; release <= RELEASES; release++) {
    for (let n = 0; n < HTTP; n++) {
      await Promise.all([
        replace(https, n, serve, 'http'),
        n < WORKERS && replace(workers, n, work, 'worker'),
      ]);
      // The checks of the balancer have to see the new process before the next one stops.
      await sleep(3000);
    }
    // A run of 100 releases takes more than an hour. Its reader wants to know early that it fails.
    const { answered, failed, late } = people;
    if (release % 10 === 0)
      note(
        `${release} releases: ${answered + late.answered} answered, ${failed.length + late.failed.length} failed`,
      );
  }
  const seconds = (performance.now() - began) / 1000;
  await Promise.all([people.stop(), idle.stop()]);
  const wrong = await people.judge();
  const jobs = await product.sql<{ name: string; state: string }>(
    "select name, state::text from pgboss.job where state in ('active', 'failed')",
  );
  await product.kill();
  note(`${Math.round(seconds / RELEASES)} s for a release`);
  return [
    {
      name: 'releases',
      value: RELEASES,
      bar: { min: RELEASES },
      size: `${HTTP} http, ${WORKERS} worker processes`,
    },
    { name: 'answered requests', value: people.answered, bar: { min: 100 * RELEASES } },
    { name: 'bulk changes by jobs', value: people.lotes, bar: { min: RELEASES } },
    countOf('failed requests', people.failed),
    countOf(
      'failed changes with a late body',
      people.late.failed,
      `${people.late.answered} answered, each body 150 ms after its head`,
    ),
    countOf(
      'failed requests on idle connections',
      idle.failed,
      `${idle.answered} answered, each after ten idle seconds`,
    ),
    countOf('lost or doubled changes', wrong),
    countOf(
      'jobs left active or failed',
      jobs.map(({ name, state }) => `${name}: ${state}`),
    ),
    countOf('processes that did not stop in order', hard),
    { name: 'seconds of a stop, at most', value: Math.max(...stopSeconds), bar: { max: HARD_STOP_S } },
  ];
}
