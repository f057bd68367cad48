import { createServer } from 'node:net';

/**
 * Returns the first of `count` consecutive free ports at a random position between `from` and `to`. Callers
 * pass a range below 32768, because the kernel gives higher ports to outgoing connections.
 */
export async function freePorts(count: number, [from, to]: readonly [number, number]): Promise<number> {
  for (;;) {
    const first = from + Math.floor((Math.random() * (to - from)) / count) * count;
    const free = await Promise.all(Array.from({ length: count }, (_, n) => isFree(first + n)));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
