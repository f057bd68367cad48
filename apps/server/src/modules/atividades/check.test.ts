import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '#platform/log.ts';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';
import { type Anchor, checkAtividades } from './check.queries.ts';
import { openSealer } from './sealer.ts';

const { anEmpresa, openPool, sql, url } = await testApp();
const sealer = openSealer({ db: openPool(2), log: openLog('silent') });
const owner = new pg.Client({ connectionString: url('owner') });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

async function seal(): Promise<void> {
  while (await sealer.step());
}

async function check(empresaId: string, anchors: Anchor[] = []) {
  const findings = [];
  for await (const each of checkAtividades(owner, { only: empresaId, anchors })) findings.push(each);
  const [finding] = findings;
  if (!finding) throw new Error('the empresa has no chain');
  return finding;
}
const brokenOf = async (empresaId: string) => (await check(empresaId)).broken;

const aMarca = (ana: Client, nome: string) =>
  ana.post('/api/marcas', { nome, descricao: 'Segredo', logo_url: null });

/** An empresa with a chain of five lines. */
async function aChain() {
  const ana = await anEmpresa();
  for (let n = 1; n <= 5; n++) await aMarca(ana, `Marca ${n}`);
  await seal();
  const { empresaId } = ana;
  const ids = (await sql('select id from atividades where empresa_id = $1 order by numero', [empresaId])).map(
    ({ id }) => String(id),
  );
  return { ana, empresaId, ids };
}

test('an untouched chain is whole, also with lines that wait to be sealed', async () => {
  const { ana, empresaId } = await aChain();
  await aMarca(ana, 'Ainda não selada');
  expect(await check(empresaId)).toMatchObject({ broken: null, end: { numero: 5 } });
  await seal();
  expect(await check(empresaId)).toMatchObject({ broken: null, end: { numero: 6 } });
});

test('a removed line shows', async () => {
  const { empresaId, ids } = await aChain();
  await sql('delete from atividades where empresa_id = $1 and numero = 3', [empresaId]);
  expect(await brokenOf(empresaId)).toBe('line 3 is missing; the next one is 4');
  await sql('delete from historico where empresa_id = $1 and id = $2', [empresaId, ids[2]]);
  await sql('update atividades set numero = numero - 1 where empresa_id = $1 and numero > 3', [empresaId]);
  expect(await brokenOf(empresaId)).toContain('line 3 ');
});

test('a removed content shows', async () => {
  const { empresaId, ids } = await aChain();
  await sql('delete from historico where empresa_id = $1 and id = $2', [empresaId, ids[1]]);
  expect(await brokenOf(empresaId)).toBe(`line 2 (${ids[1]}): its content is missing`);
});

test('an altered content, author or time shows', async () => {
  for (const change of [
    `depois = depois || '{"nome": "Outra"}'`,
    'user_id = gen_random_uuid()',
    "created_at = created_at - interval '1 microsecond'",
  ]) {
    const { ana, empresaId, ids } = await aChain();
    await sql(`update historico set ${change} where empresa_id = $1 and id = $2`, [empresaId, ids[3]]);
    expect(await brokenOf(empresaId), change).toBe(
      `line 4 (${ids[3]}): its content was changed after it was sealed`,
    );
    const { itens } = (await ana.get('/api/atividades')).json();
    expect(itens.map(({ selo }: { selo: string }) => selo)).toEqual([
      'conferida',
      'divergente',
      'conferida',
      'conferida',
      'conferida',
    ]);
  }
});

test('altered columns of a line show', async () => {
  for (const change of ["tipo = 'entrada'", 'user_id = gen_random_uuid()', "digest = sha256('x')"]) {
    const { empresaId } = await aChain();
    await sql(`update atividades set ${change} where empresa_id = $1 and numero = 2`, [empresaId]);
    expect(await brokenOf(empresaId), change).toContain('line 2 ');
  }
});

test('lines in another order show', async () => {
  const { empresaId } = await aChain();
  for (const [from, to] of [
    [2, 99],
    [3, 2],
    [99, 3],
  ])
    await sql('update atividades set numero = $3 where empresa_id = $1 and numero = $2', [
      empresaId,
      from,
      to,
    ]);
  expect(await brokenOf(empresaId)).toContain('line 2 ');
});

test('a chain without its last lines shows, and after a change of its end an earlier check shows it', async () => {
  const { empresaId, ids } = await aChain();
  const { end } = await check(empresaId);
  const anchor = { empresaId, numero: end.numero, hash: end.hash.toString('hex') };
  await sql('delete from atividades where empresa_id = $1 and numero > 3', [empresaId]);
  expect(await brokenOf(empresaId)).toBe('lines 4 to 5 are missing at the end');
  await sql(
    `update atividades_cadeias c set numero = 3, hash = a.hash from atividades a
     where c.empresa_id = $1 and a.empresa_id = $1 and a.numero = 3`,
    [empresaId],
  );
  expect(await brokenOf(empresaId)).toContain('is not in the chain and does not wait for it');
  await sql('delete from historico where empresa_id = $1 and id = any ($2)', [empresaId, ids.slice(3)]);
  // Only somebody who keeps the output of an earlier check notices a chain that was rewritten to its end.
  expect(await brokenOf(empresaId)).toBeNull();
  expect((await check(empresaId, [anchor])).broken).toBe('line 5 of an earlier check is missing');
});

test('a row that was written into the past shows', async () => {
  const { ana, empresaId } = await aChain();
  await sql(
    `insert into historico (empresa_id, id, lote, tabela, registro_id, operacao, depois, user_id)
     values ($1, uuidv7(interval '-1 hour'), $2, 'marcas', $2, 'I', '{}', $3)`,
    [empresaId, randomUUID(), ana.userId],
  );
  await sql('delete from atividades_pendentes where empresa_id = $1', [empresaId]);
  expect(await brokenOf(empresaId)).toContain('is not in the chain');
});

test('ASVS 14.2.4: an erasure of content keeps the chain whole, is a line itself, and keeps nothing to guess the content by', async () => {
  const { ana, empresaId, ids } = await aChain();
  await aMarca(ana, 'Pendente');
  const [pending] = (await ana.get('/api/atividades')).json().itens;
  const erased = [ids[1], pending.id];
  const client = new pg.Client({ connectionString: url('owner') });
  await client.connect();
  await client.query('begin');
  await client.query('select use_empresa($1, $2, $3)', [empresaId, ana.userId, randomUUID()]);
  await client.query("select erase_atividades($1, '{}')", [erased]);
  await client.query(
    `update historico set depois = depois - 'descricao' where empresa_id = $1 and id = any ($2)`,
    [empresaId, erased],
  );
  await client.query('commit');
  await client.end();
  await seal();
  expect(await check(empresaId)).toMatchObject({ broken: null, end: { numero: 7 } });
  const { itens } = (await ana.get('/api/atividades')).json();
  expect(itens.map(({ tipo, selo }: { tipo: string; selo: string }) => `${tipo} ${selo}`)).toEqual([
    'dados_apagados conferida',
    'registro_criado conferida',
    ...['conferida', 'conferida', 'conferida', 'apagada', 'conferida'].map(
      (selo) => `registro_criado ${selo}`,
    ),
  ]);
  // Without the line that names it, an erased content is a broken line.
  const [other] = await sql(
    'update atividades set sal = null where empresa_id = $1 and numero = 1 returning id',
    [empresaId],
  );
  expect(await brokenOf(empresaId)).toBe(
    `line 1 (${other?.id}): its content is erased, and no line records that`,
  );
});

test('concurrent workers seal each line once', async () => {
  const ana = await anEmpresa();
  for (let n = 0; n < 30; n++) await aMarca(ana, `Marca ${n}`);
  const workers = Array.from({ length: 4 }, () => openSealer({ db: openPool(1), log: openLog('silent') }));
  await Promise.all(
    workers.map(async (worker) => {
      while (await worker.step());
    }),
  );
  await seal();
  expect(await check(ana.empresaId)).toMatchObject({ broken: null, end: { numero: 30 } });
});

test('ASVS 16.4.2: the role of the application cannot change, remove or insert a line, nor remove one from the history', async () => {
  const { empresaId } = await aChain();
  const app = new pg.Client({ connectionString: url('app') });
  await app.connect();
  for (const statement of [
    'update atividades set tipo = tipo',
    'delete from atividades',
    'insert into atividades select * from atividades',
    'update atividades_cadeias set numero = 0',
    'delete from atividades_pendentes',
    'delete from atividades_recusas',
    'update historico set depois = depois',
    'delete from historico',
    `select erase_atividades('{}', '{}')`,
  ]) {
    await app.query('begin');
    await app.query('select use_empresa($1, $2, $3)', [empresaId, randomUUID(), randomUUID()]);
    await expect(app.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    await app.query('rollback');
  }
  await app.end();
});
