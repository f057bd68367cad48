import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANOS_DE_HISTORICO, ANOS_PADRAO } from '@prumo/contract/retencao.ts';
import { expect, test } from 'vitest';
import { testApp } from '#testing/test-app.ts';
import { jobKinds } from '#worker.ts';
import { ELSEWHERE } from './elsewhere.ts';
import { KEPT } from './kept.ts';
import { EXPIRED, REMOVED } from './retention.ts';

const { sql } = await testApp();

const withSchema = (table: string) => (table.includes('.') ? table : `public.${table}`);

test('every table of the database has a term, or is named as kept with a reason, and none is both', async () => {
  const rows = await sql(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
  );
  const removed = new Set(REMOVED.flatMap(({ tables }) => tables).map(withSchema));
  const named = [...removed, ...Object.keys(KEPT).map(withSchema)].sort();
  expect(named).toEqual(rows.map(({ name }) => String(name)).sort());
});

test('every job that removes exists', () => {
  const kinds = new Set(jobKinds.map(({ name }) => name));
  const jobs = REMOVED.map(({ by }) => by).filter((by) => by.includes('.'));
  expect(jobs.filter((by) => !kinds.has(by))).toEqual([]);
  expect(jobs.length).toBeGreaterThan(10);
});

test.each(ELSEWHERE.flatMap(({ what, term, stated }) => (stated ? [{ what, term, stated }] : [])))(
  'what removes $what states the term $term',
  async ({ term, stated }) => {
    const text =
      'file' in stated
        ? readFileSync(join(import.meta.dirname, '../../..', stated.file), 'utf8')
        : String((await sql('select pg_get_functiondef($1::regproc) as def', [stated.function]))[0]?.['def']);
    const intervals = [...text.matchAll(/'([^']+)'::interval|interval '([^']+)'/g)].map(([, a, b]) => a ?? b);
    const rows = await sql(
      'select $2::interval in (i::interval, -(i::interval)) as same from unnest($1::text[]) i',
      [intervals, term],
    );
    expect(rows).toContainEqual({ same: true });
  },
);

test('the key of each class that the job deletes is the primary key of its table', async () => {
  for (const { rows } of EXPIRED) {
    const key = await sql(
      `select a.attname::text as name from pg_index i
       cross join lateral unnest(i.indkey::int2[]) with ordinality k (num, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
       where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
      [rows.table],
    );
    expect(key.map(({ name }) => name)).toEqual(['empresa_id', ...rows.key]);
  }
});

test('the queue deletes jobs after the stated days', async () => {
  const rows = await sql('select distinct retention_seconds, deletion_seconds from pgboss.queue');
  expect(rows).toEqual([{ retention_seconds: 14 * 86_400, deletion_seconds: 7 * 86_400 }]);
});

test('the terms of the history are those of the contract, and so is the default', async () => {
  const historico = REMOVED.find(({ decides }) => decides === 'empresa');
  expect(historico?.from.match(/\d+/g)?.map(Number)).toEqual([...ANOS_DE_HISTORICO, ANOS_PADRAO]);
  const [row] = await sql('select historico_anos(gen_random_uuid()) as anos');
  expect(row).toEqual({ anos: ANOS_PADRAO });
});
