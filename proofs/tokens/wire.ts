import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A proxy between a process and PostgreSQL that records their traffic, including parameter values. */
export async function openWire(port: number) {
  const said: Buffer[] = [];
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      // A killed process does not close its connection properly.
      from.on('error', () => to.destroy());
      from.on('data', (chunk) => said.push(chunk));
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    /** The URL of the same database, through the proxy. */
    over(url: string): string {
      const overheard = new URL(url);
      overheard.port = String(own);
      return overheard.href;
    },
    /**
     * The traffic of all connections, chunk by chunk. A secret is shorter than a chunk, so the chunks of
     * other connections hardly ever split it.
     */
    said: () => Buffer.concat(said).toString('latin1'),
    stop: async () => void server.close(),
  };
}
