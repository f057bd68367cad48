import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { aPerson, aSession, cookieOf } from '../../apps/server/src/testing/people.ts';
import { untilReady } from '../../tools/stack.ts';
import type { Edit } from '../kit/edits.ts';
import { NO_LIMITS, openProduct, type Running, type Stage } from '../kit/product.ts';

/** A busy machine starts a process slowly, also while the other one serves the load. */
const START_S = 300;

export type Papel = 'dono' | 'administrador' | 'estoque' | 'consulta';

export interface Membro {
  userId: string;
  empresaId: string;
  papel: Papel;
  cookie: string;
}

export interface Empresa {
  id: string;
  dono: Membro;
  membros: readonly Membro[];
}

/** Two http processes that share one database. */
export interface Site {
  admin: pg.Pool;
  ports: readonly [number, number];
  pidOf(process: 0 | 1): number;
  ask(request: Ask): Promise<{ status: number; text: string }>;
  /** Kills a process with SIGKILL. */
  kill(process: 0 | 1): Promise<void>;
  /** Asks a process to stop, as a release does. */
  stop(process: 0 | 1): Promise<void>;
  serve(process: 0 | 1): Promise<void>;
  close(): Promise<unknown>;
}

interface Ask {
  process: number;
  membro: Membro;
  path: string;
  /** Without a method, a request with a body is a POST, and another one a GET. */
  method?: string;
  body?: object;
}

export async function openSite(
  stage: Stage,
  { database, edits = [] }: { database: string; edits?: readonly Edit[] | undefined },
): Promise<Site> {
  const product = await openProduct(stage, { database, settings: NO_LIMITS, edits });
  const admin = new pg.Pool({ connectionString: stage.postgres.url(database), max: 12 });
  admin.on('error', () => {});
  stage.onEnd(() => (admin.ended ? Promise.resolve() : admin.end()));
  const ports = [stage.port + 6, stage.port + 7] as const;
  const running: Running[] = [];
  const serve = async (process: 0 | 1) => {
    running[process] = product.run('http', { PORT: String(ports[process]) });
    await untilReady(`http://127.0.0.1:${ports[process]}/readyz`, START_S);
  };
  await Promise.all([serve(0), serve(1)]);
  const at = (process: 0 | 1) => running[process] as Running;
  return {
    ...{ admin, ports, serve },
    pidOf: (process) => at(process).child.pid ?? 0,
    kill: (process) => at(process).kill(),
    async stop(process) {
      at(process).child.kill('SIGTERM');
      await at(process).ended;
    },
    close: async () => {
      await product.kill();
      await admin.end();
    },
    async ask({ process, membro, path, body, method = body ? 'POST' : 'GET' }) {
      const response = await fetch(`http://127.0.0.1:${ports[process % 2]}${path}`, {
        method,
        headers: {
          origin: product.origin,
          cookie: membro.cookie,
          'x-empresa': membro.empresaId,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    },
  };
}

export async function aMembro({ admin }: Site, papel: Papel, empresaId?: string): Promise<Membro> {
  const person = await aPerson(admin, 'Pessoa da prova', empresaId, papel);
  return {
    ...{ userId: person.userId, empresaId: person.empresaId, papel },
    cookie: cookieOf(await aSession(admin, person)),
  };
}

/** An empresa with one person of each papel. */
export async function anEmpresa(site: Site): Promise<Empresa> {
  const dono = await aMembro(site, 'dono');
  const membros = [dono];
  for (const papel of ['administrador', 'estoque', 'consulta'] as const)
    membros.push(await aMembro(site, papel, dono.empresaId));
  return { id: dono.empresaId, dono, membros };
}

/** Creates a marca through the product. Returns whether the product acknowledged it. */
export async function saveMarca(site: Site, membro: Membro, nome: string, process: number): Promise<boolean> {
  const body = { nome, descricao: null, logo_url: null };
  const answer = await site.ask({ process, membro, path: '/api/marcas', body }).catch(() => null);
  return answer?.status === 201;
}

/** Runs statements as a transaction of the empresa, as a job does. */
export async function asJob(
  { admin }: Site,
  { empresaId, userId }: Membro,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.empresa_id', $1, true), set_config('app.user_id', $2, true), set_config('app.lote', $3, true)`,
      [empresaId, userId, randomUUID()],
    );
    await work(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}
