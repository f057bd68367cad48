import { connect } from 'node:net';
import { type Answer, parse } from '../kit/requests/wire.ts';

/** Where a copy of a request is cut: after so many bytes of the request, or of the answer. */
export interface Cut {
  of: 'request' | 'answer';
  bytes: number;
}

/** How long a copy waits for its answer: longer than every time limit of the server. */
const PATIENCE_MS = 60_000;

/**
 * Sends the bytes of a request on a connection of its own. A cut resets the connection, as a lost network or a killed
 * browser does. Returns null for a copy that was cut before its whole answer arrived, or that the server dropped.
 */
export function sendCopy(
  port: number,
  { method, bytes }: { method: string; bytes: Buffer },
  cut: Cut | null,
): Promise<Answer | null> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer within ${PATIENCE_MS} ms`));
    }, PATIENCE_MS);
    const settle = (answer: Answer | null) => {
      clearTimeout(timer);
      socket.resetAndDestroy();
      resolve(answer);
    };
    const whole = (isClosed: boolean) => {
      const answer = parse(received, method, isClosed);
      return answer && { ...answer, ms: performance.now() - began };
    };
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (cut?.of === 'answer' && received.length > cut.bytes) return settle(null);
      const answer = whole(false);
      if (answer) settle(answer);
    });
    socket.on('close', () => settle(whole(true)));
    if (cut?.of === 'request') socket.write(bytes.subarray(0, cut.bytes), () => settle(null));
    else socket.write(bytes);
  });
}
