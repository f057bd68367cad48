import { connect } from 'node:net';

/**
 * Sends notifications at a steady pace, whether the last ones were answered or not, in a process of its own and over
 * plain sockets, so that the load takes little from what it measures. A time counts from when it was due to be sent.
 */
export interface Sending {
  port: number;
  perSecond: number;
  seconds: number;
  /** As they are told of; each as often as the others. */
  things: readonly { user_id: number; topic: string; resource: string }[];
  applicationId: string;
  /** The shares that are sent twice, that come after a later one, and that are none of ours. */
  duplicated: number;
  reordered: number;
  strange: number;
}

export interface Sent {
  sent: number;
  status: Record<string, number>;
  p50: number;
  p99: number;
  longest: number;
  /** How far behind its own pace the sender ever was: then the times are its own doing. */
  behindMs: number;
}

const CONNECTIONS = 100;
const TICK_MS = 5;

process.on('message', (sending: Sending) => {
  void send(sending).then((sent) => process.send?.(sent));
});

async function send(sending: Sending): Promise<Sent> {
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
      queue.push({ text: requestOf(bodies[n] ?? ''), due });
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
    if (!thing) throw new Error('nothing to tell of');
    const body = messageOf(Math.random() < share.strange ? strange(thing) : thing, applicationId);
    bodies.push(body);
    if (Math.random() < share.duplicated) bodies.push(body);
  }
  bodies.length = perSecond * seconds;
  // After as many as come in a tenth of a second.
  for (let at = 0; at < bodies.length; at++) {
    const later = Math.min(bodies.length - 1, at + Math.ceil(Math.random() * (perSecond / 10)));
    if (Math.random() < share.reordered)
      [bodies[at], bodies[later]] = [bodies[later] ?? '', bodies[at] ?? ''];
  }
  return bodies;
}

type Thing = Sending['things'][number] & { application_id?: number };

/** Of another application, of somebody nobody here knows, or an address that leads elsewhere. */
function strange(thing: Thing): Thing {
  const made = `/orders/${Math.floor(1e9 + Math.random() * 8e9)}`;
  return [
    { ...thing, resource: made, application_id: 1_111_111_111_111_111 },
    { ...thing, resource: made, user_id: thing.user_id + 1_000_000 },
    { ...thing, resource: `${thing.resource}/../../users/me` },
    { ...thing, topic: 'questions', resource: made.replace('orders', 'questions') },
  ][Math.floor(Math.random() * 4)] as Thing; // one of the four
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

const requestOf = (body: string) =>
  `POST /api/notificacoes/mercado-livre HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Of a whole answer. */
function statusOf(heard: string): string | undefined {
  const headEnd = heard.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(heard)?.[1] ?? 0);
  return heard.length >= headEnd + 4 + length ? heard.slice(9, 12) : undefined;
}
