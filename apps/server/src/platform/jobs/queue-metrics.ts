import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log.ts';
import { queueJobs, queueOldestAge } from '#platform/metrics/metrics.ts';
import { remembered } from '#platform/remembered.ts';
import { selectQueues } from './jobs.queries.ts';

/** The counts of pg-boss are this old anyway. Several scrapes within this time cost one statement. */
const KNOWN_MS = 10_000;

/** Shows the depth and the age of every queue. Only a worker does so, because each worker sees the same queues. */
export function watchQueues({ db, log }: { db: Database; log: Log }): () => void {
  const read = remembered(KNOWN_MS, () => selectQueues(db));
  // Without the database the metrics of queues are absent. The other metrics must still be readable.
  const states = () =>
    read().catch((err: unknown) => {
      log.warn({ err }, 'queues not read');
      return [];
    });
  const stops = [
    queueJobs.watch(async () =>
      (await states()).flatMap(
        ({ kind, ready, deferred, active }) =>
          [
            [{ kind, state: 'ready' }, ready],
            [{ kind, state: 'deferred' }, deferred],
            [{ kind, state: 'active' }, active],
          ] as const,
      ),
    ),
    queueOldestAge.watch(async () =>
      (await states()).map(({ kind, oldest_seconds }) => [{ kind }, oldest_seconds] as const),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
