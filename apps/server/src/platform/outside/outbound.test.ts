import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { describeError } from '#platform/log.ts';
import { OutboundError, openOutbound } from './outbound.ts';

const schema = z.object({ nome: z.string() });

/** Starts a stand-in service and opens an `Outbound` to it. */
async function aService(
  listener: RequestListener,
  limits: { timeLimitMs?: number; sizeLimit?: number } = {},
) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefixo/`;
  return openOutbound({
    service: 'servico',
    base,
    userAgent: 'Prumo/1.0 (+https://prumo.example)',
    ...limits,
  });
}

const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => expect.fail('it was answered'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(OutboundError);
      return (error as OutboundError).reason;
    },
  );

test('a GET sends the user agent, accepts JSON and returns only the fields of the schema', async () => {
  let asked: unknown;
  const service = await aService(({ url, headers }, response) => {
    asked = { url, agent: headers['user-agent'], accept: headers.accept };
    response.end('{"nome":"Sé","segredo":"x"}');
  });
  expect(await service.get('/ceps/01001000', { schema })).toEqual({ nome: 'Sé' });
  expect(asked).toEqual({
    url: '/prefixo/ceps/01001000',
    agent: 'Prumo/1.0 (+https://prumo.example)',
    accept: 'application/json',
  });
});

test.each<[string, string, RequestListener]>([
  ['unreachable', 'a connection that breaks off', (request) => request.destroy()],
  ['status', 'a 500', (_request, response) => response.writeHead(500).end('{"nome":"x"}')],
  ['status', 'an unexpected 404', (_request, response) => response.writeHead(404).end('{}')],
  ['status', 'a redirect', (_request, response) => response.writeHead(302, { location: '/' }).end()],
  ['not-json', 'a page', (_request, response) => response.end('<html></html>')],
  ['not-json', 'half an object', (_request, response) => response.end('{"nome":"x')],
  ['not-json', 'nothing', (_request, response) => response.end()],
  ['wrong-shape', 'another object', (_request, response) => response.end('{"nome":7}')],
  ['wrong-shape', 'null', (_request, response) => response.end('null')],
])('the error reason is %s for %s', async (reason, _what, listener) => {
  const service = await aService(listener);
  expect(await reasonOf(service.get('/x', { schema }))).toBe(reason);
});

test('an answer beyond the size limit is refused, also without a declared length', async () => {
  const service = await aService(
    (_request, response) => {
      response.write('{"nome":"');
      response.end(`${'x'.repeat(5000)}"}`);
    },
    { sizeLimit: 1000 },
  );
  expect(await reasonOf(service.get('/x', { schema }))).toBe('too-large');
});

test('a service that stalls before or during its answer is given up at the time limit', async () => {
  const silent = await aService(() => {}, { timeLimitMs: 60 });
  expect(await reasonOf(silent.get('/x', { schema }))).toBe('timeout');
  const stuck = await aService((_request, response) => void response.write('{"nome":'), { timeLimitMs: 60 });
  expect(await reasonOf(stuck.get('/x', { schema }))).toBe('timeout');
});

test('a body is decoded with its declared charset, and an undecodable body is refused as not JSON', async () => {
  const written = Buffer.from('{"nome":"Sé"}', 'latin1');
  let type = 'application/json; charset=iso-8859-1';
  const service = await aService((_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(written),
  );
  expect(await service.get('/', { schema })).toEqual({ nome: 'Sé' });
  for (type of ['application/json', 'application/json; charset=utf-8', 'application/json; charset=nada'])
    expect(await reasonOf(service.get('/', { schema }))).toBe('not-json');
});

test('the caller can abort a request with a signal', async () => {
  const ending = new AbortController();
  const service = await aService(() => ending.abort());
  expect(await reasonOf(service.get('/x', { schema, signal: ending.signal }))).toBe('aborted');
});

test('a 404 in JSON means not found; a 404 with a page means not found only with `missing: any`', async () => {
  const json = await aService((_request, response) => response.writeHead(404).end('{"message":"não há"}'));
  const page = await aService((_request, response) => response.writeHead(404).end('<html></html>'));
  expect(await json.get('/x', { schema, missing: 'json' })).toBeUndefined();
  expect(await reasonOf(page.get('/x', { schema, missing: 'json' }))).toBe('status');
  expect(await page.get('/x', { schema, missing: 'any' })).toBeUndefined();
});

test('the log shows neither the request nor the answer', async () => {
  const service = await aService((_request, response) => response.end('{"outro":"19131243000197"}'));
  const error = await service.get('/cnpj/19131243000197', { schema }).catch((failure: unknown) => failure);
  expect(describeError(error)).toMatchObject({ type: 'OutboundError', message: 'servico: wrong-shape' });
  expect(JSON.stringify(describeError(error))).not.toContain('19131243000197');
});

test('a call sends its method, its bearer token and a form or JSON, and returns status and headers', async () => {
  const seen: object[] = [];
  const service = await aService(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    seen.push({ method, url, body, type: headers['content-type'], authorization: headers.authorization });
    response.writeHead(seen.length === 1 ? 206 : 201, { 'x-content-missing': 'partes' });
    response.end('{"nome":"Ana","outro":1}');
  });
  const form = await service.call({ method: 'POST', path: '/form', schema, form: { a: 'é &', b: '2' } });
  expect(form).toMatchObject({ status: 206, body: { nome: 'Ana' } });
  expect(form.headers.get('x-content-missing')).toBe('partes');
  const json = await service.call({
    method: 'PUT',
    path: '/json',
    schema,
    json: { a: 1 },
    bearer: 'segredo',
  });
  expect(json.status).toBe(201);
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/prefixo/form',
      body: 'a=%C3%A9+%26&b=2',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      authorization: undefined,
    },
    {
      method: 'PUT',
      url: '/prefixo/json',
      body: '{"a":1}',
      type: 'application/json',
      authorization: 'Bearer segredo',
    },
  ]);
});

test('an error carries the status, the error code and the Retry-After of a refusal, and no other text of it', async () => {
  const refusals: [string, string | undefined, string][] = [
    ['{"error":"invalid_grant","message":"segredo 123"}', '3', 'servico: status 400 invalid_grant'],
    ['{"error":"segredo-123@x","code":"unauthorized"}', undefined, 'servico: status 400 unauthorized'],
    ['{"error":{"segredo":1}}', 'ontem', 'servico: status 400'],
    ['segredo', new Date(Date.now() + 5000).toUTCString(), 'servico: status 400'],
  ];
  const service = await aService((_request, response) => {
    const [body, after] = refusals[n] ?? ['', undefined];
    response.writeHead(400, after === undefined ? {} : { 'retry-after': after }).end(body);
  });
  let n = 0;
  const times: (number | undefined)[] = [];
  for (const [, , said] of refusals) {
    const error = await service.call({ method: 'GET', path: '/', schema }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(OutboundError);
    expect((error as OutboundError).message).toBe(said);
    expect(JSON.stringify(describeError(error))).not.toContain('segredo');
    times.push((error as OutboundError).retryAfterMs);
    n += 1;
  }
  expect(times).toEqual([3000, undefined, undefined, expect.closeTo(4500, -3.1)]);
});
