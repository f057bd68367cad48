import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** How one delivery went. */
export interface Delivery {
  /** 0 is no answer at all, or one that came too late. */
  status: number;
  ms: number;
  body: string;
}

const BUDGET_MS = 500;
const SHOWN = 500;
const AGENTS = {
  http: new HttpAgent({ keepAlive: true, maxSockets: 200 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: 200 }),
};

/** Only what comes in time is an answer. Without `fetch`, whose own work would be counted as the other side's. */
export function deliver(callback: string, message: object): Promise<Delivery> {
  const body = JSON.stringify(message);
  const isSecure = callback.startsWith('https:');
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, text: string) =>
      resolve({ status, body: text, ms: performance.now() - began });
    const listen = (answer: IncomingMessage) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        if (text.length < SHOWN) text += piece;
      });
      answer.on('end', () => end(answer.statusCode ?? 0, text.slice(0, SHOWN)));
      answer.on('error', (error) => end(0, String(error)));
    };
    const options = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'MercadoLibre-Notifications (simulado)',
      },
      signal: AbortSignal.timeout(BUDGET_MS),
    };
    const sent = isSecure
      ? requestHttps(callback, { ...options, agent: AGENTS.https }, listen)
      : requestHttp(callback, { ...options, agent: AGENTS.http }, listen);
    sent.on('error', (error) => end(0, String(error)));
    sent.end(body);
  });
}
