import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from './site.ts';

/** A kill comes up to so many milliseconds after a job started, so that it hits any line of a job. */
const KILL_WITHIN_MS = 600;

/** After so many tries, a tenth of a second apart, a job of any kind will do: another worker may have done the due ones. */
const PATIENT_TRIES = 200;

/** Two workers. `killOne` kills the one that has lived longer, and starts another in its place. */
export async function openWorkers(site: Site, below: (limit: number) => number) {
  const workers = [site.run('worker'), site.run('worker')];
  let kills = 0;
  let restarts = 0;
  let since = await now(site);
  /** Starts a worker again that ended by itself, as the supervisor of a machine does. */
  function revive(): void {
    for (const [n, worker] of workers.entries()) {
      if (!worker.isDead()) continue;
      workers[n] = site.run('worker');
      restarts++;
    }
  }
  return {
    kills: () => kills,
    /** How many workers ended by themselves, which happens when the database does not answer a starting one. */
    restarts: () => restarts,
    revive,
    /**
     * Waits until a job of a kind that has work has started since the last kill. So the speed of the machine decides the
     * time of the kill, and no kind is killed before its turn: a starting worker opens its queues one after another.
     * The worker killed then is the one that works, because the other has just been started.
     */
    async killOne(): Promise<void> {
      const due = await dueKinds(site);
      const kind = due[below(due.length)] ?? null;
      for (let tries = 0; !(await hasStarted(site, since, tries < PATIENT_TRIES ? kind : null)); tries++) {
        if (tries > 1200) throw new Error('no worker started a job for two minutes');
        revive();
        await sleep(100);
      }
      await sleep(below(KILL_WITHIN_MS));
      await workers[kills % 2]?.kill();
      since = await now(site);
      workers[kills % 2] = site.run('worker');
      kills++;
    },
  };
}

async function now({ sql }: Site): Promise<string> {
  const [row] = await sql<{ now: string }>('select clock_timestamp()::text as now');
  return row?.now ?? '';
}

const hasStarted = async ({ sql }: Site, since: string, kind: string | null) =>
  (
    await sql(
      'select from pgboss.job where started_on > $1::timestamptz and name = coalesce($2, name) limit 1',
      [since, kind],
    )
  ).length > 0;

async function dueKinds({ sql }: Site): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `select distinct name from pgboss.job where state < 'active' and start_after <= now() and name like any ($1)`,
    [['%.enviar', '%.avancar', '%.sincronizar']],
  );
  return rows.map(({ name }) => name).sort();
}

/** Watches how long the oldest due job has waited. A deferred job waits from the time at which it is due. */
export function watchOldest({ sql }: Site, everyMs: number) {
  let oldest = { seconds: 0, kind: 'none' };
  let samples = 0;
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      const [row] = await sql<{ kind: string; seconds: number }>(
        `select name as kind, extract(epoch from now() - greatest(created_on, start_after))::float8 as seconds
         from pgboss.job where state < 'active' and not blocked and start_after <= now() and name <> 'falhas'
         order by 2 desc limit 1`,
      );
      samples++;
      if (row && row.seconds > oldest.seconds) oldest = row;
      await sleep(everyMs);
    }
  };
  const running = run();
  return async () => {
    isOver = true;
    await running;
    return { ...oldest, samples };
  };
}
