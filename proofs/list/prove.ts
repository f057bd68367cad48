import { join } from 'node:path';
import { selectMarcas } from '../../apps/server/src/modules/marcas/marcas.queries.ts';
import type { TenantDb } from '../../apps/server/src/platform/db/tenant-db.ts';
import { argOf, isShort } from '../kit/arguments.ts';
import type { Sizes } from '../kit/bulk.ts';
import { grouped, note, show } from '../kit/figures.ts';
import { cursorAt, proveLatency } from '../kit/latency.ts';
import { NO_LIMITS, openProduct, openStage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { POOL, proveThroughput } from '../kit/throughput.ts';
import { instrumentationCost } from './instrumentation.ts';
import { RARE, seedMarcas } from './seed.ts';

/**
 * Measures a large list: its throughput over HTTP compared with the bare driver, and the latency of a page at
 * a steady arrival rate. The two throughputs are measured alternately, a few seconds each. Their ratio is the
 * median over these rounds, because a single round on a shared machine says little.
 */
const isOnlyCost = argOf('only') === 'instrumentation';
const SIZES: Sizes =
  isShort || isOnlyCost
    ? { large: 20_000, empresas: 20, each: 500 }
    : { large: 200_000, empresas: 500, each: 2_000 };

/**
 * A statement that returns plain rows, for comparison. In the server's own statement, PostgreSQL writes JSON.
 */
const PLAIN = `select id, user_id, nome, descricao, logo_url, versao, created_at from marcas
  where empresa_id = $1 and $2::int is not null order by created_at desc, id desc limit 51`;

await prove(async (place) => {
  // The proof measures only reads, so it needs no durability. The cache has the size of a small server's
  // cache.
  const stage = await openStage(place, { fsync: 'off', shared_buffers: '512MB', max_wal_size: '4GB' });
  const log = join(place.folder, 'processes.log');
  const settings = { ...NO_LIMITS, DATABASE_POOL: String(POOL) };
  const product = await openProduct(stage, { settings, log });
  const { postgres, admin } = product;
  const operator = await product.anOperator();
  const { cookie } = operator;
  const others = await seedMarcas(postgres.url('prumo'), operator.empresaId, SIZES);
  if (isOnlyCost) return show(await instrumentationCost(product, log, cookie));
  const http = await product.serve();
  const api = { port: product.ports.api, cookie };
  const size = `${grouped(SIZES.large)} marcas in one empresa, ${grouped(SIZES.empresas * SIZES.each)} in ${SIZES.empresas} others`;
  note(`${size}; one http process, ${POOL} database connections, Node ${process.version}`);

  await proveThroughput(
    { ...api, path: '/api/marcas?limite=50' },
    {
      url: `${postgres.url('prumo', 'owner')}?options=-c%20jit%3Doff%20-c%20max_parallel_workers_per_gather%3D0`,
      ...(await listStatement(operator.empresaId)),
      plain: PLAIN,
    },
    () => product.servingPids(http),
  );

  const largeCookies = [cookie];
  const smallCookies: string[] = [];
  for (const empresaId of others.slice(0, 20))
    smallCookies.push((await product.anOperator('Bruno Lima', empresaId)).cookie);
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
    ['search, two letters without a match', '&busca=qz'],
  ];
  for (const [name, query] of isShort ? pages : [...pages, ...more]) {
    const calls = (cookies: string[]) =>
      cookies.map((each) => ({ path: `/api/marcas?limite=50${query}`, cookie: each }));
    await proveLatency(`${name}, large empresa`, api.port, calls(largeCookies));
    if (!query.includes('cursor'))
      await proveLatency(`${name}, small empresas`, api.port, calls(smallCookies));
  }
});

/** The exact statement that the server sends for the first page. */
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
