import { connect } from 'node:net';

/**
 * A load generator for a closed loop over HTTP, in a separate process. Each connection sends the next request
 * when it has received the previous answer. The generator uses plain sockets and reads only the length of an
 * answer, so that it takes little CPU time from the server.
 */
export interface HttpLoad {
  port: number;
  path: string;
  cookie: string;
  connections: number;
  seconds: number;
}

export interface Rate {
  perSecond: number;
}

process.on('message', ({ port, path, cookie, connections, seconds }: HttpLoad) => {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`;
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  const began = performance.now();
  void Promise.all(Array.from({ length: connections }, () => connection())).then(() => {
    const rate: Rate = { perSecond: (answered * 1000) / (performance.now() - began) };
    process.send?.(rate);
  });

  function connection(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let missing = 0;
      socket.once('connect', () => socket.write(request));
      socket.once('error', reject);
      socket.once('close', () => resolve());
      socket.on('data', (chunk) => {
        if (missing === 0) missing = lengthOf(chunk);
        missing -= chunk.length;
        if (missing > 0) return;
        answered++;
        if (performance.now() < end) socket.write(request);
        else socket.destroy();
      });
    });
  }
});

/**
 * The length of head and body together. The head is always in the first chunk, because the server writes it together
 * with the first bytes of the body.
 */
function lengthOf(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, Math.max(0, headEnd));
  if (headEnd < 0 || !head.startsWith('HTTP/1.1 200')) throw new Error(`unexpected answer: ${head || chunk}`);
  return headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
}
