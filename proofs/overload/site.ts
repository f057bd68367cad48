import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { sealTokens } from '../../apps/server/src/modules/contas/sealed-tokens.ts';
import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { openVault, type Vault } from '../../apps/server/src/platform/secrets/vault.ts';
import { type Client, openHarness } from '../../apps/server/src/testing/harness.ts';
import { bodyOf, idsOf } from '../../apps/server/src/testing/isolation/routes.ts';
import { aPerson, aSession, cookieOf, giveSecondFactor } from '../../apps/server/src/testing/people.ts';
import { aRichEmpresa } from '../../apps/server/src/testing/rich-empresa.ts';
import type { Postgres } from '../../tools/postgres.ts';
import { ROOT, secretsInFiles, untilReady } from '../../tools/stack.ts';
import { isShort } from '../kit/arguments.ts';
import { answerOf } from '../kit/child.ts';
import { type Edit, withEdits } from '../kit/edits.ts';
import { openProduct, openStage } from '../kit/product.ts';
import { seedCatalogue } from '../kit/produtos.seed.ts';
import type { Place } from '../kit/proof.ts';
import { openStandIn } from '../kit/stand-in.ts';
import type { Load, Ran } from './generator.ts';
import { labelOf, type Sender, type Site } from './requests.ts';

/** The number of quiet empresas. */
export const QUIET = 50;
const SIZES = isShort
  ? { large: 8000, empresas: QUIET, each: 60 }
  : { large: 60_000, empresas: QUIET, each: 300 };
/** The number of people in each quiet empresa. */
const PEOPLE = 4;
/** The generator has one core and the server another, so that neither takes time from the other. */
const [LOAD_CPU, SERVER_CPU, ALL_CPUS] = ['0', '1', '0,1'];
const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['--version']).status === 0;

/**
 * Starts PostgreSQL with fifty quiet empresas and a flooding one, the sandbox in place of every outside
 * service, and the load generator.
 */
export async function openWorld(place: Place) {
  const { folder, onEnd } = place;
  const stage = await openStage(place, {
    shared_buffers: '512MB',
    max_wal_size: '2GB',
    synchronous_commit: 'off',
  });
  // The rate limits have their default values. Every sender has its own address, so that the proof does not
  // measure the limit of one address.
  const product = await openProduct(stage, { settings: { TRUST_PROXY: '127.0.0.1' } });
  const { ports } = product;
  await openStandIn(place);
  const vault = openVault(JSON.parse(product.env['SECRET_KEYS'] ?? ''));
  const seeded = await seed(stage.postgres, vault);
  const generator = openGenerator();
  onEnd(async () => generator.child.disconnect());
  const env = secretsInFiles(product.env, folder);
  const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const site: Site = { ...seeded.site, origin: product.origin };
  return {
    ...seeded,
    site,
    api: ports.api,
    run: (load: Omit<Load, 'port'>): Promise<Ran> => generator.run({ ...load, port: ports.api }),
    /** Starts the product as it is, or with planted edits, on one core together with PostgreSQL or on both. */
    async start(cores: 'one' | 'both', edits: readonly Edit[] = []) {
      const cpus = cores === 'one' ? SERVER_CPU : ALL_CPUS;
      pin(postmaster, cpus);
      const edited = { ...env, ...withEdits(edits) };
      const http = startPinned('src/main.http.ts', edited, cpus);
      const ended = new Promise((resolve) => http.once('exit', resolve));
      const stop = async () => {
        // A graceful shutdown would wait for a load balancer.
        http.kill('SIGKILL');
        await ended;
      };
      onEnd(stop);
      await untilReady(`http://127.0.0.1:${ports.api}/readyz`);
      return stop;
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

async function seed(postgres: Postgres, vault: Vault) {
  const url = (role: string) => postgres.url('prumo', role);
  const harness = await openHarness(url);
  await harness.app.ready();
  const loud = await aRichEmpresa(harness, `barulho-${randomUUID()}`);
  const routes = harness.app.routeInventory;
  const { sql, admin } = harness;
  await seedCatalogue(postgres.url('prumo'), loud.empresaId, SIZES);
  const seller = await fillMarketplace(sql, vault, loud.empresaId);
  const ids = await idsByColumn(sql, loud.empresaId);
  await giveSecondFactor(admin, loud.userId);
  for (const route of routes) {
    const taken = await idTakenBy(loud, route, ids.get('') ?? []);
    if (taken !== undefined) ids.set(labelOf(route), [taken]);
  }
  const empresas = await sql("select id from empresas where nome like 'Empresa %' order by id");
  const quiet: Sender[] = [];
  const loudPeople: Sender[] = [];
  const join = async (empresaId: string, name: string, address: string): Promise<Sender> => {
    const person = await aPerson(admin, name, empresaId);
    await giveSecondFactor(admin, person.userId);
    return { cookie: cookieOf(await aSession(admin, person)), address };
  };
  for (let person = 0; person < PEOPLE; person++)
    for (const [n, { id }] of empresas.entries())
      quiet.push(await join(String(id), `Pessoa ${person}`, `198.18.${n}.${person}`));
  for (let person = 0; person < 40; person++)
    loudPeople.push(await join(loud.empresaId, `Pressa ${person}`, `198.19.0.${person}`));
  await harness.close();
  const noise = { width: 256, height: 256, channels: 3 as const };
  const picture = await sharp({
    create: { ...noise, background: 'gray', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
  const notification = {
    topic: 'orders_v2',
    user_id: seller,
    application_id: Number(MERCADO_LIVRE_CLIENT.id),
    sent: new Date(0).toISOString(),
    received: new Date(0).toISOString(),
    attempts: 1,
  };
  return { quiet, loud: loudPeople, site: { routes, ids, picture, notification } };
}

type Sql = Awaited<ReturnType<typeof openHarness>>['sql'];

/**
 * Gives the import of the empresa 5,000 items, so that its file and its lists are long. Seals the tokens of
 * its conta with the keys of the product, so that an analysis can open them. Returns the seller's id.
 */
async function fillMarketplace(sql: Sql, vault: Vault, empresaId: string): Promise<number> {
  await sql(
    `insert into importacao_itens (empresa_id, importacao_id, anuncio_id, resultado, motivo)
     select empresa_id, id, 'MLB' || n, 'pendente', 'Motivo' from importacoes, generate_series(2, 5000) n
     where empresa_id = $1`,
    [empresaId],
  );
  const [conta] = await sql('select id, user_ml_id from mercado_livre_config where empresa_id = $1', [
    empresaId,
  ]);
  const tokens = { accessToken: 'expired', refreshToken: 'expired' };
  const sealed = sealTokens(vault, { empresaId, contaId: String(conta?.['id']) }, tokens);
  await sql('update mercado_livre_tokens set access_token = $2, refresh_token = $3 where empresa_id = $1', [
    empresaId,
    sealed.access,
    sealed.refresh,
  ]);
  return Number(conta?.['user_ml_id']);
}

/**
 * The ids of the empresa by `noun.column`, for every column that a path may contain. The key '' holds ids of
 * any row.
 */
async function idsByColumn(sql: Sql, empresaId: string): Promise<Map<string, string[]>> {
  const ids = new Map([['', await idsOf(sql, empresaId)]]);
  const columns = await sql(
    `select table_name, column_name from information_schema.columns c
     where table_schema = 'public' and data_type = 'uuid' and column_name in ('id', 'lote')
       and exists (select from information_schema.columns e
         where e.table_schema = 'public' and e.table_name = c.table_name and e.column_name = 'empresa_id')`,
  );
  for (const { table_name, column_name } of columns) {
    const rows = await sql(
      `select distinct ${column_name} as id from ${table_name} where empresa_id = $1 limit 50`,
      [empresaId],
    );
    if (rows.length > 0)
      ids.set(
        `${table_name}.${column_name}`,
        rows.map(({ id }) => String(id)),
      );
  }
  return ids;
}

/** The id that a summary takes in its body: the first one that the route does not refuse. */
async function idTakenBy(
  loud: Client,
  route: RouteEntry,
  ids: readonly string[],
): Promise<string | undefined> {
  if (route.config.cost !== 'summary' || !route.body) return undefined;
  for (const id of ids) if ((await loud.post(route.url, bodyOf(route, [id]))).statusCode < 400) return id;
  return undefined;
}

function openGenerator() {
  const child: ChildProcess = fork(join(import.meta.dirname, 'generator.ts'));
  if (child.pid) pin(child.pid, LOAD_CPU);
  return {
    child,
    run: (load: Load) => answerOf<Ran>(child, load),
  };
}

function startPinned(entry: string, env: Record<string, string>, cpus: string | undefined): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, 'apps/server', entry)], {
    env: { ...process.env, ...env },
    // The server logs errors only, so that an unexpected one is seen with its cause.
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (child.pid) pin(child.pid, cpus);
  return child;
}

/** Pins the process and its children to these cores. Processes that they start later inherit the cores. */
function pin(pid: number, cpus: string | undefined): void {
  if (!canPin || cpus === undefined) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  for (const each of [String(pid), ...children]) spawnSync('taskset', ['-a', '-c', '-p', cpus, each]);
}
