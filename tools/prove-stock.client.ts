import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, attemptOf, DEPOSITOS, OUTCOME, randomOf } from './prove-stock.attempts.ts';
import { Connection } from './prove-stock.connection.ts';

/** A process of clients: makes its share of the attempts and sends each one until it knows how it ended. */
export interface Work {
  seed: number;
  /** The attempts `from`, `from + by`, … below `to`. */
  from: number;
  by: number;
  to: number;
  /** Over how many of the produtos; 1 is the hot one. */
  produtos: number;
  shops: readonly Shop[];
  ports: readonly number[];
  origin: string;
  connections: number;
  /** One answer in so many is not listened to: its attempt is sent again. */
  deafness: number;
}

/** An empresa: who asks, and what it has. */
export interface Shop {
  cookie: string;
  produtos: readonly string[];
  depositos: readonly string[];
}

export interface Done {
  outcomes: Uint8Array;
  resent: number;
  unavailable: number;
  findings: string[];
}

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
    const random = randomOf(work.seed + work.from * 1000 + n);
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

/** The connection of one worker; a dead one is replaced by one to the next server. */
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
  /** The last saldo heard of a produto in a deposito: what an ajuste says it has read. */
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
      // No answer: whether it happened is not known, so it is sent again.
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

/** The first saldo in an answer is that of the deposito the attempt names. */
function note(attempt: Attempt, body: string, seen: Map<number, string>): void {
  const saldo = /"saldo":"([\d.]+)"/.exec(body)?.[1];
  if (saldo) seen.set(placeOf(attempt), saldo);
}
