import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkAtividades } from '#modules/atividades/check.queries.ts';
import { openSealer } from '#modules/atividades/sealer.ts';
import { openLog } from '#platform/log.ts';
import { testApp } from '#testing/test-app.ts';
import { expireHandler } from './expirar.job.ts';

const { anEmpresa, openPool, sql, url } = await testApp();
const db = openPool(3);
const lines: string[] = [];
const log = openLog('info', { write: (line) => void lines.push(line) });
const sealer = openSealer({ db, log: openLog('silent') });
const owner = new pg.Client({ connectionString: url('owner') });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

/** A test that ends with a failure in the log has removed less than it seems. */
afterEach(() => expect(lines.filter((line) => line.includes('not removed'))).toEqual([]));

type Ana = Awaited<ReturnType<typeof anEmpresa>>;
const enqueued: object[] = [];
const jobs = { enqueueGlobal: async (_kind: unknown, data: object) => void enqueued.push(data) };
const run = (options: { rowsAtOnce?: number; runMs?: number } = {}, data = {}) =>
  expireHandler({ db, jobs, log, ...options }).run(data as never);

async function seal(): Promise<void> {
  while (await sealer.step());
}

/** Writes changes of a marca that happened so long ago, as a restored backup would have them, and seals them. */
async function happened({ empresaId, userId }: Ana, ages: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const age of ages) {
    const [row] = await sql(
      `insert into historico (empresa_id, id, lote, tabela, registro_id, operacao, depois, user_id, created_at)
       select $1, uuidv7(-$2::interval), l, 'marcas', l, 'I', '{"nome": "Antiga"}', $3, now() - $2::interval
       from gen_random_uuid() l returning id`,
      [empresaId, age, userId],
    );
    ids.push(String(row?.['id']));
    await seal();
  }
  return ids;
}

const left = async ({ empresaId }: Ana, tabela = 'marcas') =>
  (
    await sql('select id from historico where empresa_id = $1 and tabela = $2 order by id', [
      empresaId,
      tabela,
    ])
  ).map(({ id }) => String(id));

async function check({ empresaId }: Ana, anchors: { numero: number; hash: string }[] = []) {
  for await (const finding of checkAtividades(owner, {
    only: empresaId,
    anchors: anchors.map((each) => ({ empresaId, ...each })),
  }))
    return finding;
  throw new Error('the empresa has no chain');
}

/** A choice of so many days ago. */
async function chose(ana: Ana, historico_anos: number, days: number): Promise<void> {
  expect((await ana.put('/api/retencao', { historico_anos })).statusCode).toBe(200);
  await sql(
    'update retencoes set created_at = created_at - make_interval(days => $2) where empresa_id = $1',
    [...[ana.empresaId, days]],
  );
}

test('the history is removed after five years, whole months at a time, and the chain still holds', async () => {
  const ana = await anEmpresa();
  const ids = await happened(ana, ['7 years', '6 years', '4 years', '1 hour']);
  const before = await check(ana);
  await run();
  expect(await left(ana)).toEqual(ids.slice(2));
  await seal();
  const after = await check(ana);
  expect(after).toMatchObject({ broken: null, end: { numero: before.end.numero + 1 } });
  const [line] = (await ana.get('/api/atividades?tipo=historico_removido')).json().itens;
  expect(line).toMatchObject({ quem: null, selo: 'conferida', palavras: { ate: '2', linhas: '2' } });
  expect(line.palavras.antes_de).toMatch(/^\d\d\/\d{4}$/);
  // An earlier check of a line that stays, or of the last one that went, still compares.
  expect(
    await check(ana, [{ numero: before.end.numero, hash: before.end.hash.toString('hex') }]),
  ).toMatchObject({
    broken: null,
  });
  await run();
  await seal();
  expect(await check(ana)).toMatchObject({ broken: null, end: { numero: after.end.numero } });
});

test('each empresa keeps its history as long as it chose, in the same partition', async () => {
  const [ana, bia, caio] = [await anEmpresa(), await anEmpresa(), await anEmpresa()];
  const ages = ['6 years', '3 years', '18 months', '1 month'];
  const [anas, bias, caios] = [
    await happened(ana, ages),
    await happened(bia, ages),
    await happened(caio, ages),
  ];
  await chose(ana, 1, 31);
  await chose(bia, 10, 0);
  // The shorter choice of Caio does not count yet.
  await chose(caio, 1, 29);
  await run();
  expect(await left(ana)).toEqual(anas.slice(3));
  expect(await left(bia)).toEqual(bias);
  expect(await left(caio)).toEqual(caios.slice(1));
});

test('a removal that no line of the chain records shows', async () => {
  const ana = await anEmpresa();
  await happened(ana, ['7 years', '6 years', '1 hour']);
  const { empresaId } = ana;
  await sql('delete from historico where empresa_id = $1 and id < first_uuid_of($2)', [
    empresaId,
    new Date(Date.now() - 5.5 * 365 * 86_400_000),
  ]);
  await sql(
    `with gone as (delete from atividades where empresa_id = $1 and numero <= 2 returning numero, hash)
     update atividades_cadeias c set inicio = 2, inicio_hash = g.hash from gone g where c.empresa_id = $1 and g.numero = 2`,
    [empresaId],
  );
  expect((await check(ana)).broken).toBe('lines 1 to 2 are missing, and no line records their removal');
});

test('a line that is younger stops the removal, so that the chain has no gap', async () => {
  const ana = await anEmpresa();
  // A restored history has old ids after young ones in the chain.
  const [young, old] = await happened(ana, ['1 hour', '7 years']);
  await run();
  expect(await left(ana)).toEqual([old, young]);
  await seal();
  expect((await check(ana)).broken).toBeNull();
});

test('a history that is not sealed yet stays', async () => {
  const ana = await anEmpresa();
  await sql(
    `insert into historico (empresa_id, id, lote, tabela, registro_id, operacao, depois, user_id)
     select $1, uuidv7(interval '-7 years'), l, 'marcas', l, 'I', '{}', $2 from gen_random_uuid() l`,
    [ana.empresaId, ana.userId],
  );
  await run();
  expect(await left(ana)).toHaveLength(1);
});

test('answers, refusals and unread notifications go after their terms, in batches and at every empresa', async () => {
  const [ana, bia] = [await anEmpresa(), await anEmpresa()];
  for (const { empresaId } of [ana, bia])
    for (const age of ['49 hours', '60 hours', '70 hours', '1 hour']) {
      await sql(
        "insert into idempotency_keys (empresa_id, id, request_hash, created_at) values ($1, $2, 'x', now() - $3::interval)",
        [empresaId, randomUUID(), age],
      );
      await sql(
        `insert into movimentos_recusados (empresa_id, chave, recusa, created_at)
         values ($1, $2, '{}', now() - 15 * $3::interval)`,
        [empresaId, randomUUID(), age],
      );
      await sql(
        `insert into notificacoes (empresa_id, marketplace, seller_id, topico, recurso, recebida_em, proxima_em)
         values ($1, 'mercado_livre', '7', 'pedidos', $2, now() - 15 * $3::interval, now())`,
        [empresaId, randomUUID(), age],
      );
    }
  await run({ rowsAtOnce: 2 });
  for (const { empresaId } of [ana, bia])
    for (const table of ['idempotency_keys', 'movimentos_recusados', 'notificacoes'])
      expect(await sql(`select from ${table} where empresa_id = $1`, [empresaId]), table).toHaveLength(1);
});

test('every empresa has its first batch before any has a second one', async () => {
  const [big, small] = [await anEmpresa(), await anEmpresa()];
  await happened(big, ['7 years', '7 years', '7 years', '7 years']);
  await happened(small, ['7 years']);
  const visited: string[] = [];
  const watched: typeof db = {
    ...db,
    write: (access, work, ...rest) => {
      visited.push(access.empresaId);
      return db.write(access, work, ...rest);
    },
  };
  await expireHandler({ db: watched, jobs, log, rowsAtOnce: 1 }).run({} as never);
  expect(await left(big)).toEqual([]);
  expect(await left(small)).toEqual([]);
  // A visit is one transaction for the rows and one for the history.
  const turns = visited.filter((_, n) => n % 2 === 0);
  const empresas = new Set(turns);
  expect(new Set(turns.slice(0, empresas.size))).toEqual(empresas);
  expect(turns.filter((id) => id === big.empresaId).length).toBeGreaterThan(4);
});

const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

test('a run without time enqueues the empresas that it did not reach', async () => {
  const ana = await anEmpresa();
  enqueued.length = 0;
  await run({ runMs: -1 });
  expect(enqueued).toEqual([{ after: '00000000-0000-0000-0000-000000000000' }]);
  enqueued.length = 0;
  // An empresa that has more to remove keeps its turn in the next run.
  await run({ runMs: -1 }, { after: LAST, busy: [ana.empresaId] });
  expect(enqueued).toEqual([{ after: LAST, busy: [ana.empresaId] }]);
  const empresas = (await sql('select id from empresas order by id')).map(({ id }) => String(id));
  enqueued.length = 0;
  await run({}, { after: empresas.at(-2) });
  expect(enqueued).toEqual([]);
});

test('an empresa whose chain is locked delays no other, and has its turn in the next run', async () => {
  const [ana, bia] = [await anEmpresa(), await anEmpresa()];
  const [old] = await happened(bia, ['7 years']);
  const client = new pg.Client({ connectionString: url('owner') });
  await client.connect();
  await client.query('begin');
  // Another transaction holds the chain of Ana.
  await happened(ana, ['7 years']);
  await client.query('select from atividades_cadeias where empresa_id = $1 for update', [ana.empresaId]);
  await run();
  await client.query('rollback');
  await client.end();
  expect(await left(bia)).not.toContain(old);
  expect(await left(ana)).toHaveLength(1);
  await run();
  expect(await left(ana)).toHaveLength(0);
});

test('an empty partition from before the shortest term is dropped, and one with a row of any empresa stays', async () => {
  const ana = await anEmpresa();
  const names: string[] = [];
  for (const years of [8, 9]) {
    const [row] = await sql(
      `select format('historico_%s', to_char(m, 'YYYY_MM')) as name, first_uuid_of(m at time zone 'UTC') as de,
         first_uuid_of((m + interval '1 month') at time zone 'UTC') as ate
       from date_trunc('month', now() at time zone 'UTC' - make_interval(years => $1)) m`,
      [years],
    );
    await sql(
      `create table ${row?.['name']} partition of historico for values from ('${row?.['de']}') to ('${row?.['ate']}')`,
    );
    await sql(`alter table ${row?.['name']} owner to owner`);
    names.push(String(row?.['name']));
  }
  await chose(ana, 10, 0);
  await happened(ana, ['8 years']);
  await run();
  const exist = async () =>
    (await sql('select to_regclass(n)::text as name from unnest($1::text[]) n', [names])).map(
      ({ name }) => name,
    );
  expect(await exist()).toEqual([names[0], null]);
  // The row of the current month's partition is never looked at, and a reader of the history only delays the drop.
  await sql('delete from atividades where empresa_id = $1', [ana.empresaId]);
  await sql('delete from historico where empresa_id = $1', [ana.empresaId]);
  const reader = new pg.Client({ connectionString: url('postgres') });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select from historico limit 1');
  await run();
  expect(await exist()).toEqual([names[0], null]);
  await reader.query('rollback');
  await reader.end();
  await run();
  expect(await exist()).toEqual([null, null]);
});
