import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { aPerson, aSession, cookieOf } from '../apps/server/src/testing/people.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { figure, isShort, note, planted, plantedOf, prove } from './proof.ts';
import { environment, prepareDatabase, start, untilReady } from './stack.ts';

/**
 * PostgreSQL is killed with -9 again and again while people save through HTTP. Every answer is written down: what was
 * acknowledged must be there, once; what was refused must have been refused in words; whoever does not know sends the
 * same key again until it does. Nothing but PostgreSQL may die.
 */
const SECONDS = isShort ? 8 : 30;
const WRITERS = 16;
const EMPRESAS = 4;
const RECOVERY_SECONDS = 5;
const DATABASE = 'prumo';

/** What each planted defect does while the writers write. */
const DEFECTS = {
  /** An acknowledged row disappears. */
  'row-lost': async ({ admin }: Plant) => {
    // Past the triggers, as a damaged page would take it.
    await admin.query(`begin; set local session_replication_role = replica;
      delete from marcas where id = (select id from marcas order by random() limit 1); commit`);
  },
  /** A writer that makes a new key for the second try. */
  'key-forgotten': async (plant: Plant) => {
    plant.keyForgotten = true;
  },
  'process-died': async ({ worker }: Plant) => {
    worker.child.kill('SIGKILL');
  },
};

interface Plant {
  admin: pg.Pool;
  worker: ReturnType<typeof start>;
  keyForgotten: boolean;
}

await prove(async ({ folder, port, onEnd }) => {
  const defects = plantedOf(Object.keys(DEFECTS) as (keyof typeof DEFECTS)[]);
  // As installed: fsync and synchronous_commit are on.
  const postgres = await startPostgres({ dir: join(folder, 'postgres'), port });
  onEnd(postgres.stop);
  await prepareDatabase(postgres, DATABASE);
  const ports = { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 };
  const env = {
    ...environment(postgres, DATABASE, ports, folder),
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  };
  if (defects.length === 0) report(await run({ postgres, onEnd }, env, SECONDS));
  else
    for (const name of defects) {
      const outcome = await run({ postgres, onEnd }, env, 6, DEFECTS[name]);
      planted(name, outcome.findings);
    }
});

interface Answer {
  id?: string;
  mensagem?: string;
  sessao?: object | null;
}

interface Outcome {
  kills: number;
  acknowledged: number;
  refused: number;
  slowestRefusalMs: number;
  recoverySeconds: number[];
  findings: string[];
}

function report({
  kills,
  acknowledged,
  refused,
  slowestRefusalMs,
  recoverySeconds,
  findings,
}: Outcome): void {
  const size = `${WRITERS} writers in ${EMPRESAS} empresas for ${SECONDS} s`;
  figure('PostgreSQL killed with -9, times', kills, { min: isShort ? 1 : 5 }, size);
  figure('acknowledged writes', acknowledged, { min: 100 });
  figure(
    'refused meanwhile with 503 and a sentence',
    refused,
    { min: 1 },
    `slowest ${Math.round(slowestRefusalMs)} ms`,
  );
  figure('seconds from the restart to the first write, at most', Math.max(...recoverySeconds), {
    max: RECOVERY_SECONDS,
  });
  figure(
    'findings',
    findings.length,
    { exactly: 0 },
    'lost, twice, other answers, dead processes, wrong totals or history',
  );
  for (const finding of findings.slice(0, 20)) note(finding);
}

async function run(
  { postgres, onEnd }: { postgres: Postgres; onEnd: (stop: () => Promise<unknown>) => void },
  env: Record<string, string>,
  seconds: number,
  defect?: (plant: Plant) => Promise<void>,
): Promise<Outcome> {
  const admin = new pg.Pool({ connectionString: postgres.url(DATABASE), max: 2 });
  // The kills reach its idle connections too.
  admin.on('error', () => {});
  await admin.query('truncate marcas, contadores, historico, idempotency_keys cascade');
  const cookies: string[] = [];
  for (let n = 0; n < EMPRESAS; n++)
    cookies.push(cookieOf(await aSession(admin, await aPerson(admin, 'Ana Souza'))));
  const http = start('src/main.http.ts', env);
  const worker = start('src/main.worker.ts', env);
  onEnd(http.stop);
  onEnd(worker.stop);
  const plant: Plant = { admin, worker, keyForgotten: false };
  const api = `http://127.0.0.1:${env['PORT']}`;
  await untilReady(`${api}/readyz`);

  const truth = { acknowledged: new Map<string, string>(), refused: 0, slowestRefusalMs: 0, lastWrite: 0 };
  const findings: string[] = [];
  const end = Date.now() + seconds * 1000;

  /** Sends one change until its outcome is known. */
  async function save(cookie: string): Promise<void> {
    const nome = `Marca ${randomUUID()}`;
    let key = randomUUID();
    for (;;) {
      const began = performance.now();
      const answer = await send(cookie, '/api/marcas', { key, nome });
      if (answer.status === 201 && plant.keyForgotten && Math.random() < 0.05) key = randomUUID();
      else if (answer.status === 201) {
        truth.acknowledged.set(nome, answer.body.id ?? '');
        truth.lastWrite = Date.now();
        return;
      }
      if (answer.status === 503 && answer.body.mensagem?.endsWith('.')) {
        truth.refused++;
        truth.slowestRefusalMs = Math.max(truth.slowestRefusalMs, performance.now() - began);
      } else if (answer.status !== 201)
        findings.push(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      if (Date.now() > end + 30_000)
        return void findings.push('a write was still refused 30 s after the end');
      await sleep(50);
    }
  }

  async function send(cookie: string, path: string, change?: { key: string; nome: string }) {
    const headers = { cookie, origin: env['PUBLIC_URL'] ?? '' };
    const json = { 'content-type': 'application/json', 'idempotency-key': change?.key ?? '' };
    const body = JSON.stringify({ nome: change?.nome, descricao: null, logo_url: null });
    try {
      const response = await fetch(
        `${api}${path}`,
        change ? { method: 'POST', headers: { ...headers, ...json }, body } : { headers },
      );
      return { status: response.status, body: (await response.json()) as Answer };
    } catch (error) {
      return { status: 0, body: { mensagem: `no answer: ${error}` } as Answer };
    }
  }

  /** Somebody who only looks: sees the list and stays signed in, or is told to wait. */
  async function look(cookie: string, path: string): Promise<void> {
    while (Date.now() < end) {
      const { status, body } = await send(cookie, path);
      const isRefused = status === 503 && body.mensagem?.endsWith('.');
      if (!isRefused && (status !== 200 || body.sessao === null))
        findings.push(`${path} answered ${status}: ${JSON.stringify(body).slice(0, 200)}`);
      await sleep(10);
    }
  }

  const writer = async (n: number) => {
    while (Date.now() < end) await save(cookies[n % EMPRESAS] ?? '');
  };
  const recoverySeconds: number[] = [];
  const killer = async () => {
    await sleep(1500);
    await defect?.(plant);
    while (Date.now() < end - 2000) {
      await postgres.kill();
      await sleep(Math.random() * 1000);
      await postgres.restart();
      const restarted = Date.now();
      while (truth.lastWrite < restarted && Date.now() < restarted + 20_000) await sleep(5);
      recoverySeconds.push((Date.now() - restarted) / 1000);
      await sleep(500 + Math.random() * 2000);
    }
  };
  const readers = ['/api/marcas', '/api/sessoes/atual'].map((path) => look(cookies[0] ?? '', path));
  await Promise.all([killer(), ...readers, ...Array.from({ length: WRITERS }, (_, n) => writer(n))]);

  findings.push(...(await storedFindings(admin, truth.acknowledged)));
  for (const [name, { child }] of Object.entries({ http, worker }))
    if (child.exitCode !== null || child.signalCode !== null) findings.push(`the ${name} process died`);
  await Promise.all([http.stop(), worker.stop(), admin.end()]);
  const { acknowledged, ...counted } = truth;
  return {
    ...counted,
    acknowledged: acknowledged.size,
    kills: recoverySeconds.length,
    recoverySeconds,
    findings,
  };
}

/** Holds what was answered against what is stored. */
async function storedFindings(admin: pg.Pool, acknowledged: Map<string, string>): Promise<string[]> {
  const findings: string[] = [];
  const { rows } = await admin.query<{ id: string; nome: string; history: number }>(
    `select id, nome, (select count(*)::int from historico h where h.empresa_id = m.empresa_id and h.tabela = 'marcas'
       and h.registro_id = m.id and h.operacao = 'I') as history from marcas m`,
  );
  const stored = Map.groupBy(rows, ({ nome }) => nome);
  for (const [nome, id] of acknowledged)
    if (!stored.get(nome)?.some((row) => row.id === id)) findings.push(`${nome}: acknowledged and lost`);
  for (const [nome, same] of stored) {
    if (same.length > 1) findings.push(`${nome}: stored ${same.length} times`);
    if (!acknowledged.has(nome)) findings.push(`${nome}: stored and never acknowledged`);
    if (same.some(({ history }) => history !== 1)) findings.push(`${nome}: not once in the history`);
  }
  const { rows: totals } = await admin.query<{ counted: number; total: number }>(
    `select (select count(*)::int from marcas m where m.empresa_id = e.id) as counted,
       (select coalesce(sum(delta), 0)::int from contadores c where c.empresa_id = e.id and c.nome = 'marcas') as total
     from empresas e`,
  );
  for (const { counted, total } of totals)
    if (counted !== total) findings.push(`the counter says ${total}, there are ${counted}`);
  return findings;
}
