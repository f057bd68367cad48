import { connect } from 'node:net';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';

/**
 * The load generator for notifications. It is a separate process with plain sockets, so that it takes little
 * CPU time from the server. Requests become due at a steady rate. While all connections wait for an answer,
 * due requests queue in the sender. Latency counts from the instant at which a request was due, so it
 * includes the time in that queue, as in an open loop.
 */

/** The options of one run. */
export interface Sending {
  port: number;
  /** Default: the path with the secret. */
  path?: string;
  perSecond: number;
  seconds: number;
  /** The resources to notify about. Each notification is about a random one. */
  things: readonly { user_id: number; topic: string; resource: string }[];
  applicationId: string;
  /** The fraction of notifications that are sent twice. */
  duplicated: number;
  /** The fraction of notifications that swap their position with a later one. */
  reordered: number;
  /** The fraction of notifications that are not about an order of a connected seller. */
  strange: number;
}

export interface Sent {
  sent: number;
  status: Record<string, number>;
  p50: number;
  p99: number;
  longest: number;
  /**
   * The longest delay of the sender behind its own schedule. The latencies include this delay.
   */
  behindMs: number;
}

const SECRET_PATH = `/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`;
/** The number of connections to the server. Each has at most one request in flight. */
const CONNECTIONS = 100;
/** How often the sender looks for due requests. */
const TICK_MS = 5;

process.on('message', (sending: Sending) => {
  void send(sending).then((sent) => process.send?.(sent));
});

async function send(sending: Sending): Promise<Sent> {
  const { path = SECRET_PATH } = sending;
  const bodies = planned(sending);
  const times: number[] = [];
  const status: Record<string, number> = {};
  const queue: { text: string; due: number }[] = [];
  const idle: (() => void)[] = [];
  let behindMs = 0;
  let answered = 0;
  const all = Promise.withResolvers<void>();
  const sockets = Array.from({ length: CONNECTIONS }, () => open());

  function open() {
    const socket = connect({ port: sending.port, host: '127.0.0.1', noDelay: true });
    let current: { text: string; due: number } | undefined;
    let heard = '';
    const next = () => {
      current = queue.shift();
      if (current) socket.write(current.text);
      else idle.push(next);
    };
    socket.once('connect', next);
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      const code = statusOf(heard);
      if (code === undefined || !current) return;
      times.push(performance.now() - current.due);
      status[code] = (status[code] ?? 0) + 1;
      heard = '';
      answered += 1;
      if (answered === bodies.length) all.resolve();
      next();
    });
    socket.once('error', all.reject);
    return socket;
  }

  const began = performance.now();
  const pace = 1000 / sending.perSecond;
  let n = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    for (; n < bodies.length && began + n * pace <= now; n++) {
      const due = began + n * pace;
      behindMs = Math.max(behindMs, now - due);
      queue.push({ text: requestOf(path, bodies[n] ?? ''), due });
      idle.shift()?.();
    }
    if (n === bodies.length) clearInterval(timer);
  }, TICK_MS);
  await all.promise;
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { sent: bodies.length, status, p50: at(0.5), p99: at(0.99), longest: at(1), behindMs };
}

function planned({ perSecond, seconds, things, applicationId, ...share }: Sending): string[] {
  const bodies: string[] = [];
  while (bodies.length < perSecond * seconds) {
    const thing = things[Math.floor(Math.random() * things.length)];
    if (!thing) throw new Error('nothing to notify about');
    const body = messageOf(Math.random() < share.strange ? strange(thing) : thing, applicationId);
    bodies.push(body);
    if (Math.random() < share.duplicated) bodies.push(body);
  }
  bodies.length = perSecond * seconds;
  // Swaps a notification with one of the next tenth of a second.
  for (let at = 0; at < bodies.length; at++) {
    const later = Math.min(bodies.length - 1, at + Math.ceil(Math.random() * (perSecond / 10)));
    if (Math.random() < share.reordered)
      [bodies[at], bodies[later]] = [bodies[later] ?? '', bodies[at] ?? ''];
  }
  return bodies;
}

type Thing = Sending['things'][number] & { application_id?: number };

/**
 * A notification of another application, about an unknown seller, with a path that leads elsewhere, or of
 * another topic.
 */
function strange(thing: Thing): Thing {
  const made = `/orders/${Math.floor(1e9 + Math.random() * 8e9)}`;
  return [
    { ...thing, resource: made, application_id: 1_111_111_111_111_111 },
    { ...thing, resource: made, user_id: thing.user_id + 1_000_000 },
    { ...thing, resource: `${thing.resource}/../../users/me` },
    { ...thing, topic: 'questions', resource: made.replace('orders', 'questions') },
  ][Math.floor(Math.random() * 4)] as Thing;
}

let told = 0;
function messageOf({ application_id, ...thing }: Thing, applicationId: string): string {
  told += 1;
  const now = new Date().toISOString();
  const id = `f9f08571-1f65-4c46-9e0a-${String(told).padStart(12, '0')}`;
  const application = application_id ?? Number(applicationId);
  return JSON.stringify({
    _id: id,
    ...thing,
    application_id: application,
    attempts: 1,
    sent: now,
    received: now,
  });
}

const requestOf = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** The status of an answer, or undefined until the answer is complete. */
function statusOf(heard: string): string | undefined {
  const headEnd = heard.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(heard)?.[1] ?? 0);
  return heard.length >= headEnd + 4 + length ? heard.slice(9, 12) : undefined;
}
