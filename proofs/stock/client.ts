import { setTimeout as sleep } from 'node:timers/promises';
import { belowOf } from '../kit/random.ts';
import { type Attempt, attemptOf, DEPOSITOS, OUTCOME } from './attempts.ts';
import { Connection } from './connection.ts';

/** The task of one client process. It sends each of its attempts again until it knows the outcome. */
export interface Work {
  seed: number;
  /** The process makes the attempts `from`, `from + by`, … below `to`. */
  from: number;
  by: number;
  to: number;
  /** The number of produtos to choose from. 1 sends every attempt to one produto (maximum contention). */
  produtos: number;
  shops: readonly Shop[];
  ports: readonly number[];
  origin: string;
  connections: number;
  /** The client cuts the connection before one answer in this many and sends the attempt again. */
  deafness: number;
}

/** An empresa: the cookie of its operator, and its records. */
export interface Shop {
  cookie: string;
  produtos: readonly string[];
  depositos: readonly string[];
}

export interface Done {
  /** The outcome of each attempt, a value of OUTCOME. */
  outcomes: Uint8Array;
  /** How often an attempt was sent again. */
  resent: number;
  /** The number of answers with status 503. */
  unavailable: number;
  findings: string[];
}

/** An attempt without a known outcome after this time is a finding. */
const PATIENCE_MS = 90_000;

process.on('message', async (work: Work) => {
  const done = await workOff(work);
  process.send?.({ done });
});
process.on('disconnect', () => process.exit(0));

async function workOff(work: Work): Promise<Done> {
  const total = Math.max(0, Math.ceil((work.to - work.from) / work.by));
  const done: Done = { outcomes: new Uint8Array(total), resent: 0, unavailable: 0, findings: [] };
  const seen = new Map<number, string>();
  let next = 0;
  const progress = setInterval(() => process.send?.({ progress: next }), 100);
  const worker = async (n: number) => {
    const random = belowOf(work.seed + work.from * 1000 + n);
    const line = lineOf(work.ports, n);
    for (let k = next++; k < total; k = next++) {
      const attempt = attemptOf(work.seed, work.from + k * work.by, work.produtos);
      done.outcomes[k] = await settle(attempt, { work, line, seen, done, random });
    }
  };
  await Promise.all(Array.from({ length: work.connections }, (_, n) => worker(n)));
  clearInterval(progress);
  process.send?.({ progress: total });
  return done;
}

/** The connection of one loop. A new connection to the next server replaces a dead one. */
function lineOf(ports: readonly number[], n: number) {
  let turn = n;
  let current: Connection | undefined;
  return () => {
    if (!current || current.isDead) current = new Connection(ports[turn++ % ports.length] ?? 0);
    return current;
  };
}

interface Context {
  work: Work;
  line: () => Connection;
  /** The last known saldo of each produto in each deposito. An ajuste sends it as `saldo_lido`. */
  seen: Map<number, string>;
  done: Done;
  random: (n: number) => number;
}

async function settle(attempt: Attempt, context: Context): Promise<number> {
  const { work, line, done, random } = context;
  const request = requestOf(attempt, context);
  const end = Date.now() + PATIENCE_MS;
  for (let isFirst = true; Date.now() < end; isFirst = false) {
    if (!isFirst) done.resent++;
    const connection = line();
    try {
      const answering = connection.send(request);
      if (isFirst && random(work.deafness) === 0) {
        answering.catch(() => {});
        await sleep(random(20));
        connection.cut();
        continue;
      }
      const { status, body } = await answering;
      note(attempt, body, context.seen);
      if (status === 201) return OUTCOME.accepted;
      if (status === 422 || (status === 409 && attempt.tipo === 'ajuste')) return OUTCOME.refused;
      if (status === 503) done.unavailable++;
      else done.findings.push(`attempt ${attempt.id} (${attempt.tipo}) was answered ${status}: ${body}`);
      if (status !== 503 && status < 500) return OUTCOME.refused;
    } catch {
      // Without an answer the outcome is unknown, so the loop sends the attempt again.
    }
    await sleep(10 + random(50));
  }
  done.findings.push(`attempt ${attempt.id} was not settled within ${PATIENCE_MS / 1000} s`);
  return OUTCOME.unknown;
}

function requestOf(attempt: Attempt, { work, seen }: Context): string {
  const shop = work.shops[attempt.produto % work.shops.length];
  const produto = shop?.produtos[Math.floor(attempt.produto / work.shops.length)];
  const body = JSON.stringify({
    id: attempt.id,
    tipo: attempt.tipo,
    produto_id: produto,
    deposito_id: shop?.depositos[attempt.deposito],
    destino_id: attempt.tipo === 'transferencia' ? shop?.depositos[attempt.destino] : null,
    quantidade: String(attempt.quantidade),
    saldo_lido: attempt.tipo === 'ajuste' ? (seen.get(placeOf(attempt)) ?? '0') : null,
    motivo: null,
  });
  return `POST /api/movimentos HTTP/1.1\r\nhost: prumo\r\norigin: ${work.origin}\r\ncookie: ${shop?.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const placeOf = ({ produto, deposito }: Attempt) => produto * DEPOSITOS + deposito;

/**
 * Remembers the saldo of an answer. The first one in the answer is the saldo of the attempt's own deposito.
 */
function note(attempt: Attempt, body: string, seen: Map<number, string>): void {
  const saldo = /"saldo":"([\d.]+)"/.exec(body)?.[1];
  if (saldo) seen.set(placeOf(attempt), saldo);
}
