import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Exportacao } from '@prumo/contract/exportacoes.ts';
import { expect, test } from 'vitest';
import { openLog } from '#platform/log.ts';
import { aRichEmpresa } from '#testing/rich-empresa.ts';
import { testApp } from '#testing/test-app.ts';
import { advance } from './advance.ts';
import { exportacoesHandlers, sweepExportacoes } from './exportacoes.job.ts';
import { FORA, TABELAS } from './layout.ts';

const prumo = await testApp();
const { sql, storage, openPool } = prumo;
const db = openPool(4);
const log = openLog('silent');
type Dono = Awaited<ReturnType<typeof prumo.anEmpresa>>;

/** Runs the job of an exportacao to its end, as the queue does. */
async function run({ empresaId }: { empresaId: string }, id: string): Promise<void> {
  let isOver = false;
  while (!isOver) {
    isOver = true;
    await advance({
      ...{ db, storage, log, empresaId, id },
      sendOn: async () => {
        isOver = false;
      },
    });
  }
}

async function begin(dono: Dono): Promise<Exportacao> {
  const answer = await dono.post('/api/exportacoes', {});
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function download(dono: Dono, { id }: { id: string }): Promise<Buffer> {
  const link = await dono.post(`/api/exportacoes/${id}/link`);
  expect(link.statusCode, link.body).toBe(201);
  const answer = await dono.get(link.json().url);
  expect(answer.statusCode).toBe(200);
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.byteLength);
  return answer.rawPayload;
}

/** Reads the ZIP with the modules zipfile and csv of Python, so that the reader shares no code with the writer. */
async function read(zip: Buffer): Promise<Record<string, Record<string, string>[]>> {
  const path = join(tmpdir(), `${randomUUID()}.zip`);
  await writeFile(path, zip);
  const script = `import csv, io, json, sys, zipfile
csv.field_size_limit(10**9)
out = {}
with zipfile.ZipFile(sys.argv[1]) as z:
  assert z.testzip() is None
  for name in z.namelist():
    if name.endswith('.csv'):
      rows = csv.DictReader(io.StringIO(z.read(name).decode('utf-8-sig'), newline=''), delimiter=';')
      out.setdefault(name.split('/')[0].removesuffix('.csv'), []).extend(rows)
    elif name.endswith('.json'): out[name] = [json.loads(z.read(name))]
    else: out.setdefault('nomes', []).append({'nome': name})
print(json.dumps(out))`;
  const { stdout } = await promisify(execFile)('python3', ['-c', script, path], { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout);
}

const marca = (nome: string) => ({ nome, descricao: null, logo_url: null });

/** The rows that the file has. The line about the link of the file is newer than the file. */
const atTheCut = (nome: string) =>
  nome === 'historico'
    ? "empresa_id = $1 and (tabela <> 'atividades' or depois ->> 'tipo' <> 'exportacao')"
    : 'empresa_id = $1';

test('every table of an empresa is in the file, or named with the reason, and so is every column', async () => {
  const rows = await sql(
    `select c.relname as tabela, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as colunas
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_attribute e where e.attrelid = c.oid and e.attname = 'empresa_id' and not e.attisdropped)
     group by 1`,
  );
  const inDatabase = rows.map(({ tabela }) => String(tabela)).sort();
  expect([...TABELAS.map(({ nome }) => nome), ...Object.keys(FORA)].sort()).toEqual(inDatabase);
  for (const { nome, colunas, fora } of TABELAS) {
    const found = rows.find(({ tabela }) => tabela === nome)?.['colunas'] as string[];
    expect([...colunas.map((coluna) => coluna.nome), ...Object.keys(fora)].sort(), nome).toEqual(
      [...found].sort(),
    );
  }
});

test('no column of class secret is in the file', async () => {
  const secrets = await sql(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where col_description(c.oid, a.attnum) like 'class: secret%' and c.relnamespace = 'public'::regnamespace`,
  );
  expect(secrets.length).toBeGreaterThan(3);
  const exported = new Set(
    TABELAS.flatMap(({ nome, colunas }) => colunas.map((each) => `${nome}.${each.nome}`)),
  );
  expect(secrets.filter(({ name }) => exported.has(String(name)))).toEqual([]);
  expect(exported.has('clientes.senha')).toBe(false);
});

test('the file contains every record, the ledger, the history and the photos', async () => {
  const dono = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
  const { id } = await begin(dono);
  await run(dono, id);
  const file = await read(await download(dono, { id }));
  for (const { nome } of TABELAS.filter(({ nome }) => nome !== 'arquivos')) {
    const [counted] = await sql(`select count(*)::int as n from ${nome} where ${atTheCut(nome)}`, [
      dono.empresaId,
    ]);
    expect([nome, file[nome]?.length]).toEqual([nome, counted?.['n']]);
    expect(counted?.['n'], nome).toBeGreaterThan(0);
  }
  const [produto] = (file['produtos'] ?? []).filter(({ fotos }) => fotos !== '[]');
  const [foto] = JSON.parse(String(produto?.['fotos']));
  expect(file['nomes']).toContainEqual({ nome: `fotos/${foto}.webp` });
  const manifest = file['manifest.json']?.[0] as unknown as { formato: number; membros: { nome: string }[] };
  expect(manifest.formato).toBe(1);
  expect(manifest.membros.map(({ nome }) => nome)).toContain('empresa.json');
  const shown: Exportacao = (await dono.get(`/api/exportacoes/${id}`)).json();
  expect(shown.situacao).toBe('pronta');
  expect(shown.baixada_em).not.toBeNull();
});

test('the file shows the records as they were at the cut, whatever changes while it is written', async () => {
  const dono = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
  const kept = (await dono.post('/api/marcas', marca('Fica'))).json();
  const edited = (await dono.post('/api/marcas', marca('Antes'))).json();
  const [produto] = await sql(
    'select produto_id, deposito_id, quantidade from produto_deposito where empresa_id = $1',
    [dono.empresaId],
  );
  const { id } = await begin(dono);
  // After the cut: an edit, a deletion, a creation and a movimento.
  await dono.put(`/api/marcas/${edited.id}`, { ...marca('Depois'), versao: edited.versao });
  await dono.delete(`/api/marcas/${kept.id}`);
  await dono.post('/api/marcas', marca('Nova'));
  const moved = await dono.post('/api/movimentos', {
    ...{ id: randomUUID(), produto_id: produto?.['produto_id'], deposito_id: produto?.['deposito_id'] },
    ...{ destino_id: null, saldo_lido: null, motivo: null, tipo: 'entrada', quantidade: '7' },
  });
  expect(moved.statusCode, moved.body).toBe(201);
  await run(dono, id);
  const file = await read(await download(dono, { id }));
  const names = (file['marcas'] ?? []).map(({ nome }) => nome);
  expect(names).toContain('Fica');
  expect(names).toContain('Antes');
  expect(names).not.toContain('Depois');
  expect(names).not.toContain('Nova');
  const link = (file['produto_deposito'] ?? []).find(
    ({ produto_id }) => produto_id === produto?.['produto_id'],
  );
  expect(link?.['quantidade']).toBe(produto?.['quantidade']);
  const ledger = (file['movimentos_estoque'] ?? []).filter(
    ({ produto_id }) => produto_id === produto?.['produto_id'],
  );
  const sum = ledger.reduce((total, { delta }) => total + Number(delta), 0);
  expect(sum).toBe(Number(link?.['quantidade']));
});

test('a photo that the store has lost does not keep the exportacao from ending', async () => {
  const dono = await prumo.anEmpresa();
  // More images without an object than one step reads, so that a whole step finds none.
  await sql(
    `insert into arquivos (empresa_id, user_id, tipo, largura, altura, bytes, created_at)
     select $1, $2, 'foto', 1, 1, 1, now() - interval '1 hour' from generate_series(1, 120)`,
    [dono.empresaId, dono.userId],
  );
  const { id } = await begin(dono);
  await run(dono, id);
  const file = await read(await download(dono, { id }));
  expect(file['nomes']).toBeUndefined();
  expect(file['arquivos']).toHaveLength(120);
});

test('a transaction on both sides of the cut is left out whole', async () => {
  const dono = await prumo.anEmpresa();
  const lote = randomUUID();
  const { id, corte } = await begin(dono);
  // Two changes of one lote, one a moment before the cut and one a moment after it.
  for (const side of ['-', '+'])
    await sql(
      `insert into historico (empresa_id, id, lote, tabela, registro_id, operacao, depois, user_id)
       select $1, (overlay(first_uuid_of($2::timestamptz ${side} interval '20 milliseconds')::text placing '7' from 15 for 1))::uuid,
         $3, 'marcas', gen_random_uuid(), 'I', '{}', $4`,
      [dono.empresaId, corte, lote, dono.userId],
    );
  await run(dono, id);
  const file = await read(await download(dono, { id }));
  expect((file['historico'] ?? []).filter((row) => row['lote'] === lote)).toEqual([]);
});

test('a job that dies after any statement or write to the store goes on where it stopped', async () => {
  const dono = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
  const { id } = await begin(dono);
  let deaths = 0;
  for (let allowed = 1; ; allowed++) {
    let calls = 0;
    const mortal =
      <A extends unknown[], R>(call: (...given: A) => Promise<R>, isLate: boolean) =>
      async (...given: A): Promise<R> => {
        if (++calls >= allowed && !isLate) throw new Error('killed');
        const answer = await call(...given);
        if (calls >= allowed) throw new Error('killed');
        return answer;
      };
    const isLate = allowed % 2 === 0;
    const died = await advance({
      db: { ...db, read: mortal(db.read, isLate) as never, write: mortal(db.write, isLate) as never },
      storage: { ...storage, put: mortal(storage.put, isLate) },
      ...{ log, empresaId: dono.empresaId, id, sendOn: async () => {} },
    }).then(
      () => false,
      () => true,
    );
    if (!died) break;
    deaths++;
  }
  expect(deaths).toBeGreaterThan(10);
  const file = await read(await download(dono, { id }));
  for (const { nome } of TABELAS.filter(({ nome }) => nome !== 'arquivos')) {
    const [counted] = await sql(`select count(*)::int as n from ${nome} where ${atTheCut(nome)}`, [
      dono.empresaId,
    ]);
    expect([nome, file[nome]?.length]).toEqual([nome, counted?.['n']]);
  }
});

test('of sixteen downloads with one link one gets the file, and a new link gets it again', async () => {
  const dono = await prumo.anEmpresa();
  const { id } = await begin(dono);
  await run(dono, id);
  const { url } = (await dono.post(`/api/exportacoes/${id}/link`)).json();
  const answers = await Promise.all(Array.from({ length: 16 }, () => dono.get(url)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(15);
  await download(dono, { id });
});

test('a link works only for the person who made it, and only within its time', async () => {
  const dono = await prumo.anEmpresa();
  const { id } = await begin(dono);
  await run(dono, id);
  const { url } = (await dono.post(`/api/exportacoes/${id}/link`)).json();
  const other = await prumo.aColleague(dono, 'Outra dona', 'dono');
  expect((await other.get(url)).statusCode).toBe(404);
  expect((await prumo.stranger().get(url)).statusCode).toBe(401);
  await sql("update exportacoes set vence_em = now() - interval '1 second' where id = $1", [id]);
  expect((await dono.get(url)).statusCode).toBe(404);
});

test('only a dono may export, and one exportacao is under way at a time', async () => {
  const dono = await prumo.anEmpresa();
  const colleague = await prumo.aColleague(dono);
  expect((await colleague.post('/api/exportacoes', {})).statusCode).toBe(403);
  const { id } = await begin(dono);
  expect((await dono.post('/api/exportacoes', {})).statusCode).toBe(409);
  expect((await dono.post(`/api/exportacoes/${id}/cancelar`)).json().situacao).toBe('cancelada');
  await run(dono, id);
  expect((await dono.get(`/api/exportacoes/${id}`)).json().situacao).toBe('cancelada');
  await begin(dono);
});

test('the sweep removes every object of an expired exportacao from the store', async () => {
  const dono = await prumo.anEmpresa();
  const { id } = await begin(dono);
  await run(dono, id);
  const parts = await sql('select id from exportacao_partes where exportacao_id = $1', [id]);
  const keys = parts.map((part) => `exportacoes/${dono.empresaId}/${id}/${part['id']}`);
  expect(keys.length).toBeGreaterThan(5);
  for (const key of keys) expect(await storage.exists(key)).toBe(true);
  const sweep = exportacoesHandlers({ db, storage, log, jobs: { enqueue: async () => {} } }).find(
    ({ kind }) => kind.name === sweepExportacoes.name,
  );
  await sweep?.run({} as never);
  for (const key of keys) expect(await storage.exists(key)).toBe(true);
  await sql("update exportacoes set vence_em = now() - interval '1 second' where id = $1", [id]);
  await sweep?.run({} as never);
  for (const key of keys) expect(await storage.exists(key)).toBe(false);
  expect((await dono.get(`/api/exportacoes/${id}`)).json().situacao).toBe('vencida');
});
