import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { aPerson, aSession, cookieOf } from '../apps/server/src/testing/people.ts';
import { proveLatency } from './pages.ts';
import { startPostgres } from './postgres.ts';
import { figure, isShort, note, plantedOf, prove } from './proof.ts';
import { drawCodes, printRecall, recallOf } from './prove-catalogue.codes.ts';
import { DEFECTS, plantDefects } from './prove-catalogue.defects.ts';
import { judgeFilters } from './prove-catalogue.judge.ts';
import { type Kind, kindsOf } from './prove-catalogue.kinds.ts';
import { printPlan, statementOf } from './prove-catalogue.plans.ts';
import { type Sizes, seedCatalogue } from './prove-catalogue.seed.ts';
import { environment, prepareDatabase, start, untilReady } from './stack.ts';
import { proveThroughput } from './throughput.ts';

/**
 * The catalogue at size: how long every way of looking for a produto, the cards and the inventory take through HTTP,
 * with session and row level security, in the empresa with a million produtos.
 *
 *     --keep <dir>    loads into this folder and leaves it there, or measures what an earlier run left
 */
const SIZES: Sizes = isShort
  ? { large: 20_000, empresas: 10, each: 1_000 }
  : { large: 1_000_000, empresas: 1_000, each: 9_000 };

/** The statement of the list with rows handed over as they are. */
const PLAIN = `select id, nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia, fotos, estoque_inicial, preco_venda, versao, created_at
  from produtos where empresa_id = $1 and $2::int is not null order by created_at desc, id desc limit 51`;

await prove(async ({ folder, port, onEnd }) => {
  const kept = process.argv.includes('--keep') && process.argv[process.argv.indexOf('--keep') + 1];
  const dir = kept ? resolve(kept) : join(folder, 'postgres');
  const isLoaded = existsSync(join(dir, 'PG_VERSION'));
  const postgres = await startPostgres({
    dir,
    port,
    // Only reads are measured, so durability may wait; the cache is what a middling server would give it.
    settings: { fsync: 'off', shared_buffers: isShort ? '256MB' : '4GB', max_wal_size: '8GB' },
  });
  onEnd(postgres.stop);
  await prepareDatabase(postgres, 'prumo');
  const admin = new pg.Pool({ connectionString: postgres.url('prumo'), max: 1 });
  // Ending, a connection may still hear that the server stops.
  admin.on('error', () => {});
  onEnd(() => admin.end());

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

  const ports = { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 };
  const http = start('src/main.http.ts', {
    ...environment(postgres, 'prumo', ports, folder),
    NODE_ENV: 'production',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  });
  // Its orderly end would wait for a balancer.
  onEnd(async () => http.child.kill('SIGKILL'));
  await untilReady(`http://127.0.0.1:${ports.api}/readyz`);
  const signIn = async (empresaId: string) =>
    cookieOf(await aSession(admin, await aPerson(admin, 'Bruno Lima', empresaId)));
  const cookie = await signIn(empresaId);
  const api = { port: ports.api, cookie };

  const drawn = await drawCodes(admin, empresaId, large.produtos);
  const defects = plantedOf(DEFECTS);
  if (defects.length > 0) return plantDefects(defects, { admin, drawn, api });

  noteLoad();
  printRecall(await recallOf(drawn, api));
  await judgeFilters(postgres.url('prumo'), others[0]?.id ?? empresaId);
  const small: string[] = [];
  for (const { id } of others.slice(0, 20)) small.push(await signIn(id));
  for (const kind of await kindsOf(admin, empresaId, large.produtos)) {
    if (isShort && !kind.short) continue;
    await checkFinds(kind, api);
    await proveKind(`${kind.name}, large empresa`, kind, [cookie]);
    if (kind.small && !isShort) await proveKind(`${kind.name}, small empresas`, kind, small);
  }
  noteLoad();
  // The short form of it is part of `prove:list`.
  if (isShort) return;
  const first = await statementOf(empresaId, '/api/produtos');
  if (!first) throw new Error('the list sends no statement');
  const settings = '?options=-c%20jit%3Doff%20-c%20max_parallel_workers_per_gather%3D0';
  await proveThroughput(
    { ...api, path: '/api/produtos?limite=50' },
    { url: `${postgres.url('prumo', 'owner')}${settings}`, ...first, plain: PLAIN },
  );

  async function proveKind(name: string, kind: Kind, cookies: readonly string[]): Promise<void> {
    const calls = Array.from({ length: kind.paths.length * cookies.length }, (_, n) => ({
      path: kind.paths[n % kind.paths.length] ?? '',
      cookie: cookies[n % cookies.length] ?? '',
    }));
    const bar = { max: isShort ? Math.max(250, kind.bar) : kind.bar };
    const seconds = kind.perSecond === 1 ? (isShort ? 2 : 10) : isShort ? 0.5 : 10;
    const p95 = await proveLatency(name, ports.api, calls, {
      bar,
      arrival: { perSecond: kind.perSecond, seconds },
    });
    if (p95 > bar.max)
      for (const path of kind.paths.slice(0, 2)) await printPlan(postgres.url('prumo'), empresaId, path);
  }
});

/** With produtos, the one with most of them first. */
async function empresasOf(admin: pg.Pool): Promise<{ id: string; produtos: number }[]> {
  const { rows } = await admin.query<{ id: string; produtos: number }>(
    `select empresa_id as id, sum(delta)::int as produtos from contadores where nome = 'produtos'
     group by 1 order by 2 desc, 1`,
  );
  return rows;
}

/** What is fast because it finds nothing proves nothing. */
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

/** Of a machine that is shared: what else ran is part of the figures. */
function noteLoad(): void {
  const loads = loadavg().map((load) => load.toFixed(2));
  note(`load average ${loads.join(' ')}, Node ${process.version}`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function grouped(value: number): string {
  return value.toLocaleString('en');
}
