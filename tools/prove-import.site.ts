import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import type { SellerInput } from '../apps/sandbox/src/mercado-livre/seller.ts';
import { startSandbox } from '../apps/sandbox/src/sandbox.ts';
import { aPerson, aSession, cookieOf, giveSecondFactor } from '../apps/server/src/testing/people.ts';
import { authorize } from './authorize.ts';
import type { Postgres } from './postgres.ts';
import type { Edit } from './prove-lookups.defects.ts';
import { NO_ADDRESS } from './prove-stock.shops.ts';
import { environment, prepareDatabase, start, untilReady } from './stack.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

/** The product with a process for requests and none for work yet, beside a Mercado Livre that lets everybody through. */
export async function openSite(
  place: { postgres: Postgres; folder: string; port: number; onEnd: (stop: () => Promise<unknown>) => void },
  database: string,
  edits: readonly Edit[] = [],
) {
  const { postgres, port, onEnd } = place;
  const folder = join(place.folder, database);
  await prepareDatabase(postgres, database);
  const ports = { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 };
  const sandbox = await startSandbox({ port: ports.sandbox });
  const admin = new pg.Pool({ connectionString: postgres.url(database), max: 3 });
  admin.on('error', () => {});
  const { MEDIA_PORT: _, ...local } = environment(postgres, database, ports, folder);
  const plant = pathToFileURL(join(import.meta.dirname, 'prove-lookups.plant.ts')).href;
  const env: Record<string, string> = {
    ...local,
    NODE_ENV: 'production',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    MERCADO_LIVRE_CALLS_PER_SECOND: '100000',
    ...(edits.length > 0 && { NODE_OPTIONS: `--import=${plant}`, PLANTED_EDITS: JSON.stringify(edits) }),
  };
  const api = `http://127.0.0.1:${ports.api}`;
  const http = start('src/main.http.ts', env);
  let isOpen = true;
  /** Of one of several sites by whoever is done with it, of the last one at the end of all. */
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    http.child.kill('SIGKILL');
    await http.ended;
    await sandbox.stop();
    await admin.end();
  };
  onEnd(end);
  await untilReady(`${api}/readyz`);
  const sql = async (text: string, values: unknown[] = []) => (await admin.query(text, values)).rows;

  async function control(method: string, path: string, body: object = {}) {
    const answer = await fetch(`${sandbox.url}/_mercado-livre${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }
  const limites = { porMinuto: 60_000_000, rajada: 1_000_000, rotas: {}, retryAfter: false, texto: false };
  await control('PATCH', `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { limites });

  const person = await aPerson(admin, 'Ana Souza');
  await giveSecondFactor(admin, person.userId);
  const cookie = cookieOf(await aSession(admin, person));

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        cookie,
        origin: env['PUBLIC_URL'] ?? '',
        // Minutes lie between two calls: one kept open may be closed just then.
        connection: 'close',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  async function connect(seller: number): Promise<string> {
    await sql('update auth.sessions set confirmed_at = now()');
    const begin = (body: object) => call<{ state: string }>('POST', '/api/contas/conexoes', body);
    return (await call<{ id: string }>('POST', '/api/contas', await authorize(env, begin, seller))).id;
  }

  return {
    empresaId: person.empresaId,
    /** Where the images are kept. */
    images: join(folder, 'arquivos'),
    env,
    sql,
    call,
    connect,
    adminUrl: postgres.url(database),
    addSeller: ({ id, nickname, seed, listings, orders, features, pictures }: SellerInput) =>
      control('POST', '/vendedores', {
        id,
        apelido: nickname,
        semente: seed,
        anuncios: listings,
        vendas: orders,
        recursos: features,
        fotos: pictures ?? 0,
      }),
    /** What an import asks for before it begins. */
    choices: async () => ({
      deposito_id: (
        await call<{ id: string }>('POST', '/api/depositos', {
          ...{ nome: 'Matriz', descricao: null, ativo: true, ...NO_ADDRESS },
        })
      ).id,
      fornecedor_id: (
        await call<{ id: string }>('POST', '/api/fornecedores', {
          ...{ nome: 'Aurora', cpf_cnpj: '19.131.243/0001-97', email: 'a@aurora.com.br', telefone: null },
          ...NO_ADDRESS,
        })
      ).id,
      estoque_full: false,
    }),
    /** How often each route was called since. */
    async counts(): Promise<Record<string, number>> {
      const { rotas } = (await (await control('GET', '/contagem')).json()) as {
        rotas: Record<string, { total: number }>;
      };
      return Object.fromEntries(Object.entries(rotas).map(([route, { total }]) => [route, total]));
    },
    forgetCounts: () => control('DELETE', '/contagem'),
    startWorker: () => start('src/main.worker.ts', env),
    end,
  };
}
