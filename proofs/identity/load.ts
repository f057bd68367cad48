import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEVICE_COOKIE, SESSION_COOKIE } from '../../apps/server/src/platform/http/session/cookies.ts';
import { percentile } from '../kit/figures.ts';
import type { Site } from './people.ts';

/** A request that prove:identity sends. */
export interface Ask {
  port: number;
  path: string;
  /** The body of a POST. Without a body the request is a GET. */
  body?: object;
  /** The client address that the proxy reports. */
  address?: string;
  cookie?: string;
  /**
   * The instant at which the request is due. Latency counts from this instant, even if the request is sent
   * late.
   */
  due?: number;
}

export interface Answer {
  /** 0 if no answer came. */
  status: number;
  text: string;
  headerNames: string;
  opensSession: boolean;
  /** The device cookie as the browser sends it back. */
  deviceCookie: string | undefined;
  ms: number;
}

const agent = new Agent({ keepAlive: true });

export function ask(site: Pick<Site, 'origin'>, { port, path, body, ...from }: Ask): Promise<Answer> {
  const began = from.due ?? performance.now();
  const payload = body && JSON.stringify(body);
  const headers = {
    origin: site.origin,
    ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    ...(from.address && { 'x-forwarded-for': from.address }),
    ...(from.cookie && { cookie: from.cookie }),
  };
  return new Promise((resolve) => {
    const failed = (error: Error) =>
      resolve({
        status: 0,
        text: error.message,
        headerNames: '',
        opensSession: false,
        deviceCookie: undefined,
        ms: performance.now() - began,
      });
    const options = { agent, host: '127.0.0.1', port, path, headers, method: payload ? 'POST' : 'GET' };
    request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', failed);
      response.on('end', () => {
        const set = response.headers['set-cookie'] ?? [];
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headerNames: Object.keys(response.headers).sort().join(),
          opensSession: set.some((each) => each.startsWith(`${SESSION_COOKIE}=`)),
          deviceCookie: set.find((each) => each.startsWith(`${DEVICE_COOKIE}=`))?.split(';')[0],
          ms: performance.now() - began,
        });
      });
    })
      .on('error', failed)
      .end(payload);
  });
}

/** Sends requests at a fixed rate without waiting for answers (open loop). */
export async function steadily(
  perSecond: number,
  seconds: number,
  send: (n: number, due: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const began = performance.now() + 50;
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = began + (n * 1000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    answers.push(send(n, due));
  }
  return Promise.all(answers);
}

export const ms = (answers: readonly Answer[], share: number) =>
  percentile(
    answers.map((each) => each.ms).sort((a, b) => a - b),
    share,
  );

export const spread = (answers: readonly Answer[]) =>
  `${answers.length} answers, p50 ${ms(answers, 0.5).toFixed(0)}, p95 ${ms(answers, 0.95).toFixed(0)} ms`;
