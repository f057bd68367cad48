import { constants } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { figure } from '../kit/figures.ts';
import { type Costs, LEDGER, roomIn } from './measure.ts';

/**
 * Copies files of the ledger and syncs them, as a restore from a folder on the same disk does. It copies at most
 * `most` bytes, because a second ledger does not fit beside the first. A restore over a network takes longer.
 */
export async function measureCopy(
  client: pg.Client,
  costs: Costs,
  { data, folder, most }: { data: string; folder: string; most: number },
): Promise<void> {
  await client.query('checkpoint');
  const { rows } = await client.query<{ path: string }>('select pg_relation_filepath($1) as path', [LEDGER]);
  const path = join(data, rows[0]?.path ?? '');
  const names = await readdir(join(path, '..'));
  const own = names.filter((name) => join(path, '..', name).startsWith(path) && !/_/.test(name)).sort();
  const to = join(folder, 'copy');
  await mkdir(to, { recursive: true });
  const room = Math.min(most, (await roomIn(folder)) - 9 * 2 ** 30);
  const began = performance.now();
  let copied = 0;
  for (const name of own) {
    const file = join(path, '..', name);
    const { size } = await stat(file);
    if (copied > 0 && copied + size > room) break;
    await copyAndSync(file, join(to, name));
    copied += size;
  }
  const seconds = (performance.now() - began) / 1000;
  await rm(to, { recursive: true });
  const perGb = (seconds * 1e9) / copied;
  figure('copy of the files, synced: s per GB', perGb, undefined, `${(copied / 1e9).toFixed(2)} GB copied`);
  costs.copySecondsPerGb = perGb;
}

const CHUNK = 8 * 2 ** 20;

async function copyAndSync(from: string, to: string): Promise<void> {
  const [source, target] = [await open(from, constants.O_RDONLY), await open(to, 'w')];
  const buffer = Buffer.alloc(CHUNK);
  for (let { bytesRead } = await source.read(buffer); bytesRead > 0; ) {
    await target.write(buffer, 0, bytesRead);
    ({ bytesRead } = await source.read(buffer));
  }
  await target.sync();
  await Promise.all([source.close(), target.close()]);
}
