import { createServer } from 'node:http';
import type { Product } from '../kit/product.ts';

const DAY_S = 86_400;

/**
 * Sets the age of the last backup. Where the product notes its backups in `recovery.backups`, the proof changes that
 * row, and the worker tells the age. Elsewhere this server tells the same metric.
 */
export async function openBackupAge({ sql, onEnd }: Product, port: number) {
  const [row] = await sql<{ isNoted: boolean }>(
    `select to_regclass('recovery.backups') is not null as "isNoted"`,
  );
  const isNoted = row?.isNoted ?? false;
  let ageS = DAY_S / 2;
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/plain; version=0.0.4')
      .end(isNoted ? '' : `prumo_backup_age_seconds{what="database"} ${ageS}\n`),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  const set = async (seconds: number) => {
    ageS = seconds;
    if (isNoted)
      await sql(
        `insert into recovery.backups (what, label, finished_at)
         values ('database', 'proof', now() - $1 * interval '1 second')
         on conflict (what) do update set finished_at = excluded.finished_at`,
        [seconds],
      );
  };
  await set(ageS);
  return { isNoted, old: () => set(1.5 * DAY_S), fresh: () => set(0) };
}
