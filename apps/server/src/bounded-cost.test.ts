import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { growEmpresa } from '#testing/large-empresa.ts';
import { aRichEmpresa } from '#testing/rich-empresa.ts';
import { testApp } from '#testing/test-app.ts';

/** ADR 0042: no GET reads more rows than its bound, at any number of rows of the empresa. */
const prumo = await testApp();
const { sql, url } = prumo;

const ROWS = 3000;
/** The maximum number of rows that a request may read under `SMALL_LIMITS`. */
const BOUND = 1500;

/**
 * Routes that read one whole importacao through an index on its id. The size of the importacao is their
 * bound.
 */
const OF_ONE_IMPORTACAO = /^\/api\/importacoes/;

/**
 * Routes that read every matching row by design. A person requests the figures or the file explicitly, and the cost
 * class is `heavy`. The file is read page by page.
 */
const ON_REQUEST = ['/api/produtos/resumo/exato', '/api/atividades/arquivo'];

const TWO_LETTERS = Array.from({ length: 33 }, (_, n) => `${'abcdefghijklmnopqrstuvwxyz1234567'[n]}o`).join(
  ' ',
);

/**
 * Divides the limits of searches by a hundred, so that 3,000 rows exceed them as the rows of a large empresa
 * exceed the real limits.
 */
const SMALL_LIMITS = `
  create or replace function search_limits() returns search_limits language sql immutable parallel safe
  return (12, 4, 100, 20, 120, 200, 100)::search_limits`;

/**
 * PostgreSQL publishes a backend's row counts up to ten seconds late. `FLUSH` publishes them when the
 * transaction ends. `OPENING` raises the planner's cost of a row, because in a short table the planner would
 * read all rows instead of using an index.
 */
const FLUSH = 'pg_stat_force_next_flush()';
const OPENING = `perform ${FLUSH}, set_config('cpu_tuple_cost', '10', true),
  set_config('max_parallel_workers_per_gather', '0', true);`;

const large = await aLargeEmpresa();

async function aLargeEmpresa() {
  const client = new pg.Client({ connectionString: url('postgres') });
  await client.connect();
  await client.query(SMALL_LIMITS);
  const { rows } = await client.query(
    "select pg_get_functiondef('use_session(text, uuid, uuid, integer, text)'::regprocedure) as text",
  );
  await client.query(rows[0].text.replace(/\bbegin\b/i, `begin ${OPENING}`));
  const a = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
  await growEmpresa((text, values) => client.query(text, values), sql, a.empresaId, ROWS);
  await client.end();
  return a;
}

async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const [row] = await sql(
      'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_user_tables',
    );
    return Number(row?.['n']);
  };
  const before = await count();
  await work();
  return (await count()) - before;
}

interface Parameter {
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  schema: { type?: string; format?: string; enum?: string[] };
}

const { paths } = JSON.parse(await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>;
};

const TABLES: Record<string, string> = {
  contas: 'mercado_livre_config',
  importacao: 'importacoes',
  parent: 'categorias',
  pedidos: 'pedidos_fila',
  registro: 'produtos',
  titulares: 'pedidos_de_titulares',
  'vendas-balcao': 'vendas_balcao',
};

/**
 * Returns an id of the table that a route or parameter names. For produtos it is the one with the longest
 * ledger.
 */
async function idOf(noun: string): Promise<string> {
  if (noun === 'empresas') return large.empresaId;
  const plural =
    Object.keys(paths)
      .find((path) => path.startsWith(`/api/${noun}`))
      ?.split('/')[2] ?? noun;
  const table = TABLES[noun] ?? TABLES[plural] ?? plural;
  const [row] = await sql(
    table === 'produtos'
      ? `select produto_id as id, ${FLUSH} from movimentos_estoque where empresa_id = $1 group by 1 order by count(*) desc limit 1`
      : `select id, ${FLUSH} from ${table} where empresa_id = $1 order by ctid limit 1`,
    [large.empresaId],
  );
  return String(row?.['id']);
}

async function valuesOf({ name, schema }: Parameter): Promise<string[]> {
  if (name === 'cursor' || name === 'limite') return [];
  if (schema.enum) return schema.enum;
  if (name === 'pessoa') return [large.userId];
  if (schema.format === 'uuid') return [await idOf(name.replace(/_id$/, ''))];
  if (schema.format === 'date') return ['2026-01-01'];
  if (schema.format === 'date-time') return ['2026-01-01T00:00:00Z'];
  if (name === 'ids') return [await idOf('pedidos')];
  if (name === 'prefixo') return ['8d9'];
  if (name === 'idade') return ['0', '120'];
  return ['canario', 'o', 'c', 'zzqx', TWO_LETTERS];
}

/**
 * Returns one call for each value of each parameter. The first value of a parameter is also tried in every
 * order.
 */
async function callsOf(path: string, parameters: readonly Parameter[]): Promise<string[]> {
  const noun = path.split('/')[2] ?? '';
  const address = path
    .replace('{id}', path.includes('{id}') ? await idOf(noun) : '')
    .replace('{user_id}', large.userId)
    .replace('{envio}', path.includes('{envio}') ? await idOf('vendas_envios') : '');
  const required = new URLSearchParams();
  for (const each of parameters.filter((one) => one.in === 'query' && one.required))
    required.set(each.name, each.name === 'tabela' ? 'produtos' : ((await valuesOf(each))[0] ?? ''));
  const orders = parameters.find(({ name }) => name === 'ordem')?.schema.enum ?? [];
  const calls: URLSearchParams[] = [required];
  for (const each of parameters.filter((one) => one.in === 'query'))
    for (const [n, value] of (await valuesOf(each)).entries())
      for (const ordem of n === 0 ? ['', ...orders] : ['']) {
        const query = new URLSearchParams(required);
        if (ordem) query.set('ordem', ordem);
        query.set(each.name, value);
        calls.push(query);
      }
  return calls.map((query) => `${address}?${query}`);
}

const reads = Object.entries(paths).flatMap(([path, { get }]) =>
  get && !/consultas|google|marketplaces/.test(path) && !ON_REQUEST.includes(path)
    ? [{ path, parameters: get.parameters ?? [] }]
    : [],
);

test.each(reads)(
  'GET $path reads a bounded number of rows',
  { timeout: 120_000 },
  async ({ path, parameters }) => {
    const bound = OF_ONE_IMPORTACAO.test(path) ? 7 * ROWS : BOUND;
    for (const call of await callsOf(path, parameters)) {
      const read = await rowsRead(async () => {
        const { statusCode, body } = await large.get(call);
        expect([200, 404], `${call} ${body}`).toContain(statusCode);
      });
      expect(read, call).toBeLessThan(bound);
    }
  },
);

const resumo = async (client: Client, query: string) =>
  (await client.get(`/api/produtos/resumo?${query}`)).json();

test('the cards of a search of thirty-three words, or of one letter, read a bounded part and report that they are not exact', async () => {
  for (const query of [`busca=${encodeURIComponent(TWO_LETTERS)}`, 'nome=o', 'nome=c']) {
    const read = await rowsRead(() => resumo(large, query));
    expect(read, query).toBeLessThan(BOUND);
  }
  const nome = await resumo(large, 'nome=canario');
  expect(nome).toMatchObject({ exato: false, valor_estoque: null, sem_estoque: null, marcas: null });
  expect(nome.filtrados).toBeGreaterThan(90);
  expect(nome.filtrados).toBeLessThan(ROWS);
});

test('the exact cards of a filter equal the sums over all its rows', async () => {
  const exact = (await large.get('/api/produtos/resumo/exato?nome=canario')).json();
  const [row] = await sql(
    `select count(*)::int as filtrados, round(sum(custo_unitario * estoque_inicial), 2)::text as valor_estoque
     from produtos where empresa_id = $1 and nome ilike '%canario%'`,
    [large.empresaId],
  );
  expect(exact).toMatchObject({ exato: true, ...row });
  expect(exact.filtrados).toBeGreaterThan(ROWS);
});

test('a search that read only a part of the list reports itself as partial, and a search that an index answered does not', async () => {
  const page = async (query: string) => (await large.get(`/api/produtos?${query}`)).json();
  expect(await page('nome=z')).toMatchObject({ itens: [], total: null, parcial: true });
  expect(await page('nome=zq')).toMatchObject({ itens: [], total: 0, parcial: false });
  expect(await page('nome=canario')).toMatchObject({ total: null, parcial: false });
});

test('a search for a code that every produto has reads a bounded part, also with a second filter', async () => {
  // Switches off the triggers of the history, because no person makes this change.
  await sql(`begin; set local session_replication_role = replica;
    update produtos set cod_referencia = '{IGUAL77}' where empresa_id = '${large.empresaId}'; commit`);
  for (const query of ['busca=IGUAL77', 'busca=IGUAL77&nome=zzqx', 'busca=IGUAL77&sku=zzqx']) {
    const read = await rowsRead(() => large.get(`/api/produtos?${query}`));
    expect(read, query).toBeLessThan(BOUND);
  }
});

test('a filter by an importacao that created every produto reads a bounded part', async () => {
  const importacao = await idOf('importacao');
  // Switches off the triggers of the history, because no person makes this change.
  await sql(`begin; set local session_replication_role = replica;
    insert into importacao_itens (empresa_id, importacao_id, anuncio_id, resultado, produto_id)
    select empresa_id, '${importacao}', 'CRIADO' || id, 'criado', id from produtos
    where empresa_id = '${large.empresaId}'; commit`);
  for (const path of ['/api/produtos', '/api/produtos/resumo'])
    for (const query of ['', '&nome=zzqx', '&estoque=sem', '&ordem=nome']) {
      const call = `${path}?importacao=${importacao}${query}`;
      const read = await rowsRead(() => large.get(call));
      expect(read, call).toBeLessThan(BOUND);
    }
});
