import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { aPerson, aSession, cookieOf, giveSecondFactor } from '../apps/server/src/testing/people.ts';
import { authorize } from './authorize.ts';
import type { Postgres } from './postgres.ts';
import type { Edit } from './prove-lookups.defects.ts';
import { environment, type Ports, prepareDatabase, start, untilReady } from './stack.ts';

export interface Place {
  postgres: Postgres;
  folder: string;
  ports: Ports;
  sandbox: string;
  onEnd: (stop: () => Promise<unknown>) => void;
}

/** What of an analysis is looked at. */
export interface Answer {
  revenue: object | null;
  revenue_before: object | null;
  dias: object[];
  dias_antes: object[];
  mais_vendidos: { titulo: string }[];
  sincronia: { em_andamento: boolean; completo_desde: string | null };
  avisos: string[];
}

/** A conta of a seller, and whoever looks at it. */
export interface Account {
  seller: number;
  analyse(from: number, to: number): Promise<Answer>;
}

export type Site = Awaited<ReturnType<typeof openSite>>;

/** The product on a database of its own, with one process for requests and one for work, beside a stand-in. */
export async function openSite(
  { postgres, folder, ports, onEnd }: Place,
  database: string,
  edits: readonly Edit[],
) {
  await prepareDatabase(postgres, database);
  const admin = new pg.Pool({ connectionString: postgres.url(database), max: 2 });
  admin.on('error', () => {});
  onEnd(() => admin.end());
  const { MEDIA_PORT: _, ...local } = environment(postgres, database, ports, folder);
  const plant = pathToFileURL(join(import.meta.dirname, 'prove-lookups.plant.ts')).href;
  const env: Record<string, string> = {
    ...local,
    NODE_ENV: 'production',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    MERCADO_LIVRE_CALLS_PER_SECOND: '100000',
    ...(edits.length > 0 && {
      NODE_OPTIONS: `--import=${plant}`,
      PLANTED_EDITS: JSON.stringify(edits),
    }),
  };
  const origin = env['PUBLIC_URL'] ?? '';
  const api = `http://127.0.0.1:${ports.api}`;
  const http = start('src/main.http.ts', env);
  let worker = start('src/main.worker.ts', env);
  /** Its orderly end would wait for a balancer. */
  const end = async () => {
    http.child.kill('SIGKILL');
    worker.child.kill('SIGKILL');
    await Promise.all([http.ended, worker.ended]);
  };
  onEnd(end);
  await untilReady(`${api}/readyz`);

  async function call<T>(cookie: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${api}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, origin, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  async function connect(cookie: string, seller: number): Promise<string> {
    const begin = (body: object) => call<{ state: string }>(cookie, '/api/contas/conexoes', body);
    return (await call<{ id: string }>(cookie, '/api/contas', await authorize(env, begin, seller))).id;
  }

  return {
    end,
    admin,
    async anAccount(seller: number): Promise<Account> {
      const person = await aPerson(admin, 'Ana Souza');
      await giveSecondFactor(admin, person.userId);
      const cookie = cookieOf(await aSession(admin, person));
      const accountId = await connect(cookie, seller);
      return {
        seller,
        analyse: (from, to) =>
          call<Answer>(cookie, '/api/analises', {
            accountId,
            dateFrom: new Date(from).toISOString(),
            dateTo: new Date(to).toISOString(),
          }),
      };
    },
    /** How much of its history has come, and whether that is all of it. */
    async progressOf(seller: number): Promise<{ share: number; isDone: boolean }> {
      const { rows } = await admin.query<{ share: number; done: boolean }>(
        `select coalesce(extract(epoch from now() - completo_desde) / extract(epoch from now() - historico_desde), 0)::float8
           as share, not em_andamento as done from pedidos_sincronia where user_ml_id = $1`,
        [seller],
      );
      return { share: rows[0]?.share ?? 0, isDone: rows[0]?.done ?? false };
    },
    /** Until everything of all of them is here. */
    async settle(sellers: readonly number[], limitMs: number): Promise<void> {
      for (const until = Date.now() + limitMs; ; await sleep(100)) {
        const { rows } = await admin.query<{ left: number }>(
          `select $2 - count(*)::int as left from pedidos_sincronia
           where user_ml_id = any($1::bigint[]) and not em_andamento and sincronizado_ate is not null`,
          [sellers, sellers.length],
        );
        if (rows[0]?.left === 0) return;
        if (Date.now() > until) throw new Error(`${rows[0]?.left} contas are not synchronised`);
      }
    },
    async killWorker(): Promise<void> {
      worker.child.kill('SIGKILL');
      await worker.ended;
      worker = start('src/main.worker.ts', env);
    },
  };
}
