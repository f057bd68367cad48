import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { readStream } from './open-stream.ts';

let server: Server | undefined;

afterEach(() => {
  vi.unstubAllGlobals();
  server?.closeAllConnections();
  server?.close();
});

/** Starts a server that answers every stream with `answer`, and opens one stream. */
async function read(answer: (response: ServerResponse) => void) {
  const started = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  server = started;
  await once(started, 'listening');
  const { port } = started.address() as AddressInfo;
  const send = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(`http://127.0.0.1:${port}${path}`, init));
  return readStream({
    usuario: 'u',
    empresa: 'e',
    posicao: undefined,
    idade: 0,
    signal: new AbortController().signal,
    onBoletim: () => {},
    onPulso: () => {},
  });
}

test('a refused stream names its status and the pause, and gives its connection back', async () => {
  const closed = Promise.withResolvers<void>();
  const ending = await read((response) => {
    response.on('close', closed.resolve);
    response.writeHead(503, { 'retry-after': '7' }).write('{');
  });
  expect(ending).toEqual({ status: 503, retryMs: 7000 });
  await closed.promise;
});

test('a stream that the server dismisses ends as forbidden, and gives its connection back', async () => {
  const closed = Promise.withResolvers<void>();
  const ending = await read((response) => {
    response.on('close', closed.resolve);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: fim\ndata: {}\n\n');
  });
  expect(ending).toEqual({ status: 403, retryMs: undefined });
  await closed.promise;
});
