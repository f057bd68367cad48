import { connect, type Socket } from 'node:net';

/**
 * The load generator, a separate process with plain keep-alive sockets. It sends requests at a constant
 * arrival rate (open loop), whether the earlier ones were answered or not. It measures latency from the
 * instant at which a request was due. A stalled server therefore shows as latency and does not reduce the
 * number of requests (coordinated omission).
 */
export interface Stream {
  name: string;
  perSecond: number;
  /** Complete HTTP requests in latin1. The generator sends them one after another and then starts again. */
  requests: readonly string[];
}

export interface Load {
  port: number;
  seconds: number;
  streams: readonly Stream[];
  /**
   * If set, the load is a closed loop and `perSecond` has no effect: this many connections each send the next
   * request when they have received the answer to the previous one.
   */
  closed?: number;
}

export interface Outcome {
  name: string;
  sent: number;
  status: Record<string, number>;
  /** The latencies of answers with a status below 400, in milliseconds, ascending. */
  served: number[];
  /** The latencies of refusals (429, 503), in milliseconds, ascending. */
  refused: number[];
  /** The latencies in `served`, grouped by the second in which the request was due. */
  bySecond: number[][];
  withoutRetryAfter: number;
  /** Requests without an answer: the connection broke, none was free, or the answer took too long. */
  lost: number;
}

export interface Ran {
  outcomes: Outcome[];
  seconds: number;
  /**
   * The longest delay between the instant at which a request was due and the instant at which it was sent.
   */
  behindMs: number;
}

const TICK_MS = 1;
const MOST_CONNECTIONS = 2000;
/**
 * The generator opens one connection for each request that is due in this time, before the first request, as
 * a proxy does. The proof measures requests, not connecting: Node accepts one connection per iteration of the
 * event loop, so a new connection would wait.
 */
const OPEN_SECONDS = 0.5;
/** How long the generator waits for answers after it has sent the last request. */
const PATIENCE_MS = 16_000;

interface Asked {
  outcome: Outcome;
  due: number;
}

process.on('message', (load: Load) => {
  void run(load).then((ran) => process.send?.(ran));
});

async function run({ port, seconds, streams, closed }: Load): Promise<Ran> {
  const outcomes = streams.map(({ name }) => newOutcome(name));
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  let began = 0;
  let end = Number.POSITIVE_INFINITY;
  let unanswered = 0;
  let behindMs = 0;
  let turn = 0;

  const closedNext = (connection: Connection) => {
    const n = turn++ % streams.length;
    const [stream, outcome] = [streams[n], outcomes[n]];
    if (stream && outcome) ask(connection, stream, outcome, performance.now());
  };

  const ask = (connection: Connection, { requests }: Stream, outcome: Outcome, due: number) => {
    const text = requests[outcome.sent++ % requests.length] ?? '';
    unanswered++;
    connection.ask(text, { outcome, due });
  };

  function open(): Connection {
    const connection = openConnection(port, (asked, answer) => {
      unanswered--;
      note(asked, answer, began);
      if (answer === undefined) {
        all.delete(connection);
        return;
      }
      if (closed !== undefined && performance.now() < end) closedNext(connection);
      else idle.push(connection);
    });
    all.add(connection);
    return connection;
  }

  /**
   * Takes the connection that was idle for longest. So each connection carries a request every few seconds, and
   * the server closes none of them for being idle.
   */
  function takeIdle(): Connection | undefined {
    for (;;) {
      const connection = idle.shift();
      if (!connection?.isOver) return connection;
      all.delete(connection);
    }
  }

  const most = Math.max(...streams.map(({ perSecond }) => perSecond));
  const opened = Array.from(
    { length: closed ?? Math.min(MOST_CONNECTIONS, Math.ceil(most * OPEN_SECONDS)) },
    open,
  );
  await Promise.all(opened.map(({ connected }) => connected));
  began = performance.now() + 20;
  end = began + seconds * 1000;
  if (closed !== undefined) for (const connection of opened) closedNext(connection);
  else idle.push(...opened);
  const due = streams.map(() => 0);
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      if (closed === undefined)
        for (const [n, stream] of streams.entries()) {
          const outcome = outcomes[n] as Outcome;
          const pace = 1000 / stream.perSecond;
          for (let at = began + (due[n] ?? 0) * pace; at <= now && at < end; at += pace) {
            due[n] = (due[n] ?? 0) + 1;
            behindMs = Math.max(behindMs, now - at);
            const connection = takeIdle() ?? (all.size < MOST_CONNECTIONS ? open() : undefined);
            if (connection) ask(connection, stream, outcome, at);
            else outcome.lost++;
          }
        }
      if (now < end || (unanswered > 0 && now < end + PATIENCE_MS)) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  for (const connection of all) connection.close();
  for (const outcome of outcomes) {
    outcome.served.sort((a, b) => a - b);
    outcome.refused.sort((a, b) => a - b);
  }
  return { outcomes, seconds, behindMs };
}

const newOutcome = (name: string): Outcome => ({
  ...{ name, sent: 0, status: {}, served: [], refused: [], bySecond: [], withoutRetryAfter: 0, lost: 0 },
});

interface Answer {
  status: number;
  hasRetryAfter: boolean;
}

function note({ outcome, due }: Asked, answer: Answer | undefined, began: number): void {
  if (answer === undefined) {
    outcome.lost++;
    return;
  }
  const took = performance.now() - due;
  const { status } = answer;
  outcome.status[status] = (outcome.status[status] ?? 0) + 1;
  if (status === 429 || status === 503) {
    outcome.refused.push(took);
    if (!answer.hasRetryAfter) outcome.withoutRetryAfter++;
  }
  if (status >= 400) return;
  outcome.served.push(took);
  const second = Math.floor((due - began) / 1000);
  outcome.bySecond[second] ??= [];
  outcome.bySecond[second]?.push(took);
}

interface Connection {
  connected: Promise<void>;
  /** Whether the connection is closed. */
  readonly isOver: boolean;
  ask(text: string, asked: Asked): void;
  /** Closes the connection. A request that is still unanswered counts as lost. */
  close(): void;
}

function openConnection(port: number, answered: (asked: Asked, answer?: Answer) => void): Connection {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let asked: Asked | undefined;
  let heard = '';
  let isOver = false;
  const broken = () => {
    if (isOver) return;
    isOver = true;
    socket.destroy();
    if (asked) answered(asked);
  };
  socket.on('error', broken);
  socket.on('close', broken);
  socket.on('data', (chunk: Buffer) => {
    heard = heard === '' ? chunk.toString('latin1') : heard + chunk.toString('latin1');
    if (!asked || !isWhole(heard)) return;
    const answer = { status: Number(heard.slice(9, 12)), hasRetryAfter: /\r\nretry-after: /i.test(heard) };
    const done = asked;
    heard = '';
    asked = undefined;
    answered(done, answer);
  });
  return {
    connected: new Promise((resolve, reject) => {
      socket.once('connect', () => resolve());
      socket.once('error', reject);
    }),
    get isOver() {
      return isOver;
    },
    ask(text, next) {
      asked = next;
      socket.write(text, 'latin1');
    },
    close: broken,
  };
}

function isWhole(heard: string): boolean {
  const head = heard.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(heard.slice(0, head + 2))?.[1];
  if (length !== undefined) return heard.length >= head + 4 + Number(length);
  if (/\r\ntransfer-encoding: chunked/i.test(heard.slice(0, head + 2))) return heard.endsWith('0\r\n\r\n');
  // 204 and 304 have no body.
  return true;
}
