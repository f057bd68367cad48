import { createServer } from 'node:net';

/**
 * The first of `count` free ports in a row, from a place between `from` and `to` chosen at random. Below 32768, from
 * where on the kernel takes the ports of outgoing connections.
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
