import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Site } from './site.ts';

/** Decides when an answer of Mercado Livre reaches the process. `forward` passes the answer on. */
export interface Between {
  /** Receives an answer that contains a new token. */
  onToken(forward: () => void): Promise<void>;
  /** Receives the answer to a request that used a token. */
  onUse(forward: () => void): Promise<void>;
}

/** A proxy between one process and the simulated Mercado Livre, which controls the instant of each answer. */
export async function openProxy({ standIn, onEnd }: Pick<Site, 'standIn' | 'onEnd'>) {
  let between: Between = { onToken: async (forward) => forward(), onUse: async (forward) => forward() };

  const server = createServer(async (incoming, outgoing) => {
    // The process may have been killed by now.
    outgoing.on('error', () => {});
    const answer = await pass(standIn.url, incoming);
    const body = Buffer.from(await answer.arrayBuffer());
    const forward = () => {
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
    };
    const isToken = incoming.url === '/oauth/token' && answer.status === 200;
    if (incoming.url === '/oauth/token' && !isToken) return forward();
    await (isToken ? between.onToken(forward) : between.onUse(forward));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    does(next: Between) {
      between = next;
    },
  };
}

async function pass(sandbox: string, incoming: IncomingMessage): Promise<Response> {
  const body = await buffer(incoming);
  const headers = new Headers();
  for (const name of ['authorization', 'content-type', 'accept'])
    if (incoming.headers[name]) headers.set(name, String(incoming.headers[name]));
  return fetch(`${sandbox}/mercado-livre${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    ...(body.length > 0 && { body }),
  });
}
