import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** The result of one delivery. */
export interface Delivery {
  /** 0 if no answer came in time. */
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

/**
 * Delivers a message. Only an answer within the time limit counts. It does not use `fetch`, because the
 * overhead of `fetch` would count as the receiver's time.
 */
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
