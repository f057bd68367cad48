import { join } from 'node:path';
import pg from 'pg';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import { startSandbox } from '../apps/sandbox/src/sandbox.ts';
import {
  aPerson,
  aSession,
  cookieOf,
  giveSecondFactor,
  type Person,
} from '../apps/server/src/testing/people.ts';
import { authorize as authorizeAt } from './authorize.ts';
import { startPostgres } from './postgres.ts';
import { openWire } from './prove-tokens.wire.ts';
import { environment, prepareDatabase, start, untilReady } from './stack.ts';

export interface Operator extends Person {
  cookie: string;
}

export interface Conta {
  empresaId: string;
  contaId: string;
  seller: number;
}

export type Site = Awaited<ReturnType<typeof openSite>>;

/** The product and the simulated Mercado Livre beside it, what their processes log, and everything they answer. */
export async function openSite(place: {
  folder: string;
  port: number;
  onEnd: (stop: () => Promise<unknown>) => void;
}) {
  const { folder, port, onEnd } = place;
  const database = 'prumo';
  const data = join(folder, 'postgres');
  const postgres = await startPostgres({
    dir: data,
    port,
    settings: { fsync: 'off', max_connections: '400' },
  });
  onEnd(postgres.stop);
  await prepareDatabase(postgres, database);
  const sandbox = await startSandbox({ port: port + 5 });
  onEnd(sandbox.stop);
  const wire = await openWire(port);
  onEnd(wire.stop);
  const admin = new pg.Pool({ connectionString: postgres.url(database), max: 4 });
  // Ended with the server by whoever stops the proof.
  admin.on('error', () => {});
  onEnd(() => admin.end());
  const sql = async (text: string, values: unknown[] = []) => (await admin.query(text, values)).rows;
  const ports = { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 };
  const { MEDIA_PORT: _, ...local } = environment(postgres, database, ports, folder);
  const env: Record<string, string> = {
    ...local,
    NODE_ENV: 'production',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'debug',
    MERCADO_LIVRE_CALLS_PER_SECOND: '10000',
  };
  const api = `http://127.0.0.1:${ports.api}`;
  const log = join(folder, 'processes.log');

  const control = async (path: string, body: object = {}, method = 'POST') => {
    const answer = await fetch(`${sandbox.url}/_mercado-livre${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  // Nobody is to wait for the pace of the real one.
  await control(
    `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`,
    { limites: { porMinuto: 6_000_000, rajada: 1_000_000, rotas: {}, retryAfter: false, texto: false } },
    'PATCH',
  );

  /** Every answer of the product, with its headers: none may carry a token. */
  const answers: string[] = [];
  /** What the proof itself has made up or been given, and nobody may keep. */
  const secrets = new Set<string>();

  async function ask(operator: Operator, method: string, path: string, body?: object) {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        cookie: operator.cookie,
        origin: env['PUBLIC_URL'] ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: JSON.stringify([...response.headers]), text };
  }

  /** As `ask`, for all but what is a secret by itself. */
  async function call<T>(operator: Operator, method: string, path: string, body?: object) {
    const { status, headers, text } = await ask(operator, method, path, body);
    answers.push(text, headers);
    return { status, body: JSON.parse(text) as T };
  }

  /** To Mercado Livre, where the seller agrees, and back with a code: the last request of a connection. */
  async function authorize(operator: Operator, seller: number) {
    await sql('update auth.sessions set confirmed_at = now() where user_id = $1', [operator.userId]);
    const request = await authorizeAt(
      env,
      async (body) => {
        const { text } = await ask(operator, 'POST', '/api/contas/conexoes', body);
        const { state } = JSON.parse(text) as { state?: string };
        if (state === undefined) throw new Error(`no connection was started: ${text}`);
        return { state };
      },
      seller,
    );
    for (const secret of [request.code_verifier, request.state, request.code]) secrets.add(secret);
    return request;
  }

  let sellers = 0;
  const site = {
    ...{
      env,
      api,
      log,
      data,
      database,
      postgres,
      sandbox: sandbox.url,
      sql,
      control,
      wire,
      answers,
      secrets,
      onEnd,
    },
    authorize,
    call,
    /** Once, for the parts that speak to the product itself. */
    async serve() {
      for (const entry of ['src/main.http.ts', 'src/main.worker.ts']) {
        const overheard = {
          DATABASE_URL: wire.over(env['DATABASE_URL'] ?? ''),
          AUTH_DATABASE_URL: wire.over(env['AUTH_DATABASE_URL'] ?? ''),
        };
        const running = start(entry, { ...env, ...overheard }, log);
        // Its orderly end would wait for a balancer.
        onEnd(async () => {
          running.child.kill('SIGKILL');
          await running.ended;
        });
      }
      await untilReady(`${api}/readyz`);
    },
    async anOperator(): Promise<Operator> {
      const person = await aPerson(admin, 'Ana Souza');
      await giveSecondFactor(admin, person.userId);
      const cookie = cookieOf(await aSession(admin, person));
      secrets.add(cookie.slice(cookie.indexOf('=') + 1));
      return { ...person, cookie };
    },
    async aSeller(orders = 0): Promise<number> {
      sellers += 1;
      const id = 3_000_000_000 + sellers;
      const anuncios = orders > 0 ? 30 : 3;
      await control('/vendedores', {
        id,
        apelido: `VENDEDOR${sellers}`,
        semente: 1,
        anuncios,
        vendas: orders,
      });
      return id;
    },
    async connect(operator: Operator, seller: number): Promise<Conta> {
      const { status, body } = await call<{ id: string }>(
        operator,
        'POST',
        '/api/contas',
        await authorize(operator, seller),
      );
      if (status !== 201) throw new Error(`not connected: ${JSON.stringify(body)}`);
      return { empresaId: operator.empresaId, contaId: body.id, seller };
    },
    async misbehave(fault: object): Promise<void> {
      const { status } = await fetch(`${sandbox.url}/_falhas`, {
        method: 'POST',
        body: JSON.stringify(fault),
      });
      if (status !== 204) throw new Error(`the sandbox knows no such fault: ${JSON.stringify(fault)}`);
    },
    behave: () => fetch(`${sandbox.url}/_falhas`, { method: 'DELETE' }),
    /** How often a token was asked for in the seller's name, the exchange of a code included. */
    async tokenCalls(seller: number): Promise<number> {
      const { rotas } = (await (await fetch(`${sandbox.url}/_mercado-livre/contagem`)).json()) as {
        rotas: Record<string, { vendedores: Record<string, number> }>;
      };
      return rotas['POST /oauth/token']?.vendedores[String(seller)] ?? 0;
    },
    /** Every code and token ever handed out. */
    issued: async () => (await (await fetch(`${sandbox.url}/_emitidos`)).json()) as string[],
    async rowOf({ contaId }: Conta): Promise<{ versao: number; situacao: string }> {
      const [row] = await sql(
        `select t.versao, c.situacao from mercado_livre_tokens t
         join mercado_livre_config c on c.empresa_id = t.empresa_id and c.id = t.conta_id where t.conta_id = $1`,
        [contaId],
      );
      return row;
    },
    /** About to run out, as the product sees it. */
    lapse: ({ contaId }: Conta) =>
      sql("update mercado_livre_tokens set expires_at = now() + interval '4 minutes' where conta_id = $1", [
        contaId,
      ]),
    /** Milliseconds until no transaction of the product is open and nobody waits for a lock. */
    async untilFree(limitMs = 20_000): Promise<number> {
      const began = Date.now();
      for (;;) {
        const [row] = await sql(
          `select (select count(*) from pg_stat_activity where datname = current_database() and usename = 'app'
                     and (state like 'idle in transaction%' or wait_event_type = 'Lock'))::int as busy`,
        );
        if (row.busy === 0 || Date.now() - began > limitMs) return Date.now() - began;
      }
    },
  };
  return site;
}
