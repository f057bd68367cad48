import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isShort, plantedOf } from '../kit/arguments.ts';
import { figure, note, planted, timeBar } from '../kit/figures.ts';
import { NO_LIMITS, openProduct, openStage, type Product, type Running } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';

/**
 * Kills PostgreSQL with SIGKILL again and again while people save over HTTP, and records every answer. An
 * acknowledged write must be stored exactly once. The refusal of a write must contain a sentence. A writer
 * that gets no answer repeats the request with the same idempotency key. No process but PostgreSQL may end.
 */
const SECONDS = isShort ? 8 : 30;
const WRITERS = 16;
const EMPRESAS = 4;
const RECOVERY_SECONDS = 5;

/** The action of each planted defect, which runs once while the writers write. */
const DEFECTS = {
  /** An acknowledged row disappears. */
  'row-lost': async ({ admin }: Plant) => {
    // With the triggers off, the row disappears without a trace, as from a damaged page.
    await admin.query(`begin; set local session_replication_role = replica;
      delete from marcas where id = (select id from marcas order by random() limit 1); commit`);
  },
  /** A writer repeats an acknowledged request with a new idempotency key. */
  'key-forgotten': async (plant: Plant) => {
    plant.keyForgotten = true;
  },
  'process-died': async ({ worker }: Plant) => {
    await worker.kill();
  },
};

interface Plant {
  admin: pg.Pool;
  worker: Running;
  keyForgotten: boolean;
}

await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  // PostgreSQL keeps its defaults: fsync and synchronous_commit are on.
  const stage = await openStage(place);
  const product = await openProduct(stage, { settings: { ...NO_LIMITS, NODE_ENV: 'development' } });
  if (defects.length === 0) report(await run(product, SECONDS));
  for (const name of defects) planted(name, (await run(product, 6, DEFECTS[name])).findings);
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
  figure('kills of PostgreSQL with SIGKILL', kills, { min: isShort ? 1 : 5 }, size);
  figure('acknowledged writes', acknowledged, { min: isShort ? 10 : 100 });
  figure(
    'writes refused with 503 and a sentence',
    refused,
    { min: 1 },
    `slowest ${Math.round(slowestRefusalMs)} ms`,
  );
  figure(
    'longest time from a restart to the first write, s',
    Math.max(...recoverySeconds),
    timeBar(RECOVERY_SECONDS),
  );
  figure(
    'findings',
    findings.length,
    { exactly: 0 },
    'lost or doubled writes, unexpected answers, ended processes, wrong totals or history',
  );
  for (const finding of findings.slice(0, 20)) note(finding);
}

async function run(
  product: Product,
  seconds: number,
  defect?: (plant: Plant) => Promise<void>,
): Promise<Outcome> {
  const { postgres, admin, api, origin } = product;
  await admin.query('truncate marcas, contadores, historico, idempotency_keys cascade');
  const cookies: string[] = [];
  for (let n = 0; n < EMPRESAS; n++) cookies.push((await product.anOperator()).cookie);
  const worker = product.run('worker');
  const http = await product.serve();
  const plant: Plant = { admin, worker, keyForgotten: false };

  const truth = { acknowledged: new Map<string, string>(), refused: 0, slowestRefusalMs: 0, lastWrite: 0 };
  const findings: string[] = [];
  const end = Date.now() + seconds * 1000;

  /** Repeats one save until the server acknowledges it. */
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
    const headers = { cookie, origin };
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

  /** Reads a path again and again. Every answer must be 200 with a live session, or a 503 with a sentence. */
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
  for (const [name, { isDead }] of Object.entries({ http, worker }))
    if (isDead()) findings.push(`the ${name} process ended`);
  await product.kill();
  const { acknowledged, ...counted } = truth;
  return {
    ...counted,
    acknowledged: acknowledged.size,
    kills: recoverySeconds.length,
    recoverySeconds,
    findings,
  };
}

/** Compares the answers with the stored rows. */
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
    if (same.some(({ history }) => history !== 1)) findings.push(`${nome}: not exactly once in the history`);
  }
  const { rows: totals } = await admin.query<{ counted: number; total: number }>(
    `select (select count(*)::int from marcas m where m.empresa_id = e.id) as counted,
       (select coalesce(sum(delta), 0)::int from contadores c where c.empresa_id = e.id and c.nome = 'marcas') as total
     from empresas e`,
  );
  for (const { counted, total } of totals)
    if (counted !== total) findings.push(`the counter has ${total} marcas, the table has ${counted}`);
  return findings;
}
