import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { aPerson } from '../../apps/server/src/testing/people.ts';
import { isShort, plantedOf } from '../kit/arguments.ts';
import type { Sizes } from '../kit/bulk.ts';
import { figure, grouped, note, noteLoad, timeBar } from '../kit/figures.ts';
import { proveLatency } from '../kit/latency.ts';
import { NO_LIMITS, openProduct, openStage } from '../kit/product.ts';
import { seedCatalogue } from '../kit/produtos.seed.ts';
import { prove } from '../kit/proof.ts';
import { proveThroughput } from '../kit/throughput.ts';
import { drawCodes, printRecall, recallOf } from './codes.ts';
import { DEFECTS, plantDefects } from './defects.ts';
import { cardFindings, judgeFilters } from './judge.ts';
import { type Kind, kindsOf } from './kinds.ts';
import { printPlan, statementOf } from './plans.ts';
import { proveRows } from './rows.ts';

/**
 * Measures a large catalogue: the latency of every kind of search, of the cards and of the inventory over
 * HTTP, with session and row level security, in an empresa with a million produtos.
 *
 *     --keep <dir>    loads the data into this folder and keeps it, or measures the data that it holds
 */
const SIZES: Sizes = isShort
  ? { large: 20_000, empresas: 10, each: 1_000 }
  : { large: 1_000_000, empresas: 1_000, each: 9_000 };

/** The statement of the list, returning plain rows instead of JSON. */
const PLAIN = `select id, nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia, fotos, estoque_inicial, preco_venda, versao, created_at
  from produtos where empresa_id = $1 and $2::int is not null order by created_at desc, id desc limit 51`;

await prove(async (place) => {
  const kept = process.argv.includes('--keep') && process.argv[process.argv.indexOf('--keep') + 1];
  const dir = kept ? resolve(kept) : join(place.folder, 'postgres');
  const isLoaded = existsSync(join(dir, 'PG_VERSION'));
  // The proof measures only reads, so it needs no durability. The cache has the size of a medium-sized
  // server's cache.
  const settings = { fsync: 'off', shared_buffers: isShort ? '256MB' : '4GB', max_wal_size: '8GB' };
  const stage = await openStage(place, settings, dir);
  const product = await openProduct(stage, { settings: NO_LIMITS });
  const { postgres, admin, ports } = product;

  if (!isLoaded) {
    const person = await aPerson(admin, 'Ana Souza');
    const began = performance.now();
    await seedCatalogue(postgres.url('prumo'), person.empresaId, SIZES);
    figure('loading, with indexes built at the end: s', (performance.now() - began) / 1000);
  }
  const [large, ...others] = await empresasOf(admin);
  if (!large) throw new Error('no empresa has produtos');
  const empresaId = large.id;
  note(
    `${grouped(large.produtos)} produtos in one empresa, ${grouped(sum(others.map(({ produtos }) => produtos)))} in ${others.length} others`,
  );
  await printSizes(admin);

  const http = await product.serve();
  const signIn = async (id: string) => (await product.anOperator('Bruno Lima', id)).cookie;
  const cookie = await signIn(empresaId);
  const api = { port: ports.api, cookie };

  const drawn = await drawCodes(admin, empresaId, large.produtos);
  const defects = plantedOf(DEFECTS);
  if (defects.length > 0)
    return plantDefects(defects, { admin, adminUrl: postgres.url('prumo'), empresaId, drawn, api });

  noteLoad();
  printRecall(await recallOf(drawn, api));
  await judgeFilters(postgres.url('prumo'), others[0]?.id ?? empresaId);
  const wrong = await cardFindings(postgres.url('prumo'), empresaId);
  for (const each of wrong) note(each);
  figure('cards that are wrong or falsely marked exact', wrong.length, { exactly: 0 });
  const small: string[] = [];
  for (const { id } of others.slice(0, 20)) small.push(await signIn(id));
  const kinds = (await kindsOf(admin, empresaId, large.produtos)).filter((kind) => !isShort || kind.short);
  await proveRows(postgres.url('prumo'), empresaId, kinds);
  for (const kind of kinds) {
    await checkFinds(kind, api);
    await proveKind(`${kind.name}, large empresa`, kind, [cookie]);
    if (kind.small && !isShort) await proveKind(`${kind.name}, small empresas`, kind, small);
  }
  noteLoad();
  // `prove:list` already covers the short form.
  if (isShort) return;
  const first = await statementOf(empresaId, '/api/produtos');
  if (!first) throw new Error('the list sends no statement');
  const options = '?options=-c%20jit%3Doff%20-c%20max_parallel_workers_per_gather%3D0';
  await proveThroughput(
    { ...api, path: '/api/produtos?limite=50' },
    { url: `${postgres.url('prumo', 'owner')}${options}`, ...first, plain: PLAIN },
    () => product.servingPids(http),
  );

  async function proveKind(name: string, kind: Kind, cookies: readonly string[]): Promise<void> {
    const calls = Array.from({ length: kind.paths.length * cookies.length }, (_, n) => ({
      path: kind.paths[n % kind.paths.length] ?? '',
      cookie: cookies[n % cookies.length] ?? '',
    }));
    const bar = timeBar(kind.bar);
    const seconds = kind.perSecond === 1 ? (isShort ? 2 : 10) : isShort ? 0.5 : 10;
    const p95 = await proveLatency(name, ports.api, calls, {
      bar,
      arrival: { perSecond: kind.perSecond, seconds },
    });
    if (p95 > bar.max)
      for (const path of kind.paths.slice(0, 2)) await printPlan(postgres.url('prumo'), empresaId, path);
  }
});

/** The empresas that have produtos, the largest first. */
async function empresasOf(admin: pg.Pool): Promise<{ id: string; produtos: number }[]> {
  const { rows } = await admin.query<{ id: string; produtos: number }>(
    `select empresa_id as id, sum(delta)::int as produtos from contadores where nome = 'produtos'
     group by 1 order by 2 desc, 1`,
  );
  return rows;
}

/**
 * Throws if a path does not find as many rows as its kind states. A search that finds nothing by mistake is
 * fast.
 */
async function checkFinds(kind: Kind, { port, cookie }: { port: number; cookie: string }): Promise<void> {
  for (const path of kind.paths) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
    const body = (await response.json()) as { itens?: unknown[] };
    if (response.status !== 200) throw new Error(`${path} answered ${JSON.stringify(body)}`);
    const found = body.itens?.length ?? 0;
    const least = { page: isShort ? 0 : 50, some: isShort ? 0 : 1, none: 0, any: 0 }[kind.finds];
    if (found < least || (kind.finds === 'none' && found > 0)) throw new Error(`${path} found ${found} rows`);
  }
}

async function printSizes(admin: pg.Pool): Promise<void> {
  const { rows } = await admin.query<{ name: string; mb: string; each: string }>(
    `select c.relname || case c.relkind when 'r' then ', rows' else '' end as name, pg_relation_size(c.oid) / 1048576.0 as mb,
       pg_relation_size(c.oid) / greatest(1, t.reltuples) as each
     from pg_class t left join pg_index i on i.indrelid = t.oid join pg_class c on c.oid in (t.oid, i.indexrelid)
     where t.relname in ('produtos', 'produto_deposito', 'movimentos_estoque')
     group by c.oid, c.relname, c.relkind, t.reltuples, t.relname order by t.relname desc, 2 desc`,
  );
  for (const { name, mb, each } of rows)
    figure(`${name}: MiB on disk`, Number(mb), undefined, `${Number(each).toFixed(0)} bytes a row`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
