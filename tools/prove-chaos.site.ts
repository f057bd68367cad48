import { join } from 'node:path';
import pg from 'pg';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import { startSandbox } from '../apps/sandbox/src/sandbox.ts';
import { aPerson, aSession, cookieOf, giveSecondFactor } from '../apps/server/src/testing/people.ts';
import { authorize } from './authorize.ts';
import type { Postgres } from './postgres.ts';
import type { Shape } from './prove-chaos.pairs.ts';
import type { Edit } from './prove-lookups.defects.ts';
import { withEdits } from './prove-tokens.askers.ts';
import { environment, prepareDatabase, start, untilReady } from './stack.ts';

/** Somebody's conta: an empresa of its own, and a seller nobody else holds. */
export interface Account {
  empresaId: string;
  userId: string;
  cookie: string;
  contaId: string;
  seller: number;
}

export type Site = Awaited<ReturnType<typeof openSite>>;

/** More than all of them need, and few enough that whoever asks without end is in the way of the others. */
const CALLS_PER_SECOND = 200;
/** The same listings and sales for all: what comes of them without faults is what must come of them. */
const SEED = 7;
const PATIENCE = 5;
/** The synchronisation that a connection begins is left out: it begins with the first look, when faults are there. */
const LATER = `
  create table ligados (user_ml_id bigint primary key);
  create function leave_out() returns trigger language plpgsql security definer as $$
  begin
    insert into ligados values (new.user_ml_id);
    return null;
  exception when unique_violation then
    return new;
  end $$;
  create trigger leave_out before insert on pedidos_sincronia for each row execute function leave_out()`;

/** The product on a database of its own, one process for requests and one for work, beside a stand-in. */
export async function openSite(
  place: { folder: string; port: number; postgres: Postgres; onEnd: (stop: () => Promise<unknown>) => void },
  database: string,
  edits: readonly Edit[],
) {
  const { folder, port, postgres, onEnd } = place;
  await prepareDatabase(postgres, database);
  const admin = new pg.Pool({ connectionString: postgres.url(database), max: 4 });
  admin.on('error', () => {});
  onEnd(() => admin.end());
  await admin.query(LATER);
  const sandbox = await startSandbox({ port: port + 5 });
  onEnd(sandbox.stop);
  const ports = { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 };
  const { MEDIA_PORT: _, ...local } = environment(postgres, database, ports, folder);
  const env: Record<string, string> = {
    ...local,
    NODE_ENV: 'production',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    MERCADO_LIVRE_CALLS_PER_SECOND: String(CALLS_PER_SECOND),
    ...(edits.length > 0 && withEdits(edits)),
  };
  const api = `http://127.0.0.1:${ports.api}`;
  const callback = `${api}/api/notificacoes/mercado-livre`;
  const log = join(folder, `${database}.log`);
  const running = ['src/main.http.ts', 'src/main.worker.ts'].map((entry) => start(entry, env, log));
  /** Their orderly end would wait for a balancer. */
  const end = async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
  };
  onEnd(end);
  await untilReady(`${api}/readyz`);

  const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await admin.query<Row>(text, values)).rows;

  async function control<T>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> {
    const answer = await fetch(`${sandbox.url}/_mercado-livre${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  }
  await control(
    `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`,
    {
      callback,
      topicos: ['orders_v2', 'items'],
      limites: { porMinuto: 6_000_000, rajada: 1_000_000, rotas: {}, retryAfter: false, texto: false },
    },
    'PATCH',
  );
  // Scrolls whose answers were lost stay open for minutes, and who leaves many is told to rest: another matter.
  await control('/ajustes', { scrollsAbertos: 100_000 }, 'PATCH');
  // What happens to orders by themselves is no fault.
  await control('/relogio', { agora: new Date().toISOString(), parado: true });

  async function call<T>(
    { cookie }: Pick<Account, 'cookie'>,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: T }> {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        cookie,
        origin: env['PUBLIC_URL'] ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  /** Through Mercado Livre's own page, where the seller agrees; the conta, or undefined where it was not made. */
  async function connect(person: Pick<Account, 'cookie' | 'userId'>, seller: number) {
    await sql('update auth.sessions set confirmed_at = now() where user_id = $1', [person.userId]);
    const begin = async (body: object) =>
      (await call<{ state: string }>(person, 'POST', '/api/contas/conexoes', body)).body;
    const sent = await authorize(env, begin, seller);
    const { status, body } = await call<{ id: string }>(person, 'POST', '/api/contas', sent);
    return status === 201 ? body.id : undefined;
  }

  let sellers = 0;
  return {
    sandbox: sandbox.url,
    callback,
    log,
    sql,
    control,
    call,
    connect,
    async anAccount({ anuncios, vendas, fotos }: Shape): Promise<Account> {
      sellers += 1;
      const seller = 6_000_000_000 + sellers;
      const made = { id: seller, apelido: `LOJA${sellers}`, semente: SEED, anuncios, vendas, fotos };
      await control('/vendedores', made);
      const person = await aPerson(admin, 'Ana Souza');
      await giveSecondFactor(admin, person.userId);
      const cookie = cookieOf(await aSession(admin, person));
      let contaId: string | undefined;
      // Told to come back in a moment, a person does.
      for (let n = 0; contaId === undefined; n++) {
        if (n === PATIENCE) throw new Error(`${seller} was not connected`);
        contaId = await connect({ ...person, cookie }, seller);
      }
      return { ...person, cookie, contaId, seller };
    },
    async misbehave(fault: object): Promise<void> {
      const answer = await fetch(`${sandbox.url}/_falhas`, { method: 'POST', body: JSON.stringify(fault) });
      if (answer.status !== 204) throw new Error(`no such fault: ${JSON.stringify(fault)}`);
    },
    behave: () => fetch(`${sandbox.url}/_falhas`, { method: 'DELETE' }),
    /** About to run out, as the product sees it. */
    lapse: ({ contaId }: Account) =>
      sql("update mercado_livre_tokens set expires_at = now() + interval '4 minutes' where conta_id = $1", [
        contaId,
      ]),
    async callsOf(route: string): Promise<number> {
      const { rotas } = await control<{ rotas: Record<string, { total: number }> }>('/contagem');
      return rotas[route]?.total ?? 0;
    },
    /** As the stand-in has them. */
    async orders(seller: number): Promise<{ id: number; status: string }[]> {
      const answer = await fetch(`${sandbox.url}/_mercado-livre/vendedores/${seller}/verdade`);
      const lines = (await answer.text()).split('\n').filter(Boolean);
      return lines.map((line) => JSON.parse(line));
    },
    /** Anuncios of an importacao that were refused because they could not be read whole. */
    async lateOnes(importacaoId: string): Promise<number> {
      const [row] = await sql<{ n: number }>(
        `select count(*)::int as n from importacao_itens
         where importacao_id = $1 and resultado = 'recusado' and motivo like '%mais tarde%'`,
        [importacaoId],
      );
      return row?.n ?? 0;
    },
    hasTokens: async ({ contaId }: Account): Promise<boolean> =>
      (await sql('select from mercado_livre_tokens where conta_id = $1', [contaId])).length > 0,
    /** Processes that ended by themselves. */
    dead: () => running.filter(({ child }) => child.exitCode !== null).length,
    /** All but the database. */
    async close(): Promise<void> {
      await end();
      await sandbox.stop();
    },
  };
}
