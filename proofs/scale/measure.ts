import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { figure, grouped, note } from '../kit/figures.ts';

export const LEDGER = 'movimentos_estoque';

export interface Index {
  name: string;
  definition: string;
  /** The kind of constraint that the index serves. */
  constraint: 'primary key' | 'unique' | null;
}

/** The indexes of the ledger: first the primary key and the one that lists the movimentos of a produto. */
export async function indexesOf(client: pg.Client): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select i.indexname as name, i.indexdef as definition,
       case c.contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint
     from pg_indexes i left join pg_constraint c on c.conname = i.indexname
     where i.tablename = $1 order by c.contype = 'p' desc nulls last, i.indexname <> 'movimentos_estoque_produto_idx', c.contype, i.indexdef`,
    [LEDGER],
  );
  return rows;
}

export async function dropIndexes(client: pg.Client, indexes: readonly Index[]): Promise<void> {
  for (const { name, constraint } of indexes)
    await client.query(constraint ? `alter table ${LEDGER} drop constraint ${name}` : `drop index ${name}`);
}

/** The seconds and bytes that the parts of the ledger take. */
export interface Costs {
  rows: number;
  bytes: Record<string, number>;
  seconds: Record<string, number>;
  copySecondsPerGb?: number;
}

export async function timed(costs: Costs, name: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  costs.seconds[name] = seconds;
  const perMillion = (seconds * 1e6) / costs.rows;
  figure(`${name}: s`, seconds, undefined, `${perMillion.toFixed(3)} s per million movimentos`);
}

/**
 * Builds each index, with two workers beside the leader. Up to twenty million movimentos it also builds the primary
 * key without workers, to show their effect.
 */
export async function buildIndexes(
  client: pg.Client,
  costs: Costs,
  indexes: readonly Index[],
  folder: string,
): Promise<void> {
  const alone = indexes.find(({ constraint }) => constraint === 'primary key');
  if (alone && costs.rows <= 2e7) {
    await client.query('set max_parallel_maintenance_workers = 0');
    await timed(costs, `building ${alone.name} without workers`, () => client.query(alone.definition));
    await client.query(`drop index ${alone.name}`);
  }
  await client.query('set max_parallel_maintenance_workers = 2');
  for (const { name, definition, constraint } of indexes) {
    await demandRoom(folder);
    await timed(costs, `building ${name}`, () => client.query(definition));
    if (constraint)
      await client.query(`alter table ${LEDGER} add constraint ${name} ${constraint} using index ${name}`);
  }
}

export async function measureSizes(client: pg.Client, costs: Costs): Promise<void> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select c.relname as name, pg_relation_size(c.oid) as bytes from pg_class c
     where c.oid = $1::regclass or c.oid in (select indexrelid from pg_index where indrelid = $1::regclass) order by 2 desc`,
    [LEDGER],
  );
  for (const { name, bytes } of rows) {
    costs.bytes[name] = Number(bytes) / costs.rows;
    figure(
      `${name}: bytes per movimento`,
      Number(bytes) / costs.rows,
      undefined,
      `${gib(Number(bytes))} GiB`,
    );
  }
  figure('ledger with its indexes: bytes per movimento', totalBytes(costs));
}

export const totalBytes = ({ bytes }: Costs) => Object.values(bytes).reduce((sum, each) => sum + each, 0);

export async function measureVacuum(client: pg.Client, costs: Costs): Promise<void> {
  await timed(costs, 'analyze', () => client.query(`analyze ${LEDGER}`));
  await timed(costs, 'vacuum, after the load', () => client.query(`vacuum ${LEDGER}`));
  await timed(costs, 'vacuum freeze', () => client.query(`vacuum (freeze) ${LEDGER}`));
  await timed(costs, 'vacuum with nothing to do', () => client.query(`vacuum ${LEDGER}`));
}

const gib = (bytes: number) => (bytes / 2 ** 30).toFixed(2);

/** The room that a run leaves to the other programs of the machine. */
const LEAST_ROOM = 8 * 2 ** 30;

export async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Ends the run before it fills the disk. */
export async function demandRoom(folder: string): Promise<void> {
  const room = await roomIn(folder);
  note(`${gib(room)} GiB of the disk are free`);
  if (room < LEAST_ROOM) throw new Error(`only ${gib(room)} GiB of the disk are free`);
}

/**
 * The comparison of stock and ledger sorts the whole ledger, in files of about 100 bytes a line. If they do not fit, the
 * largest index makes room. The comparison does not read it.
 */
export async function makeRoom(client: pg.Client, folder: string, { rows }: Costs): Promise<void> {
  if ((await roomIn(folder)) > LEAST_ROOM + rows * 130) return;
  note('the unique key is dropped to make room for the sort of the comparison');
  await client.query(`alter table ${LEDGER} drop constraint ${LEDGER}_chave_key`);
}

/** Prints what 10⁹ movimentos take. These figures are computed. A sort grows a little faster than its rows. */
export function printBillion(costs: Costs): void {
  const factor = 1e9 / costs.rows;
  note(`10⁹ movimentos, computed from ${grouped(costs.rows)} loaded ones:`);
  for (const [name, bytes] of Object.entries(costs.bytes)) note(`${name}: ${gib(bytes * 1e9)} GiB`);
  note(`ledger with its indexes: ${gib(totalBytes(costs) * 1e9)} GiB`);
  for (const [name, seconds] of Object.entries(costs.seconds))
    note(`${name}: ${grouped(Math.round(seconds * factor))} s = ${((seconds * factor) / 3600).toFixed(2)} h`);
  const copied = ((costs.copySecondsPerGb ?? Number.NaN) * totalBytes(costs) * 1e9) / 1e9;
  note(`copy of all files: ${grouped(Math.round(copied))} s = ${(copied / 3600).toFixed(2)} h`);
}
