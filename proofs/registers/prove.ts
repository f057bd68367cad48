import type pg from 'pg';
import { isShort } from '../kit/arguments.ts';
import type { Sizes } from '../kit/bulk.ts';
import { figure, grouped, note, noteLoad } from '../kit/figures.ts';
import { type Call, proveLatency } from '../kit/latency.ts';
import { NO_LIMITS, openProduct, openStage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { type Kind, kindsOf } from './kinds.ts';
import { seedClientes } from './seed.ts';

/**
 * Measures the largest register: the latency of a page of clientes over HTTP, with session and row level
 * security, for every way in which people search for a cliente. The names and their frequencies are
 * Brazilian, so that a common surname is as common as in production.
 */
const SIZES: Sizes = isShort
  ? { large: 5_000, empresas: 20, each: 1_000 }
  : { large: 100_000, empresas: 500, each: 2_000 };

await prove(async (place) => {
  // The proof measures only reads, so it needs no durability. The cache has the size of a small server's
  // cache.
  const stage = await openStage(place, { fsync: 'off', shared_buffers: '512MB', max_wal_size: '4GB' });
  const product = await openProduct(stage, { settings: NO_LIMITS });
  const { postgres, admin, ports } = product;
  const operator = await product.anOperator();
  const began = performance.now();
  const others = await seedClientes(postgres.url('prumo'), operator.empresaId, SIZES);
  const seconds = (performance.now() - began) / 1000;
  note(
    `${grouped(SIZES.large)} clientes in one empresa, ${grouped(SIZES.empresas * SIZES.each)} in ${SIZES.empresas} others`,
  );
  figure('loading, with indexes built at the end: s', seconds);
  await printSizes(admin);

  await product.serve();
  const large = [operator.cookie];
  const small: string[] = [];
  for (const empresaId of others.slice(0, 20))
    small.push((await product.anOperator('Bruno Lima', empresaId)).cookie);
  noteLoad();
  for (const kind of await kindsOf(admin, operator.empresaId, SIZES.large)) {
    if (isShort && !kind.short) continue;
    await checkFinds(kind, ports.api, large);
    await proveLatency(`${kind.name}, large empresa`, ports.api, calls(kind, large));
    if (kind.small) await proveLatency(`${kind.name}, small empresas`, ports.api, calls(kind, small));
  }
  noteLoad();
});

function calls({ queries }: Kind, cookies: readonly string[]): Call[] {
  return Array.from({ length: queries.length * cookies.length }, (_, n) => ({
    path: `/api/clientes?limite=50${queries[n % queries.length]}`,
    cookie: cookies[n % cookies.length] ?? '',
  }));
}

/**
 * Throws if a path does not find as many rows as its kind states. A search that finds nothing by mistake is
 * fast.
 */
async function checkFinds(kind: Kind, port: number, cookies: readonly string[]): Promise<void> {
  for (const { path, cookie } of calls(kind, cookies)) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
    const { itens } = (await response.json()) as { itens: unknown[] };
    const least = { page: isShort ? 1 : 50, some: 1, none: 0 }[kind.finds];
    if (itens.length < least || (kind.finds === 'none' && itens.length > 0))
      throw new Error(`${path} found ${itens.length} rows`);
  }
}

async function printSizes(admin: pg.Pool): Promise<void> {
  const { rows } = await admin.query<{ name: string; mb: number }>(
    `select 'clientes, rows' as name, pg_table_size('clientes') / 1048576.0 as mb
     union all
     select indexrelname, pg_relation_size(indexrelid) / 1048576.0 from pg_stat_user_indexes where relname = 'clientes'
     order by 2 desc`,
  );
  for (const { name, mb } of rows) figure(`${name}: MiB on disk`, Number(mb));
}
