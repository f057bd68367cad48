import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeError } from '#platform/log.ts';
import { ORIGIN } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const dist = await mkdtemp(join(tmpdir(), 'prumo-web-'));
await writeFile(join(dist, 'index.html'), '<!doctype html><title>Prumo</title>');
await writeFile(join(dist, 'favicon.svg'), '<svg/>');
await writeFile(
  join(dist, 'screens.json'),
  JSON.stringify(['/', '/auth/', '/auth/$type', '/cadastros/marca', '/configuracao/$marketplace/$accountId']),
);
await writeFile(join(dist, 'releases.json'), JSON.stringify([{ release: 1700, assets: ['index-1.js'] }]));
await mkdir(join(dist, 'assets'));
await writeFile(join(dist, 'assets', 'index-1.js'), 'export {};');
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const { app, anEmpresa, stranger } = await testApp({ WEB_DIST: dist });
const limited = await testApp({ RATE_LIMIT: '20' });

await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
/** Sends bytes over a new connection, and returns what the server sends until it closes the connection. */
async function exchange(sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(sent));
  let received = '';
  for await (const chunk of socket) received += chunk;
  return received;
}

describe('every answer', () => {
  test('carries the security headers, also a refusal', async () => {
    for (const path of ['/healthz', '/api/marcas', '/api/nada', '/', '/cadastros/marca']) {
      const { headers } = await stranger().get(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['strict-transport-security']).toContain('max-age=31536000');
      expect(headers['content-security-policy']).toBeDefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('of the API is marked as not cacheable', async () => {
    expect((await (await anEmpresa()).get('/api/marcas')).headers['cache-control']).toBe('no-store');
  });

  test('that refuses is a problem document in Portuguese with the id of the request', async () => {
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
  ])('%s is refused with a Portuguese message', async (_name, type, payload) => {
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

  test('a body beyond the size limit is refused', async () => {
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
  test('answers every screen’s address with the application, under a strict content policy with Trusted Types', async () => {
    for (const [path, status] of [
      ['/', 200],
      ['/cadastros/marca', 200],
      ['/nao/existe', 404],
    ] as const) {
      const page = await stranger().send('GET', path, undefined, NAVIGATION);
      expect(page.statusCode).toBe(status);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
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

  test('answers 200 for every address that matches a pattern of the router, also without a session', async () => {
    for (const path of [
      ...['/', '/?a=b', '/auth', '/auth/', '/auth/login', '/CADASTROS/marca', '/cadastros/marca/'],
      ...['/configuracao/mercado-livre/1', '/configuracao/x%2Fy/1'],
    ])
      expect((await stranger().get(path)).statusCode, path).toBe(200);
  });

  test('ASVS 13.4.1 13.4.5: an address that is no screen gets 404, and a browser gets the application with it', async () => {
    for (const path of [
      ...[
        '/metrics',
        '/.git/config',
        '/.env',
        '/wp-login.php',
        '/server-status',
        '/debug/pprof',
        '/screens.json',
        '/releases.json',
      ],
      ...[
        '/index.html',
        '/index.html.br',
        '/favicon.svg.gz',
        '/cadastros',
        '/cadastros/marca/1',
        '/cadastros%2fmarca',
      ],
      ...['//', '//cadastros/marca', '/auth//login', '/auth//', '/configuracao//1', '/api', '/nao/existe'],
    ]) {
      const refused = await stranger().get(path);
      expect(refused.statusCode, path).toBe(404);
      expect(refused.headers['content-type'], path).toBe('application/problem+json; charset=utf-8');
      const page = await stranger().send('GET', path, undefined, NAVIGATION);
      expect(page.statusCode, path).toBe(404);
      expect(page.headers['content-type'], path).toBe('text/html; charset=utf-8');
    }
    for (const path of ['/api/nada', '/assets/nada.js'])
      expect((await stranger().send('GET', path, undefined, NAVIGATION)).headers['content-type'], path).toBe(
        'application/problem+json; charset=utf-8',
      );
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const)
      expect((await app.inject({ method, url: '/wp-login.php' })).statusCode, method).toBe(404);
    expect((await stranger().get('/favicon.svg')).payload).toBe('<svg/>');
  });

  test('every answer of the API names the release, also a refusal, so that older pages learn of it', async () => {
    for (const path of ['/api/sessoes/atual', '/api/marcas', '/api/nada'])
      expect((await stranger().get(path)).headers['x-release'], path).toBe('1700');
    expect((await stranger().get('/')).headers['x-release']).toBeUndefined();
  });

  test('an asset may be cached for good, and the page that names it must be checked at every visit', async () => {
    const asset = await stranger().get('/assets/index-1.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/favicon.svg'])
      expect((await stranger().get(path)).headers['cache-control'], path).toBe('no-cache');
  });

  test('a missing asset is marked as not cacheable, because a later release may have it', async () => {
    const missing = await stranger().get('/assets/nada.js');
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['cache-control']).toBe('no-store');
  });

  test('serves no file outside its folder', async () => {
    for (const path of [
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/favicon.svg/../../package.json',
      '/assets/..%5c..%5cpackage.json',
      '/assets/%00',
    ]) {
      const refused = await stranger().get(path);
      expect(refused.statusCode, path).toBe(404);
      expect(refused.payload).not.toContain('"name"');
    }
  });
});

test('an address that cannot be decoded is refused with a Portuguese message and the usual headers', async () => {
  const ana = await anEmpresa();
  for (const [path, status, mensagem] of [
    ['/%ff', 404, 'Este endereço não existe.'],
    ['/%', 404, 'Este endereço não existe.'],
    ['/api/nada/%c0%ae', 404, 'Este endereço não existe.'],
    ['/api/marcas/%zz', 422, 'Este endereço não é válido.'],
    [`/api/marcas/${'x'.repeat(9000)}`, 422, 'Este endereço não é válido.'],
  ] as const) {
    const refused = await ana.get(path);
    expect(refused.statusCode, path).toBe(status);
    expect(refused.headers['content-type'], path).toBe('application/problem+json; charset=utf-8');
    expect(refused.headers['x-content-type-options'], path).toBe('nosniff');
    expect(refused.headers['content-security-policy'], path).toContain("default-src 'none'");
    expect(refused.json().mensagem).toBe(mensagem);
  }
});

test('bytes that are not HTTP are refused with a Portuguese message, and the connection closes', async () => {
  for (const [sent, status] of [
    ['lixo\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const answer = await exchange(sent);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('Content-Type: application/problem+json; charset=utf-8');
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').mensagem).toMatch(/tente de novo\.$/i);
  }
});

/** The first lines of a request that saves a marca, up to the headers that announce its body. */
const aSaveWithoutBody = async () =>
  `POST /api/marcas HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nCookie: ${(await anEmpresa()).cookie}\r\nContent-Type: application/json\r\n`;

test('a body that is too large is refused, and the connection stays open for the next request', async () => {
  const head = await aSaveWithoutBody();
  const size = 11_000_000;
  const [large, next] = ['x'.repeat(size), `${head}Connection: close\r\nContent-Length: 2\r\n\r\n{}`];
  for (const sent of [
    `${head}Content-Length: ${size}\r\n\r\n${large}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
  ]) {
    const answers = await exchange(sent + next);
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 422', 'HTTP/1.1 422']);
    expect(answers).toContain('O pedido é grande demais. Diminua os textos e tente de novo.');
    expect(answers).toContain('Confira os campos destacados.');
  }
});

test('a body that is not JSON is refused, and the connection stays open for the next request', async () => {
  const head = await aSaveWithoutBody();
  const next = `${head}Connection: close\r\nContent-Length: 2\r\n\r\n{}`;
  for (const body of ['{', '\0'.repeat(1000), '[{}]}', '{"__proto__":{}}']) {
    const answers = await exchange(`${head}Content-Length: ${body.length}\r\n\r\n${body}${next}`);
    expect(answers.match(/HTTP\/1.1 \d+/g), body).toEqual(['HTTP/1.1 422', 'HTTP/1.1 422']);
    expect(answers).toContain('O pedido não pôde ser lido. Recarregue a página e tente de novo.');
  }
});

test('a body that is not JSON is refused, and a connection that the client wants to close says so', async () => {
  const answer = await exchange(`${await aSaveWithoutBody()}Connection: close\r\nContent-Length: 1\r\n\r\n{`);
  expect(answer).toMatch(/^HTTP\/1.1 422/);
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
});

test('a request for another form of address is answered with the security headers', async () => {
  for (const target of [
    'http://mau.exemplo/api/categorias/1',
    'http://mau.exemplo/api/categorias/1#x;y=z',
    '/api/categorias/1#x;y=z',
    '/api/categorias/1;y=z',
    'http:',
    'http://mau.exemplo',
    '//',
    '*',
  ]) {
    const answer = await exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer.toLowerCase(), target).toContain('x-content-type-options: nosniff');
  }
});

test('a caller beyond the rate limit gets 429 with the seconds to wait', async () => {
  const answers = [];
  for (let n = 0; n < 25; n++) answers.push(await limited.stranger().get('/api/sessoes/atual'));
  expect(answers.at(0)?.statusCode).toBe(200);
  const last = answers.at(-1);
  expect(last?.statusCode).toBe(429);
  expect(last?.json().mensagem).toMatch(/^Muitos pedidos em pouco tempo\. Tente de novo em \d+ segundos\.$/);
  expect(last?.headers['retry-after']).toBeDefined();
});

test('the health checks for liveness and readiness answer 200', async () => {
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
