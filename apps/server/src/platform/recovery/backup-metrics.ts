import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log.ts';
import { BACKUPS, backupAge, held } from '#platform/metrics/metrics.ts';
import type { IsHeld } from './hold.ts';

/** Shows the age of the backups, and whether a restore is held. Only a worker does so, because all see the same rows. */
export function watchBackups({ db, isHeld, log }: { db: Database; isHeld: IsHeld; log: Log }): () => void {
  const ages = () =>
    db.global<{ what: string; seconds: number }>(
      'select what, extract(epoch from now() - finished_at)::float8 as seconds from recovery.backups',
    );
  // Without the database these metrics are absent. The others must still be readable.
  const orNone = (err: unknown) => {
    log.warn({ err }, 'backups not read');
    return [];
  };
  const stops = [
    backupAge.watch(async () => {
      const rows = await ages().catch(orNone);
      return BACKUPS.flatMap((what) => {
        const row = rows.find((each) => each.what === what);
        return row ? [[{ what }, row.seconds] as const] : [];
      });
    }),
    held.watch(async () => {
      const known = await isHeld().catch(orNone);
      return typeof known === 'boolean' ? [[{}, known ? 1 : 0] as const] : [];
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
