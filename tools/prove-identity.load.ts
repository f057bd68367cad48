import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEVICE_COOKIE, SESSION_COOKIE } from '../apps/server/src/platform/cookies.ts';
import { percentile } from './proof.ts';
import type { Site } from './prove-identity.people.ts';

/** How the proof of identity talks to the server, and how long the answers take. */
export interface Ask {
  port: number;
  path: string;
  /** Sent with POST; without one the request is a GET. */
  body?: object;
  /** Where the proxy says the request comes from. */
  address?: string;
  cookie?: string;
  /** The instant it was to be sent: a sender that is late makes the answer late, not the question. */
  due?: number;
}

export interface Answer {
  /** 0 when none came. */
  status: number;
  text: string;
  headerNames: string;
  opensSession: boolean;
  /** As the browser sends it back. */
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

/** Sends at its instants whether or not the last was answered; the time of an answer counts from that instant. */
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
