import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** `Response.error()` stands for a broken connection without an answer. */
export type Handler = (request: Request) => Response | Promise<Response>;

const BODY_LIMIT = 64 * 1024;

/** A server on the loopback address that uses the platform's Request and Response. */
export async function listen(port: number) {
  // There is no keep-alive timeout. On a busy machine a client may use a connection just as a timeout closes
  // it.
  const server = createServer({ keepAliveTimeout: 0 });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    serve(handler: Handler) {
      server.on('request', (incoming, outgoing) => {
        answer(incoming, url, handler)
          .catch((error: unknown) => {
            console.error(error);
            return text(500, 'O simulador falhou.');
          })
          .then(async (response) => {
            if (response.type === 'error') return outgoing.destroy();
            outgoing.writeHead(response.status, Object.fromEntries(response.headers));
            if (!response.body) return outgoing.end();
            // Streams the body, because it may be endless or come one byte at a time.
            return pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
          })
          .catch(() => outgoing.destroy());
      });
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Closes all connections, because requests that hang on purpose would keep the server open.
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(incoming: IncomingMessage, base: string, handler: Handler): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) return text(413, 'Grande demais.');
    chunks.push(chunk);
  }
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return handler(
    new Request(`${base}${incoming.url ?? '/'}`, {
      method: incoming.method ?? 'GET',
      headers,
      body: size > 0 ? Buffer.concat(chunks) : null,
    }),
  );
}

export const text = (status: number, message: string) =>
  new Response(message, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });

/** Redirects with 303, after which the next request is a GET, even if this one was a POST. */
export const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } });

/** Whether a parameter is repeated. Two parties could read different values of such a parameter. */
export const hasRepeated = (parameters: URLSearchParams) =>
  new Set(parameters.keys()).size !== [...parameters.keys()].length;
