import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { answerUnreadable } from '#platform/http/problems.ts';
import { openShed } from './shed.ts';

/** The number of requests in flight at which the listener starts to refuse. */
const LIMIT = 20;
const TIMEOUTS = { requestTimeout: 0, connectionTimeout: 0, keepAliveTimeout: 0 };

/** A server that holds every request until the test releases it. */
async function aServer(trusted = ['127.0.0.1']) {
  const held: ServerResponse[] = [];
  const shed = openShed({
    trusted,
    health: (path) => (path === '/healthz' ? 200 : undefined),
    pressure: { limit: LIMIT, inFlight: 0, look: () => {} },
    // Exceeds the duration of every test, even on a slow machine.
    refusedStaysMs: 600_000,
  });
  const server = shed.server((_, response) => held.push(response), TIMEOUTS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
  /** Sends each header value as a line of its own, which `fetch` cannot do. */
  const askInLines = (headers: Record<string, string[]>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port, host: '127.0.0.1', headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
  return {
    askInLines,
    shed,
    ask,
    held,
    /** Sends requests with these headers and leaves them in flight. */
    async fill(count: number, headers: Record<string, string>) {
      const before = held.length;
      const asked = Array.from({ length: count }, () => ask('/', headers));
      while (held.length < before + count) await new Promise(setImmediate);
      return asked;
    },
    answerAll: () => {
      for (const response of held.splice(0)) response.end('ok');
    },
  };
}

const session = (name: string, address: string) => ({
  cookie: `__Host-prumo=prs_${name}`,
  'x-forwarded-for': address,
});

test('above the limit a flooding client is refused immediately, and another client is admitted', async () => {
  const { ask, fill, held, answerAll, shed } = await aServer();
  const loud = session('loud', '203.0.113.1');
  const flood = await fill(LIMIT, loud);

  const refused = await ask('/', loud);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await refused.json()).toEqual({
    codigo: 'unavailable',
    mensagem: 'O sistema está muito ocupado. Espere alguns segundos e tente de novo.',
    pedido: '',
  });
  expect(shed.takeRefused()).toBe(1);
  expect(shed.takeRefused()).toBe(0);

  const [quiet] = await fill(1, session('quiet', '203.0.113.2'));
  expect(held).toHaveLength(LIMIT + 1);
  answerAll();
  expect((await quiet)?.status).toBe(200);
  await Promise.all(flood);

  const after = ask('/', loud);
  while (held.length === 0) await new Promise(setImmediate);
  answerAll();
  expect((await after).status).toBe(200);
});

test('invented sessions of one network do not pass for many clients', async () => {
  const { ask, fill, answerAll } = await aServer();
  const flood = (
    await Promise.all(
      Array.from({ length: LIMIT }, (_, n) => fill(1, session(`made-up-${n}`, '203.0.113.1'))),
    )
  ).flat();
  expect((await ask('/', session('one-more', '203.0.113.1'))).status).toBe(503);
  answerAll();
  await Promise.all(flood);
});

test('/healthz and /readyz answer at any number of requests in flight', async () => {
  const { ask, fill, answerAll } = await aServer();
  const flood = await fill(LIMIT, session('loud', '203.0.113.1'));
  expect((await ask('/healthz')).status).toBe(200);
  answerAll();
  await Promise.all(flood);
});

test('a request answered with 503 counts as in flight for `refusedStaysMs` more', async () => {
  const { ask, fill, held, shed } = await aServer();
  const loud = session('loud', '203.0.113.1');
  const flood = await fill(LIMIT, loud);
  for (const response of held.splice(0)) response.writeHead(503).end();
  expect((await Promise.all(flood)).every(({ status }) => status === 503)).toBe(true);
  expect((await ask('/', loud)).status).toBe(503);
  expect(shed.takeRefused()).toBe(1);
});

test('a client with recent 429 responses is refused first, and others are still admitted', async () => {
  const { ask, fill, held, answerAll } = await aServer();
  const loud = session('loud', '203.0.113.1');
  const refused = await fill(LIMIT - 1, loud);
  for (const response of held.splice(0)) response.writeHead(429).end();
  await Promise.all(refused);
  const flood = await fill(LIMIT, session('other', '203.0.113.3'));
  expect((await ask('/', loud)).status).toBe(503);
  const quiet = await fill(1, session('quiet', '203.0.113.2'));
  answerAll();
  expect((await Promise.all([...flood, ...quiet])).every(({ status }) => status === 200)).toBe(true);
});

test('the last line of X-Forwarded-For decides the network, because the proxy nearest to the server adds it', async () => {
  const { askInLines, fill, answerAll } = await aServer();
  const flood = await fill(LIMIT, { 'x-forwarded-for': '203.0.113.1' });
  const spoofed = { 'x-forwarded-for': ['203.0.113.2', '203.0.113.1, 127.0.0.1'] };
  expect(await askInLines(spoofed)).toBe(503);
  answerAll();
  await Promise.all(flood);
});

test('an IPv4-mapped address of a proxy counts as its IPv4 address', async () => {
  const { ask, fill, answerAll } = await aServer(['::ffff:127.0.0.1', '10.0.0.1']);
  const flood = await fill(LIMIT, { 'x-forwarded-for': '203.0.113.1, ::ffff:10.0.0.1' });
  expect((await ask('/', { 'x-forwarded-for': '203.0.113.1' })).status).toBe(503);
  const other = await fill(1, { 'x-forwarded-for': '203.0.113.2, ::ffff:10.0.0.1' });
  answerAll();
  expect((await other[0])?.status).toBe(200);
  await Promise.all(flood);
});

test('a client that sends the rest of a body slowly after its response loses the connection', async () => {
  const shed = openShed({
    trusted: [],
    health: () => undefined,
    pressure: { limit: LIMIT, inFlight: 0, look: () => {} },
  });
  const received: IncomingMessage[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    received.push(request.on('data', () => {}));
    response.end('ok');
  };
  const server = shed.server(listener, { ...TIMEOUTS, requestTimeout: 2000 });
  server.on('clientError', answerUnreadable);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // The client keeps its side open, as a hostile one does.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nx');
  const trickle = setInterval(() => socket.write('x'), 10);
  await once(socket, 'data');
  await expect.poll(() => received[0]?.listenerCount('data')).toBe(0);
  await new Promise((closed) => socket.once('close', closed));
  clearInterval(trickle);
  server.close();
  await once(server, 'close');
});
