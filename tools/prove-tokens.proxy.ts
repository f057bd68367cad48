import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Site } from './prove-tokens.site.ts';

/** What happens between Mercado Livre's answer and whoever asked; `forward` hands it over. */
export interface Between {
  /** A token was given. */
  onToken(forward: () => void): Promise<void>;
  /** Somebody is about to use a token. */
  onUse(forward: () => void): Promise<void>;
}

/** Stands between one process and the simulated Mercado Livre: it knows to the moment what was answered. */
export async function openProxy({ sandbox, onEnd }: Pick<Site, 'sandbox' | 'onEnd'>) {
  let between: Between = { onToken: async (forward) => forward(), onUse: async (forward) => forward() };

  const server = createServer(async (incoming, outgoing) => {
    // Whoever asked may be dead by now.
    outgoing.on('error', () => {});
    const answer = await pass(sandbox, incoming);
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
