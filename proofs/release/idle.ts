import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Idle {
  answered: number;
  /** Requests without an answer. */
  failed: string[];
  stop(): Promise<void>;
}

const CLIENTS = 200;
/** The balancer closes an idle connection after ten seconds and a few milliseconds. */
const IDLE_MS = 10_005;
const SPREAD_MS = 25;
const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

/**
 * Sends requests on connections that were idle for about as long as the balancer keeps them. Each client behaves as the
 * HTTP client of Node.js does: it uses an idle connection again within the time that the header `Keep-Alive` promised, and
 * without a promise it opens another one after four seconds.
 */
export function startIdle(port: number): Idle {
  const idle = { answered: 0, failed: [] as string[] };
  const stopping = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    // The clients spread over the ten seconds.
    await pause((n * IDLE_MS) / CLIENTS);
    for (let socket: Socket | undefined; !stopping.signal.aborted; ) {
      socket ??= connect(port, '127.0.0.1').on('error', () => {});
      const answer = await ask(socket);
      if (answer === undefined) idle.failed.push('the connection ended without an answer');
      else idle.answered++;
      await pause(IDLE_MS + Math.random() * SPREAD_MS);
      const promised = Number(/^keep-alive: timeout=(\d+)/im.exec(answer ?? '')?.[1] ?? 0) * 1000;
      if (promised > IDLE_MS + SPREAD_MS && !socket.readableEnded) continue;
      socket.destroy();
      socket = undefined;
    }
  });
  /** Waits, or until the clients stop. */
  function pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  }
  return Object.assign(idle, {
    async stop() {
      stopping.abort();
      await Promise.all(clients);
    },
  });
}

/** Sends the request and returns the first piece of the answer, which contains its headers. Undefined without an answer. */
async function ask(socket: Socket): Promise<string | undefined> {
  const end = new AbortController();
  const { signal } = end;
  const piece = once(socket, 'data', { signal }).then(([data]) => String(data));
  const closed = once(socket, 'close', { signal }).then(() => undefined);
  piece.catch(() => {});
  closed.catch(() => {});
  socket.write(REQUEST);
  const answer = await Promise.race([piece, closed]);
  end.abort();
  return answer;
}
