import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Stands between a process and PostgreSQL and keeps what they say to each other, values included. */
export async function openWire(port: number) {
  const said: Buffer[] = [];
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      // Whoever is killed says no goodbye.
      from.on('error', () => to.destroy());
      from.on('data', (chunk) => said.push(chunk));
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    /** The same database, overheard. */
    over(url: string): string {
      const overheard = new URL(url);
      overheard.port = String(own);
      return overheard.href;
    },
    /** What two connections say at once is not taken apart; no secret is as long as what is said in one go. */
    said: () => Buffer.concat(said).toString('latin1'),
    stop: async () => void server.close(),
  };
}
