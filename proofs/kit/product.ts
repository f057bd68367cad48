import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { aPerson, aSession, cookieOf, type Person } from '../../apps/server/src/testing/people.ts';
import { type Postgres, startPostgres } from '../../tools/postgres.ts';
import { environment, prepareDatabase, start, untilReady } from '../../tools/stack.ts';
import { type Edit, withEdits } from './edits.ts';
import type { Place } from './proof.ts';

const BUSY = 'O sistema está muito ocupado.';
/** The longest time for which a request of a busy server is repeated. */
const BUSY_MS = 60_000;

/** Settings of PostgreSQL for data that a proof throws away. prove:crash proves durability. */
export const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Settings of an http process that limits no caller. */
export const NO_LIMITS = { RATE_LIMIT: '0', SIGN_IN_LIMITS: 'off' };

/** A place with a running PostgreSQL. */
export interface Stage extends Place {
  postgres: Postgres;
}

/**
 * Starts PostgreSQL on the first port of the place. Without `settings`, fsync and synchronous_commit are on.
 */
export async function openStage(
  place: Place,
  settings: Record<string, string> = {},
  dir = join(place.folder, 'postgres'),
): Promise<Stage> {
  const postgres = await startPostgres({ dir, port: place.port, settings });
  place.onEnd(postgres.stop);
  return { ...place, postgres };
}

export const portsOf = (port: number) => ({
  web: port + 1,
  api: port + 2,
  media: port + 3,
  smtp: port + 4,
  sandbox: port + 5,
});

/** The type that pg gives a row whose columns are not declared. */
type AnyRow = pg.QueryResult['rows'][number];

/** A signed-in person. */
export interface Operator extends Person {
  cookie: string;
}

export type Product = Awaited<ReturnType<typeof openProduct>>;
export type Running = ReturnType<Product['run']>;

/**
 * Creates and migrates a database for the product. `serve` and `run` start the product's processes on it.
 * Their settings are those of production, except where `settings` overrides them.
 */
export async function openProduct(
  { postgres, folder, port, onEnd }: Stage,
  options: {
    database?: string;
    settings?: Record<string, string>;
    edits?: readonly Edit[];
    /**
     * Whether the processes run the bundles of `pnpm build`, as production does. They start several times faster than
     * the sources, which matters where processes start often. `edits` change sources only.
     */
    isBuilt?: boolean;
    /** The file that collects the output of the processes. */
    log?: string;
  } = {},
) {
  const { database = 'prumo', settings = {}, edits = [], isBuilt = false, log } = options;
  await prepareDatabase(postgres, database);
  const admin = new pg.Pool({ connectionString: postgres.url(database), max: 4 });
  // PostgreSQL may close an idle connection of the pool. The next query then reports the error.
  admin.on('error', () => {});
  onEnd(async () => admin.ended || admin.end());
  const ports = portsOf(port);
  const { MEDIA_PORT: _, ...local } = environment(postgres, database, ports, folder);
  const env: Record<string, string> = {
    ...local,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    ...settings,
    ...withEdits(edits),
  };
  const origin = env['PUBLIC_URL'] ?? '';
  const api = `http://127.0.0.1:${ports.api}`;

  const started: { kill(): Promise<void> }[] = [];
  /** Starts a process of the product. `own` overrides settings for this process. */
  function run(entry: 'http' | 'worker', own: Record<string, string> = {}) {
    const file = isBuilt ? `dist/main.${entry}.js` : `src/main.${entry}.ts`;
    const running = start(file, { ...env, ...own }, log);
    const { child, ended } = running;
    const process = {
      ...running,
      /** Sends SIGKILL, because a graceful shutdown would wait for a load balancer. */
      async kill(): Promise<void> {
        child.kill('SIGKILL');
        await ended;
      },
      isDead: () => child.exitCode !== null || child.signalCode !== null,
    };
    started.push(process);
    onEnd(process.kill);
    return process;
  }

  async function ask(
    { cookie }: { cookie?: string },
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        origin,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  return {
    ...{ postgres, database, folder, ports, env, origin, api, admin, onEnd, run, ask },
    sql: async <Row extends object = AnyRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await admin.query(text, values)).rows,
    /** Starts an http process and waits until it is ready. */
    async serve(own: Record<string, string> = {}) {
      const http = run('http', own);
      const died = http.ended.then((code) => {
        throw new Error(`the http process ended with ${code ?? http.child.signalCode} before it was ready`);
      });
      await Promise.race([untilReady(`http://127.0.0.1:${own['PORT'] ?? ports.api}/readyz`), died]);
      return http;
    },
    /** The processes that serve a request: the http process and its connections in PostgreSQL. */
    async servingPids({ child }: Pick<ReturnType<typeof run>, 'child'>): Promise<number[]> {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'prumo'`,
      );
      return [child.pid ?? 0, ...rows.map(({ pid }) => pid)];
    },
    /**
     * Sends a request and returns the parsed answer. Throws if the status is 400 or above. Sends a request again that the
     * admission of a busy server refused, because such a request had no effect.
     */
    async call<T>(...request: Parameters<typeof ask>): Promise<T> {
      let { status, text } = await ask(...request);
      for (const until = Date.now() + BUSY_MS; text.includes(BUSY) && Date.now() < until; ) {
        await sleep(500);
        ({ status, text } = await ask(...request));
      }
      if (status >= 400) throw new Error(`${request[1]} ${request[2]} answered ${status}: ${text}`);
      return JSON.parse(text) as T;
    },
    async anOperator(nome = 'Ana Souza', empresaId?: string): Promise<Operator> {
      const person = await aPerson(admin, nome, empresaId);
      return { ...person, cookie: cookieOf(await aSession(admin, person)) };
    },
    /** Makes the proof of identity of a person fresh. It expires while a proof loads many records. */
    confirm: ({ userId }: Pick<Operator, 'userId'>) =>
      admin.query('update auth.sessions set confirmed_at = now() where user_id = $1', [userId]),
    /** Kills every process of this product. */
    kill: () => Promise.all(started.map(({ kill }) => kill())),
  };
}
