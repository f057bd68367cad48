import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isShort } from './arguments.ts';
import { figure, percentile, timeBar } from './figures.ts';

/**
 * The bar for the p95 of latency, from the instant at which a request is due to the last byte of its answer.
 */
const P95_MS = timeBar(50);
const ARRIVAL = { perSecond: 20, seconds: isShort ? 0.5 : 10 };

export interface Call {
  path: string;
  cookie: string;
}

export interface Arrival {
  perSecond: number;
  seconds: number;
}

/**
 * Sends the calls in rotation at a fixed rate and prints the p95 of their latency. A request does not wait
 * for the answer to the previous one (open loop), because people do not wait for each other.
 */
export async function proveLatency(
  name: string,
  port: number,
  calls: readonly Call[],
  { bar = P95_MS, arrival = ARRIVAL }: { bar?: { max: number }; arrival?: Arrival } = {},
): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const interval = 1000 / arrival.perSecond;
  const answers: Promise<number>[] = [];
  const began = performance.now() + 50;
  for (let n = 0; n < arrival.perSecond * arrival.seconds; n++) {
    const due = began + n * interval;
    await sleep(Math.max(0, due - performance.now()));
    const { path, cookie } = calls[n % calls.length] ?? { path: '', cookie: '' };
    answers.push(timed({ agent, port, path, headers: { cookie } }, due));
  }
  const sorted = (await Promise.all(answers)).sort((a, b) => a - b);
  agent.destroy();
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(sorted, share)) as [
    number,
    number,
    number,
  ];
  const size = `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}; ${sorted.length} requests at ${arrival.perSecond}/s`;
  figure(`${name}: p95 ms`, p95, bar, size);
  return p95;
}

function timed(options: { agent: Agent; port: number; path: string; headers: object }, due: number) {
  return new Promise<number>((resolve, reject) => {
    get({ ...options, host: '127.0.0.1', headers: { ...options.headers } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${options.path} answered ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - due));
    }).on('error', reject);
  });
}

/** The cursor of a reader who has paged to `position` in a list ordered newest first. */
export async function cursorAt(
  admin: pg.Pool,
  table: string,
  empresaId: string,
  position: number,
): Promise<string> {
  const { rows } = await admin.query<{ value: string; id: string }>(
    `select to_json(created_at)#>>'{}' as value, id from ${table} where empresa_id = $1
     order by created_at desc, id desc offset $2 limit 1`,
    [empresaId, position - 1],
  );
  const [row] = rows;
  return Buffer.from(JSON.stringify(['-created_at', 'depois', row?.value, row?.id, position + 1])).toString(
    'base64url',
  );
}
