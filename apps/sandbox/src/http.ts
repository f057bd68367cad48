import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** `Response.error()` is no answer: the connection breaks off. */
export type Handler = (request: Request) => Response | Promise<Response>;

const BODY_LIMIT = 64 * 1024;

/** A server on the loopback address that speaks in the Request and Response of the platform. */
export async function listen(port: number) {
  const server = createServer();
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
            // Sent as it is made: a body may be endless, or come one byte at a time.
            return pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
          })
          .catch(() => outgoing.destroy());
      });
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Requests left hanging on purpose would keep it open.
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

/** 303: whatever the method was, the next request is a GET. */
export const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } });

/** Parameters given twice are a way to have two parties read different values. */
export const hasRepeated = (parameters: URLSearchParams) =>
  new Set(parameters.keys()).size !== [...parameters.keys()].length;
