import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testApp } from '#testing/test-app.ts';
import { manutencaoHandler } from './manutencao.job.ts';

const { anEmpresa, openPool, sql, url } = await testApp();
const db = openPool(2);
const run = () => manutencaoHandler({ db }).run({} as never);

/**
 * Returns the name of the history partition `months` months ahead. The job creates partitions three months
 * ahead.
 */
async function partition(months: number): Promise<string> {
  const [row] = await sql(
    `select format('historico_%s', to_char(now() at time zone 'UTC' + make_interval(months => $1), 'YYYY_MM')) as name`,
    [months],
  );
  return String(row?.name);
}

const partitionOf = async (id: string) =>
  (await sql('select tableoid::regclass::text as name from historico where id = $1', [id]))[0]?.name;

test('the job moves rows from the default partition to their month, whose partition it creates then', async () => {
  const { empresaId, userId } = await anEmpresa();
  const name = await partition(3);
  await sql(`alter table historico detach partition ${name}`);
  await sql(`drop table ${name}`);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    // The id carries a time three months ahead, as if the worker had not run for months.
    const [row] = await sql(
      `insert into historico (empresa_id, id, lote, tabela, registro_id, operacao, depois, user_id)
       select $1, uuidv7(date_trunc('month', now(), 'UTC') + interval '3 months 1 day' - now()), $2, 'marcas', $2, 'I', '{}', $3
       returning id`,
      [empresaId, randomUUID(), userId],
    );
    ids.push(String(row?.id));
  }
  expect(await Promise.all(ids.map(partitionOf))).toEqual(ids.map(() => 'historico_default'));

  for (let n = 0; n < 2; n++) await run();
  expect(await Promise.all(ids.map(partitionOf))).toEqual(ids.map(() => name));
  expect(await sql('select from historico_default')).toEqual([]);
  // The new partition matches the others: forced row-level security, and the same keys, indexes and
  // constraints.
  const shape = (of: string) =>
    sql(
      `select c.relrowsecurity, c.relforcerowsecurity,
         (select count(*)::int from pg_index i where i.indrelid = c.oid) as indexes,
         (select array_agg(k.conname order by k.conname) from pg_constraint k
          where k.conrelid = c.oid and k.contype in ('c', 'f')) as constraints
       from pg_class c where c.oid = $1::regclass`,
      [of],
    );
  expect(await shape(name)).toEqual(await shape(await partition(1)));
});

test('a save succeeds while the job waits to move rows', async () => {
  const ana = await anEmpresa();
  const name = await partition(2);
  await sql(`alter table historico detach partition ${name}`);
  await sql(`drop table ${name}`);
  const reader = new pg.Client({ connectionString: url('postgres') });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select from historico_default');
  const moving = run();
  const waiting = () =>
    sql(
      "select from pg_stat_activity where datname = current_database() and usename = 'app' and wait_event_type = 'Lock'",
    );
  await expect.poll(waiting).toHaveLength(1);
  const marca = { nome: 'Enquanto isso', descricao: null, logo_url: null };
  // The job waits for the reader of the default partition. A writer does not queue behind the job.
  expect((await ana.post('/api/marcas', marca)).statusCode).toBe(201);
  expect(await waiting()).toHaveLength(1);
  await reader.query('rollback');
  await reader.end();
  await moving;
  expect(await sql('select to_regclass($1)::text as name', [name])).toEqual([{ name }]);
});
