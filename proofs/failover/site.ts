import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DEV_PASSWORD } from '../../tools/postgres.ts';
import { untilReady } from '../../tools/stack.ts';
import type { Edit } from '../kit/edits.ts';
import { NO_LIMITS, openProduct } from '../kit/product.ts';
import type { Place } from '../kit/proof.ts';
import { type Change, OBSERVER, openCluster } from './cluster.ts';
import { burnt, type Fault } from './faults.ts';
import { judge, judgeArchive } from './judge.ts';
import { tryStrangers } from './rest.ts';
import { restoreCluster } from './restore-cluster.ts';
import { startWriters, Truth, writeDirectly } from './writers.ts';

const WRITERS = 12;
const EMPRESAS = 4;
/** How long the cluster may need to become whole again. */
const WHOLE_SECONDS = 240;
/** How long a new primary may take. */
const PROMOTE_SECONDS = 90;
/**
 * How long a process may take to find the new primary once it takes writes. pg-boss waits up to 30 s before it listens
 * again; until then the worker polls.
 */
const FIND_SECONDS = 45;

/** One failover. */
export interface Round {
  kind: Fault['kind'];
  /** Whether the machine comes back without its data. */
  isEmpty: boolean;
  from: string;
  to: string;
  timelines: number;
  promotedSeconds: number;
  gapSeconds: number;
  wholeSeconds: number;
}

/** Two http processes and a worker behind HAProxy, with people who write. */
export async function openSite(
  place: Place,
  { files, edits }: { files?: Record<string, Change> | undefined; edits?: readonly Edit[] | undefined } = {},
) {
  const cluster = await openCluster(place, files);
  const first = await cluster.untilWhole(WHOLE_SECONDS);
  await cluster.backup.begin();
  // The release step reaches the primary directly, and the product through HAProxy.
  const direct = (database: string, role = 'postgres') =>
    `${cluster.url(database, role).replace(/@[^/]+/, `@${first.address}:5432`)}?sslmode=disable`;
  const nothing = async () => {};
  const product = await openProduct(
    {
      ...place,
      postgres: {
        url: (database, role) =>
          role === 'app' || role === 'auth_app' ? cluster.url(database, role) : direct(database, role),
        ...{ stop: nothing, kill: nothing, restart: nothing },
      },
    },
    {
      settings: { ...NO_LIMITS, NODE_ENV: 'development' },
      log: join(place.folder, 'product.log'),
      ...(edits && { edits }),
    },
  );
  const cookies: string[] = [];
  for (let n = 0; n < EMPRESAS; n++) cookies.push((await product.anOperator()).cookie);
  const setUp = new pg.Client({ connectionString: direct('postgres') });
  await setUp.connect();
  await setUp.query(`create role ${OBSERVER} superuser login password '${DEV_PASSWORD}'`);
  await setUp.query('create table direct_writes (id uuid primary key)');
  await setUp.end();
  const strangers = await tryStrangers(cluster.tls, first.address);
  const began = await cluster.backup.prumo('backup', 'database');
  if (began.code !== 0) throw new Error(began.said);
  await product.admin.end();

  const second = place.port + 6;
  const metrics = place.port + 7;
  const processes = {
    http: await product.serve(),
    'second http': await product.serve({ PORT: String(second) }),
    worker: product.run('worker', { METRICS_PORT: String(metrics) }),
  };
  const ready = [product.api, `http://127.0.0.1:${second}`, `http://127.0.0.1:${metrics}`];
  // A process that starts without a database ends, and systemd starts it again. Here no process may end.
  await untilReady(`${ready[2]}/readyz`);
  const truth = new Truth();
  const directly = new Set<string>();
  const lost: string[] = [];
  const writers = startWriters({
    ...{ truth, apis: ready.slice(0, 2), origin: product.origin, cookies, writers: WRITERS },
  });

  async function until(seconds: number, what: string, isTrue: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + seconds * 1000;
    while (!(await isTrue())) {
      if (Date.now() > end) throw new Error(`${what}: not after ${seconds} s`);
      await sleep(200);
    }
  }

  /** Waits until every process is ready, and the worker listens for jobs. */
  async function found(fault: Fault): Promise<void> {
    const primary = cluster.nodes.find(({ name }) => name === primaryName);
    const isFound = async (): Promise<boolean> => {
      const answers = await Promise.all(
        ready.map((url) =>
          fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      if (answers.some((ok) => !ok) || !primary) return false;
      const client = cluster.clientOf(primary);
      await client.connect();
      const { rows } = await client.query(`select from pg_stat_activity where query ilike 'listen %'`);
      await client.end();
      return rows.length > 0;
    };
    await until(FIND_SECONDS, 'not ready, or the worker does not listen', isFound).catch((error) =>
      lost.push(`${fault.name}: ${error.message}`),
    );
  }

  let primaryName = first.name;
  return {
    async lose(fault: Fault): Promise<Round> {
      const old = await cluster.untilWhole(WHOLE_SECONDS);
      const before = await cluster.stateOf(old);
      await sleep(2000);
      const stopDirect = writeDirectly(() => cluster.clientOf(old), directly);
      const began = Date.now();
      await fault.begin(cluster, old);
      let next = old;
      await until(PROMOTE_SECONDS, `a new primary after "${fault.name}"`, async () => {
        for (const node of cluster.nodes)
          if (node !== old && (await cluster.stateOf(node)).isPrimary) next = node;
        return next !== old;
      });
      const promoted = Date.now();
      await until(PROMOTE_SECONDS, `a write after "${fault.name}"`, async () => truth.lastWrite() > promoted);
      primaryName = next.name;
      const searched = found(fault);
      await sleep(3000);
      await fault.end(cluster, old);
      await cluster.untilWhole(WHOLE_SECONDS);
      const whole = Date.now();
      await Promise.all([searched, stopDirect()]);
      const after = await cluster.stateOf(next);
      return {
        kind: fault.kind,
        isEmpty: fault === burnt,
        ...{ from: old.name, to: next.name, timelines: after.timeline - before.timeline },
        promotedSeconds: (promoted - began) / 1000,
        gapSeconds: truth.gapBetween(began - 1000, whole),
        wholeSeconds: (whole - began) / 1000,
      };
    },
    async end() {
      await writers.stop();
      const primary = await cluster.untilWhole(WHOLE_SECONDS);
      const told = { acknowledged: truth.acknowledged, direct: directly };
      const stored = await judge(cluster, primary, told);
      const archive = await judgeArchive(cluster, primary, told);
      const copies = (await readFile(cluster.log, 'utf8')).split('created using pgbackrest').length - 1;
      for (const [name, { isDead }] of Object.entries(processes))
        if (isDead()) lost.push(`the ${name} process ended`);
      await product.kill();
      const restored = await restoreCluster(cluster, told, WHOLE_SECONDS);
      return { truth, stored, archive, restored, copies, strangers, direct: directly.size, processes: lost };
    },
  };
}
