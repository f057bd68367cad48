import { join } from 'node:path';
import pg from 'pg';
import { selectMarcas } from '../apps/server/src/modules/marcas/marcas.queries.ts';
import type { TenantDb } from '../apps/server/src/platform/tenant-db.ts';
import { aPerson, aSession, cookieOf } from '../apps/server/src/testing/people.ts';
import { cursorAt, proveLatency } from './pages.ts';
import { startPostgres } from './postgres.ts';
import { isShort, note, prove } from './proof.ts';
import { RARE, type Sizes, seedMarcas } from './prove-list.seed.ts';
import { environment, prepareDatabase, start, untilReady } from './stack.ts';
import { POOL, proveThroughput } from './throughput.ts';

/**
 * The list at size: its throughput through HTTP beside the bare driver's, and how long a page takes at a steady
 * arrival. Both throughputs are measured in turns of a few seconds within one run, and the ratio is the median of the
 * turns: on a shared machine a single turn says little.
 */
const SIZES: Sizes = isShort
  ? { large: 20_000, empresas: 20, each: 500 }
  : { large: 200_000, empresas: 500, each: 2_000 };

/** Rows as they are, for comparison: the server's own statement has PostgreSQL write them as JSON. */
const PLAIN = `select id, user_id, nome, descricao, logo_url, versao, created_at from marcas
  where empresa_id = $1 and $2::int is not null order by created_at desc, id desc limit 51`;

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
  onEnd(() => admin.end());
  const env = {
    ...environment(
      postgres,
      'prumo',
      { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 },
      folder,
    ),
    NODE_ENV: 'production',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    DATABASE_POOL: String(POOL),
  };

  const operator = await aPerson(admin, 'Ana Souza');
  const others = await seedMarcas(postgres.url('prumo'), operator.empresaId, SIZES);
  const cookie = cookieOf(await aSession(admin, operator));
  const http = start('src/main.http.ts', env);
  // Its orderly end would wait for a balancer.
  onEnd(async () => http.child.kill('SIGKILL'));
  const api = { port: port + 2, cookie };
  await untilReady(`http://127.0.0.1:${api.port}/readyz`);
  const size = `${grouped(SIZES.large)} marcas in one empresa, ${grouped(SIZES.empresas * SIZES.each)} in ${SIZES.empresas} others`;
  note(`${size}; one http process, ${POOL} database connections, Node ${process.version}`);

  await proveThroughput(
    { ...api, path: '/api/marcas?limite=50' },
    {
      url: `${postgres.url('prumo', 'owner')}?options=-c%20jit%3Doff%20-c%20max_parallel_workers_per_gather%3D0`,
      ...(await listStatement(operator.empresaId)),
      plain: PLAIN,
    },
  );

  const largeCookies = [cookie];
  const smallCookies: string[] = [];
  for (const empresaId of others.slice(0, 20))
    smallCookies.push(cookieOf(await aSession(admin, await aPerson(admin, 'Bruno Lima', empresaId))));
  const deep = await cursorAt(admin, 'marcas', operator.empresaId, SIZES.large / 2);
  const pages: readonly [name: string, query: string][] = [
    ['list, first page', ''],
    [`list, page ${grouped(SIZES.large / 2 / 50)}`, `&cursor=${deep}`],
    ['list by nome', '&ordem=nome'],
    ['search, rare word', `&busca=${RARE}`],
    ['search, common word', '&busca=freios'],
    ['search, no match', '&busca=inexistente'],
  ];
  const more: typeof pages = [
    ['list by -nome', '&ordem=-nome'],
    ['search, common word by nome', '&busca=freios&ordem=nome'],
    ['search, two words', '&busca=freios%20guarani'],
    ['search, one letter', '&busca=a'],
    ['search, two letters', '&busca=ss'],
    ['search, two letters nobody has', '&busca=qz'],
  ];
  for (const [name, query] of isShort ? pages : [...pages, ...more]) {
    const calls = (cookies: string[]) =>
      cookies.map((each) => ({ path: `/api/marcas?limite=50${query}`, cookie: each }));
    await proveLatency(`${name}, large empresa`, api.port, calls(largeCookies));
    if (!query.includes('cursor'))
      await proveLatency(`${name}, small empresas`, api.port, calls(smallCookies));
  }
});

/** The very statement the server sends for the first page. */
async function listStatement(empresaId: string): Promise<{ text: string; values: unknown[] }> {
  let sent = { text: '', values: [] as unknown[] };
  const recorder = {
    query: async (text: string, values: unknown[]) => {
      sent = { text, values: [empresaId, ...values] };
      return [{ linhas: 0 }];
    },
  };
  await selectMarcas(recorder as unknown as TenantDb, { limite: 50 });
  return sent;
}

function grouped(value: number): string {
  return value.toLocaleString('en');
}
