import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** A write that waits so long after the last fault counts as lost. */
const PATIENCE_MS = 90_000;

interface Answer {
  id?: string;
  mensagem?: string;
  sessao?: object | null;
}

/** Everything that the writers were told. */
export class Truth {
  /** The id of each acknowledged marca, by name. */
  readonly acknowledged = new Map<string, string>();
  /** The instants of the acknowledgements. */
  readonly instants: number[] = [];
  refused = 0;
  slowestRefusalMs = 0;
  readonly findings: string[] = [];
  readonly errors500: string[] = [];

  /** The longest time without an acknowledged write, in seconds. */
  gapBetween(from: number, to: number): number {
    const within = [from, ...this.instants.filter((at) => at > from && at < to), to];
    return Math.max(...within.map((at, n) => at - (within[n - 1] ?? at))) / 1000;
  }

  lastWrite(): number {
    return this.instants.at(-1) ?? 0;
  }
}

/** Saves marcas over HTTP, each until it is acknowledged, always with the same key. */
export function startWriters(options: {
  truth: Truth;
  apis: readonly string[];
  origin: string;
  cookies: readonly string[];
  writers: number;
}) {
  const { truth, apis, origin, cookies } = options;
  let isOver = false;
  let overAt = Number.POSITIVE_INFINITY;

  async function send(n: number, path: string, change?: { key: string; nome: string }) {
    const headers = { cookie: cookies[n % cookies.length] ?? '', origin };
    const json = { 'content-type': 'application/json', 'idempotency-key': change?.key ?? '' };
    const body = JSON.stringify({ nome: change?.nome, descricao: null, logo_url: null });
    const began = performance.now();
    try {
      const response = await fetch(
        `${apis[n % apis.length]}${path}`,
        change ? { method: 'POST', headers: { ...headers, ...json }, body } : { headers },
      );
      const answer = { status: response.status, body: (await response.json()) as Answer };
      if (answer.status === 503 && answer.body.mensagem?.endsWith('.')) {
        truth.refused++;
        truth.slowestRefusalMs = Math.max(truth.slowestRefusalMs, performance.now() - began);
      } else if (answer.status >= 500)
        truth.errors500.push(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      else if (answer.status >= 400 || answer.body.sessao === null)
        truth.findings.push(
          `${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`,
        );
      return answer;
    } catch (error) {
      truth.findings.push(`${path} got no answer: ${error} ${(error as Error).cause}`);
      return { status: 0, body: {} as Answer };
    }
  }

  async function save(n: number): Promise<void> {
    const nome = `Marca ${randomUUID()}`;
    const key = randomUUID();
    while (Date.now() < overAt + PATIENCE_MS) {
      const { status, body } = await send(n, '/api/marcas', { key, nome });
      if (status === 201) {
        truth.acknowledged.set(nome, body.id ?? '');
        truth.instants.push(Date.now());
        return;
      }
      await sleep(200);
    }
    truth.findings.push(`${nome} was still refused ${PATIENCE_MS / 1000} s after the end`);
  }

  const write = async (n: number) => {
    while (!isOver) {
      await save(n);
      await sleep(50);
    }
  };
  const read = async (n: number, path: string) => {
    while (!isOver) {
      await send(n, path);
      await sleep(250);
    }
  };
  const all = Promise.all([
    ...Array.from({ length: options.writers }, (_, n) => write(n)),
    ...['/api/marcas', '/api/sessoes/atual'].flatMap((path) => apis.map((_, n) => read(n, path))),
  ]);
  return {
    async stop(): Promise<void> {
      isOver = true;
      overAt = Date.now();
      await all;
    },
  };
}

/**
 * Writes to one PostgreSQL by its socket, past HAProxy, as a program beside an old primary would. Every write that this
 * PostgreSQL acknowledges must be on the next primary.
 */
export function writeDirectly(clientOf: () => pg.Client, acknowledged: Set<string>) {
  let isOver = false;
  const insert = async () => {
    const id = randomUUID();
    const client = clientOf();
    client.on('error', () => {});
    const limit = setTimeout(
      () => (client as unknown as { connection: pg.Connection }).connection.stream.destroy(),
      60_000,
    );
    try {
      await client.connect();
      await client.query('insert into direct_writes values ($1)', [id]);
      acknowledged.add(id);
    } catch {
      // PostgreSQL has not acknowledged this write.
    } finally {
      clearTimeout(limit);
      (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
    }
  };
  const turns = (async () => {
    const open = new Set<Promise<void>>();
    while (!isOver) {
      // A write that waits for a standby must not keep the next ones from trying.
      if (open.size < 10) {
        const turn: Promise<void> = insert().finally(() => open.delete(turn));
        open.add(turn);
      }
      await sleep(300);
    }
    await Promise.all(open);
  })();
  return async () => {
    isOver = true;
    await turns;
  };
}
