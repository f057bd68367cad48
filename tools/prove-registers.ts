import { loadavg } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { aPerson, aSession, cookieOf } from '../apps/server/src/testing/people.ts';
import { type Call, proveLatency } from './pages.ts';
import { startPostgres } from './postgres.ts';
import { figure, isShort, note, prove } from './proof.ts';
import { type Kind, kindsOf } from './prove-registers.kinds.ts';
import { type Sizes, seedClientes } from './prove-registers.seed.ts';
import { environment, prepareDatabase, start, untilReady } from './stack.ts';

/**
 * The largest register at size: how long a page of clientes takes through HTTP, with session and row level security,
 * for every way people look for somebody. The names and their shares are Brazil's, so that a common surname is as
 * common as it will be.
 */
const SIZES: Sizes = isShort
  ? { large: 5_000, empresas: 20, each: 1_000 }
  : { large: 100_000, empresas: 500, each: 2_000 };

await prove(async ({ folder, port, onEnd }) => {
  const postgres = await startPostgres({
    dir: join(folder, 'postgres'),
    port,
    // Only reads are measured, so durability may wait; the cache is what a small server would give it.
    settings: { fsync: 'off', shared_buffers: '512MB', max_wal_size: '4GB' },
  });
  onEnd(postgres.stop);
  await prepareDatabase(postgres, 'prumo');
  const admin = new pg.Pool({ connectionString: postgres.url('prumo'), max: 1 });
  // Ending, a connection may still hear that the server stops.
  admin.on('error', () => {});
  onEnd(() => admin.end());

  const operator = await aPerson(admin, 'Ana Souza');
  const began = performance.now();
  const others = await seedClientes(postgres.url('prumo'), operator.empresaId, SIZES);
  const seconds = (performance.now() - began) / 1000;
  note(
    `${grouped(SIZES.large)} clientes in one empresa, ${grouped(SIZES.empresas * SIZES.each)} in ${SIZES.empresas} others`,
  );
  figure('loading, with indexes built at the end: s', seconds);
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

  const large = [cookieOf(await aSession(admin, operator))];
  const small: string[] = [];
  for (const empresaId of others.slice(0, 20))
    small.push(cookieOf(await aSession(admin, await aPerson(admin, 'Bruno Lima', empresaId))));
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

/** What is fast because it finds nothing proves nothing. */
async function checkFinds(kind: Kind, port: number, cookies: readonly string[]): Promise<void> {
  for (const { path, cookie } of calls(kind, cookies)) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
    const { itens } = (await response.json()) as { itens: unknown[] };
    const least = { page: isShort ? 1 : 50, some: 1, none: 0 }[kind.finds];
    if (itens.length < least || (kind.finds === 'none' && itens.length > 0))
      throw new Error(`${path} found ${itens.length} rows`);
  }
}

/** Of a machine that is shared: what else ran is part of the figures. */
function noteLoad(): void {
  const loads = loadavg().map((load) => load.toFixed(2));
  note(`load average ${loads.join(' ')}, Node ${process.version}`);
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

function grouped(value: number): string {
  return value.toLocaleString('en');
}
