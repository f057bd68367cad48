import { connect, type Socket } from 'node:net';

/**
 * A request as bytes. They may be malformed, so the client uses sockets: an HTTP library would refuse to send
 * them.
 */
export interface Wire {
  bytes: Buffer;
  method: string;
  /** Whether the request is malformed or truncated HTTP. Such a request gets its own connection. */
  isBroken: boolean;
  /** Whether the client stops sending after these bytes. */
  endsEarly?: boolean;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  ms: number;
}

export interface Connection {
  /** Returns null if the server closed the connection without an answer. */
  send(wire: Wire): Promise<Answer | null>;
  close(): void;
}

/** How long the client waits for an answer: longer than every time limit of the server. */
const PATIENCE_MS = 40_000;

export function openConnection(port: number): Connection {
  let kept: Socket | null = null;
  const dial = () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('error', () => {});
    return socket;
  };
  return {
    async send(wire) {
      const socket = wire.isBroken || !kept || kept.destroyed || kept.readableEnded ? dial() : kept;
      if (!wire.isBroken) kept = socket;
      const answer = await exchange(socket, wire);
      if (wire.isBroken || answer === null || answer.headers['connection'] === 'close') socket.destroy();
      if (kept?.destroyed) kept = null;
      return answer;
    },
    close: () => kept?.destroy(),
  };
}

function exchange(socket: Socket, wire: Wire): Promise<Answer | null> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const settle = (answer: Answer | null) => {
      clearTimeout(timer);
      socket.off('data', onData);
      socket.off('close', onClose);
      resolve(answer);
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer within ${PATIENCE_MS} ms`));
    }, PATIENCE_MS);
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const answer = parse(received, wire.method, false);
      if (answer) settle({ ...answer, ms: performance.now() - began });
    };
    const onClose = () => {
      const answer = parse(received, wire.method, true);
      settle(answer && { ...answer, ms: performance.now() - began });
    };
    socket.on('data', onData);
    socket.on('close', onClose);
    socket.write(wire.bytes);
    if (wire.endsEarly) socket.end();
  });
}

export function parse(received: Buffer, method: string, isClosed: boolean): Omit<Answer, 'ms'> | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = received.subarray(end + 4);
  // 100 Continue precedes the answer.
  if (status < 200) return parse(rest, method, isClosed);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  if (method === 'HEAD' || status === 204 || status === 304)
    return { status, headers, body: Buffer.alloc(0) };
  if (headers['transfer-encoding'] === 'chunked') {
    const body = dechunk(rest);
    return body && { status, headers, body };
  }
  if (headers['content-length'] === undefined) return isClosed ? { status, headers, body: rest } : null;
  const length = Number(headers['content-length']);
  return rest.length >= length ? { status, headers, body: rest.subarray(0, length) } : null;
}

/** Joins the chunks of a body. Returns null until the last chunk has arrived. */
function dechunk(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    if (bytes.length < line + 4 + size) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
  }
}
