import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testApp } from '#testing/test-app.ts';
import { describeError } from './log.ts';

const dist = await mkdtemp(join(tmpdir(), 'prumo-web-'));
await writeFile(join(dist, 'index.html'), '<!doctype html><title>Prumo</title>');
const { app, anEmpresa, stranger } = await testApp({ WEB_DIST: dist });
const limited = await testApp({ RATE_LIMIT: '20' });

describe('every answer', () => {
  test('carries the security headers, refusals too', async () => {
    for (const path of ['/healthz', '/api/marcas', '/api/nada', '/', '/cadastros/marca']) {
      const { headers } = await stranger().get(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['strict-transport-security']).toContain('max-age=31536000');
      expect(headers['content-security-policy']).toBeDefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('of the API is kept by no cache', async () => {
    expect((await (await anEmpresa()).get('/api/marcas')).headers['cache-control']).toBe('no-store');
  });

  test('that refuses is a problem in Portuguese that names the request', async () => {
    const refused = await stranger().get('/api/nada');
    expect(refused.statusCode).toBe(404);
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect(refused.json()).toEqual({
      codigo: 'not_found',
      mensagem: 'Este endereço não existe.',
      pedido: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

describe('a body that cannot be read', () => {
  test.each([
    ['cut JSON', 'application/json', '{"nome":'],
    ['a form', 'application/x-www-form-urlencoded', 'nome=x'],
    ['plain text', 'text/plain', 'nome'],
    ['a type with rubbish', 'application/json; charset=utf-8garbage, text/html', '{}'],
    [
      'a polluted object',
      'application/json',
      '{"__proto__":{"x":1},"nome":"x","descricao":null,"logo_url":null}',
    ],
  ])('%s is refused in words', async (_name, type, payload) => {
    const ana = await anEmpresa();
    const refused = await app.inject({
      method: 'POST',
      url: '/api/marcas',
      payload,
      headers: { 'content-type': type, origin: 'http://localhost:5173', cookie: String(ana.cookie) },
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().mensagem).toMatch(/\.$/);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('more than its limit is refused', async () => {
    const ana = await anEmpresa();
    const refused = await ana.post('/api/marcas', {
      nome: 'x'.repeat(300_000),
      descricao: null,
      logo_url: null,
    });
    expect(refused.statusCode).toBe(422);
  });
});

describe('the built web', () => {
  test('is the answer to every screen’s address, under a strict policy with Trusted Types', async () => {
    for (const path of ['/', '/cadastros/marca', '/nao/existe']) {
      const page = await stranger().get(path);
      expect(page.payload).toContain('<title>Prumo</title>');
      const policy = String(page.headers['content-security-policy']);
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "require-trusted-types-for 'script'",
        "frame-ancestors 'none'",
      ])
        expect(policy).toContain(rule);
      expect(policy).not.toMatch(/unsafe|\*/);
    }
  });

  test('gives no file outside its folder', async () => {
    for (const path of [
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/..%2fpackage.json',
    ])
      expect((await stranger().get(path)).payload).not.toContain('"name"');
  });
});

test('past its limit a caller is told when to come back', async () => {
  const answers = [];
  for (let n = 0; n < 25; n++) answers.push(await limited.stranger().get('/api/sessoes/atual'));
  expect(answers.at(0)?.statusCode).toBe(200);
  const last = answers.at(-1);
  expect(last?.statusCode).toBe(429);
  expect(last?.json().mensagem).toMatch(/^Muitos pedidos em pouco tempo\. Tente de novo em \d+ segundos\.$/);
  expect(last?.headers['retry-after']).toBeDefined();
});

test('alive and ready answer, and readiness needs the database', async () => {
  expect((await stranger().get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await stranger().get('/readyz')).statusCode).toBe(200);
});

test('a database error is logged without the values it quotes', () => {
  const error = Object.assign(new Error('duplicate key (email)=(ana@exemplo.com.br)'), {
    code: '23505',
    routine: '_bt_check_unique',
  });
  expect(JSON.stringify(describeError(new Error('outer', { cause: error })))).not.toContain('ana@exemplo');
});
