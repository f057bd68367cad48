import type pg from 'pg';
import { countOf, figure, note } from '../kit/figures.ts';
import { type Costs, indexesOf, LEDGER, timed } from './measure.ts';
import { shapeOf } from './shape.ts';

/**
 * Turns the living ledger into the first partition of a ledger in ranges of `empresa_id`, without copying a row. The
 * ids of empresas rise with time, so the second partition takes the empresas that are founded from tomorrow on. Only
 * the last part locks the ledger. Names of constraints end in a number, because the server removes such a number
 * before it looks for the sentence of a refusal.
 */
export async function measureAttach(client: pg.Client, costs: Costs): Promise<void> {
  const { rows } = await client.query<{ limit: string }>(
    `select first_uuid_of(now() + interval '1 day') as limit`,
  );
  const limit = `'${rows[0]?.limit}'`;
  const check = `alter table ${LEDGER} add constraint ledger_limit check (empresa_id < ${limit}) not valid`;
  await client.query(check);
  await timed(costs, 'validating the limit of the first partition', () =>
    client.query(`alter table ${LEDGER} validate constraint ledger_limit`),
  );
  const [shape, indexes] = [await shapeOf(client), await indexesOf(client)];
  const began = performance.now();
  await client.query('begin');
  await client.query(`alter table ${LEDGER} rename to ${LEDGER}_1`);
  for (const { name } of indexes) await client.query(`alter index ${name} rename to ${name}_1`);
  await client.query(
    `create table ${LEDGER} (like ${LEDGER}_1 including defaults including constraints) partition by range (empresa_id)`,
  );
  await client.query(`alter table ${LEDGER} drop constraint ledger_limit`);
  for (const statement of shape) await client.query(statement);
  for (const { name, definition, constraint } of indexes)
    await client.query(
      constraint
        ? `alter table ${LEDGER} add constraint ${name} ${constraint} ${/\(.*\)/.exec(definition)?.[0]}`
        : definition,
    );
  await client.query(
    `alter table ${LEDGER} attach partition ${LEDGER}_1 for values from (minvalue) to (${limit})`,
  );
  await client.query(
    `create table ${LEDGER}_2 partition of ${LEDGER} for values from (${limit}) to (maxvalue)`,
  );
  await client.query('commit');
  figure('attaching the ledger as a partition, under its lock: ms', performance.now() - began);
  await client.query(`alter table ${LEDGER}_1 drop constraint ledger_limit`);
  await client.query(`analyze ${LEDGER}_2`);
  await judgeAttached(
    client,
    indexes.map(({ name }) => name),
  );
}

/** An index of the first partition that is not part of the new one was built again, or is missing. */
async function judgeAttached(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = any ($1::text[]::regclass[])`,
    [names],
  );
  const attached = new Set(rows.map(({ name }) => name));
  const { name, value, bar } = countOf(
    'indexes of the ledger that the partition does not keep',
    names.filter((each) => !attached.has(`${each}_1`)),
  );
  figure(name, value, bar);
  note(`partitions: ${LEDGER}_1 with every movimento, ${LEDGER}_2 for new empresas`);
}
