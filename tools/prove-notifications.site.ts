import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import { startSandbox } from '../apps/sandbox/src/sandbox.ts';
import { aPerson, aSession, cookieOf, giveSecondFactor } from '../apps/server/src/testing/people.ts';
import { authorize } from './authorize.ts';
import type { Postgres } from './postgres.ts';
import type { Edit } from './prove-lookups.defects.ts';
import { JOURNAL } from './prove-notifications.judge.ts';
import { environment, prepareDatabase, start, untilReady } from './stack.ts';

/** An order as the stand-in has it. */
export interface TrueOrder {
  id: number;
  status: string;
  total_amount: number;
  tags: string[];
  order_items: { quantity: number; sale_fee: number }[];
  payments: { transaction_amount_refunded: number }[];
}

/** Pedidos come by what is told of them alone: no synchronisation begins. */
const NO_SYNC = `
  create function leave_out() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger leave_out before insert on pedidos_sincronia for each row execute function leave_out()`;

const DAY_MS = 86_400_000;
/** What happens to an order by itself has happened by then: from here on it changes when it is told to. */
const SETTLED_MS = 40 * DAY_MS;

export type Site = Awaited<ReturnType<typeof openSite>>;

/** The product, one http process and two workers, beside a Mercado Livre that allows no more than it is promised. */
export async function openSite(
  place: { folder: string; port: number; postgres: Postgres; onEnd: (stop: () => Promise<unknown>) => void },
  options: { database: string; callsPerSecond: number; edits?: readonly Edit[]; sql?: string },
) {
  const { folder, port, postgres, onEnd } = place;
  const { database, callsPerSecond } = options;
  await prepareDatabase(postgres, database);
  const admin = new pg.Pool({ connectionString: postgres.url(database), max: 3 });
  // Whoever asks next hears of a lost connection.
  admin.on('error', () => {});
  onEnd(() => admin.end());
  const sql = async (text: string, values: unknown[] = []) => (await admin.query(text, values)).rows;
  await sql(JOURNAL);
  await sql(NO_SYNC);
  if (options.sql) await sql(options.sql);
  const sandbox = await startSandbox({ port: port + 5 });
  onEnd(sandbox.stop);
  const ports = { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 };
  const { MEDIA_PORT: _, ...local } = environment(postgres, database, ports, folder);
  const plant = pathToFileURL(join(import.meta.dirname, 'prove-lookups.plant.ts')).href;
  const env = {
    ...local,
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    MERCADO_LIVRE_CALLS_PER_SECOND: String(callsPerSecond),
    ...(options.edits && {
      NODE_OPTIONS: `--import=${plant}`,
      PLANTED_EDITS: JSON.stringify(options.edits),
    }),
  };
  const log = join(folder, 'processes.log');
  const api = `http://127.0.0.1:${ports.api}`;
  const run = (entry: string) => {
    const running = start(entry, env, log);
    const kill = async () => {
      running.child.kill('SIGCONT');
      running.child.kill('SIGKILL');
      await running.ended;
    };
    onEnd(kill);
    return { ...running, kill };
  };
  const serve = async () => {
    const http = run('src/main.http.ts');
    await untilReady(`${api}/readyz`);
    return http;
  };
  const site = { http: await serve(), workers: [run('src/main.worker.ts'), run('src/main.worker.ts')] };

  const control = async (path: string, body: object = {}, method = 'POST') => {
    const answer = await fetch(`${sandbox.url}/_mercado-livre${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  await control(
    `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`,
    {
      callback: `${api}/api/notificacoes/mercado-livre`,
      topicos: ['orders_v2', 'items'],
      limites: { porMinuto: 60 * callsPerSecond, rajada: callsPerSecond, retryAfter: true },
    },
    'PATCH',
  );
  // What comes too late is sent again after a second, not a minute.
  await control('/notificacoes', { horaMs: 60_000 }, 'PATCH');
  await control('/relogio', { agora: new Date().toISOString(), parado: true });

  async function connect(seller: number): Promise<void> {
    const person = await aPerson(admin, 'Ana Souza');
    await giveSecondFactor(admin, person.userId);
    const headers = {
      cookie: cookieOf(await aSession(admin, person)),
      origin: env.PUBLIC_URL,
      'content-type': 'application/json',
    };
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { state: string };
    };
    const begin = (body: object) => post('/api/contas/conexoes', body);
    await post('/api/contas', await authorize(env, begin, seller));
  }

  let sellers = 0;
  return Object.assign(site, {
    api,
    port: ports.api,
    callsPerSecond,
    sql,
    control,
    log,
    aWorker: () => run('src/main.worker.ts'),
    /** The same again, after it was killed. */
    async serveAgain() {
      site.http = await serve();
    },
    /** Somebody connected, with so many sales in twelve months. */
    async aSeller(vendas: number): Promise<number> {
      sellers += 1;
      const id = 7_000_000_000 + sellers;
      await control('/vendedores', {
        id,
        apelido: `LOJA${sellers}`,
        semente: sellers,
        anuncios: 30,
        vendas,
      });
      await connect(id);
      return id;
    },
    async truth(seller: number): Promise<TrueOrder[]> {
      const [de, ate] = [365 * DAY_MS - DAY_MS, SETTLED_MS].map((ms) => new Date(Date.now() - ms));
      const query = new URLSearchParams({ de: de?.toISOString() ?? '', ate: ate?.toISOString() ?? '' });
      const answer = await fetch(`${sandbox.url}/_mercado-livre/vendedores/${seller}/verdade?${query}`);
      const lines = (await answer.text()).split('\n').filter(Boolean);
      return lines.map((line) => JSON.parse(line) as TrueOrder);
    },
    /** Something happens to an order a second later than the last change, and whoever listens is told. */
    async change(order: TrueOrder): Promise<void> {
      await control('/relogio', { avancarSegundos: 1, parado: true });
      const kinds = [['reembolsar', { centavos: 50 }], ['reembolsar'], ['cancelar']] as const;
      const [kind, body] =
        order.status === 'paid' ? (kinds[Math.floor(Math.random() * kinds.length)] ?? []) : ['pagar'];
      await control(`/vendas/${order.id}/${kind}`, body);
      order.status = order.status === 'paid' ? 'changed' : 'paid';
    },
    async calls(): Promise<{ total: number; reads: number; refused: number }> {
      const answer = await fetch(`${sandbox.url}/_mercado-livre/contagem`);
      const { total, rotas } = (await answer.json()) as {
        total: number;
        rotas: Record<string, { total: number; status: Record<string, number> }>;
      };
      const refused = Object.values(rotas).reduce((sum, { status }) => sum + (status['429'] ?? 0), 0);
      return { total, reads: rotas['GET /orders/:id']?.total ?? 0, refused };
    },
    pending: async (): Promise<number> =>
      (await sql('select count(*)::int as n from notificacoes where pendente'))[0]?.n,
    /** All but the database. */
    async close(): Promise<void> {
      await Promise.all([site.http.kill(), ...site.workers.map(({ kill }) => kill())]);
      await sandbox.stop();
    },
  });
}
