import { createHash, randomBytes } from 'node:crypto';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '#sandbox.ts';
import { GOOGLE_CLIENT } from './google-client.ts';
import { visitGoogle } from './visitor.ts';

const REGISTERED = 'https://prumo.example/api/google/retorno';
const sandbox = await startSandbox({ port: 0, redirectUris: [REGISTERED] });
afterAll(sandbox.stop);

const issuer = `${sandbox.url}/google`;
const verifier = randomBytes(32).toString('base64url');
const request = {
  response_type: 'code',
  client_id: GOOGLE_CLIENT.id,
  redirect_uri: 'http://localhost:5173/api/google/retorno',
  scope: 'openid email profile',
  state: 'estado',
  nonce: 'nonce',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
const authorizeUrl = (changes: Record<string, string> = {}) =>
  `${issuer}/authorize?${new URLSearchParams({ ...request, ...changes })}`;

async function aCode(): Promise<string> {
  const back = await visitGoogle(authorizeUrl(), { email: 'ana@exemplo.com.br' });
  return back.searchParams.get('code') ?? '';
}

async function exchange(changes: Record<string, string>, headers: Record<string, string> = {}) {
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: request.redirect_uri,
    code_verifier: verifier,
    ...(headers['authorization'] === undefined && {
      client_id: GOOGLE_CLIENT.id,
      client_secret: GOOGLE_CLIENT.secret,
    }),
    ...changes,
  };
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  });
  return {
    status: response.status,
    body: (response.status < 500 ? await response.json() : {}) as Record<string, unknown>,
  };
}

test('a code is exchanged for recognisable tokens, and the sandbox lists them', async () => {
  const { status, body } = await exchange({ code: await aCode() });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    access_token: expect.stringMatching(/^canario-google-/),
    refresh_token: expect.stringMatching(/^canario-google-/),
    token_type: 'Bearer',
  });
  const idToken = String(body['id_token']);
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ iss: issuer, nonce: 'nonce', email: 'ana@exemplo.com.br' });
  const issued = await (await fetch(`${sandbox.url}/_emitidos`)).json();
  expect(issued).toEqual(
    expect.arrayContaining([body['access_token'], body['refresh_token'], idToken, claims.canario]),
  );
});

test('the client secret is accepted in the header, but not in header and body', async () => {
  const encoded = [GOOGLE_CLIENT.id, GOOGLE_CLIENT.secret].map(encodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(encoded).toString('base64')}`;
  expect(await exchange({ code: await aCode() }, { authorization })).toMatchObject({ status: 200 });
  const both = await exchange(
    { code: await aCode(), client_secret: GOOGLE_CLIENT.secret },
    { authorization },
  );
  expect(both).toEqual({ status: 400, body: { error: 'invalid_request' } });
});

test('a wrong secret or client is refused', async () => {
  const code = await aCode();
  const refused = { status: 401, body: { error: 'invalid_client' } };
  expect(await exchange({ code, client_secret: 'outro' })).toEqual(refused);
  expect(await exchange({ code, client_id: 'outro' })).toEqual(refused);
  const authorization = `Basic ${Buffer.from(`${GOOGLE_CLIENT.id}:outro`).toString('base64')}`;
  expect(await exchange({ code }, { authorization })).toEqual(refused);
});

const INVALID_GRANT = { status: 400, body: { error: 'invalid_grant' } };

test.each([
  ['another PKCE verifier', { code_verifier: randomBytes(32).toString('base64url') }],
  ['no PKCE verifier', { code_verifier: '' }],
  ['another return address', { redirect_uri: REGISTERED }],
  ['an invented code', { code: 'inventado' }],
])('%s is refused', async (_what, changes) => {
  expect(await exchange({ code: await aCode(), ...changes })).toEqual(INVALID_GRANT);
});

test('a code works once', async () => {
  const code = await aCode();
  expect(await exchange({ code })).toMatchObject({ status: 200 });
  expect(await exchange({ code })).toEqual(INVALID_GRANT);
});

test('a code works for a minute', async () => {
  const codes = [await aCode(), await aCode()] as const;
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50_000 });
  expect(await exchange({ code: codes[0] })).toMatchObject({ status: 200 });
  vi.setSystemTime(Date.now() + 15_000);
  expect(await exchange({ code: codes[1] })).toEqual(INVALID_GRANT);
});

test.each<[string, Record<string, string>]>([
  ['an unregistered return address', { redirect_uri: 'http://localhost:5173/api/google/retorno/' }],
  ['a return address of another host', { redirect_uri: 'http://localhost.example:80/api/google/retorno' }],
  ['an unknown client', { client_id: 'outro' }],
  ['the implicit flow', { response_type: 'id_token' }],
  ['a scope without openid', { scope: 'email' }],
  ['plain PKCE', { code_challenge_method: 'plain' }],
  ['no PKCE', { code_challenge: '' }],
  ['no state', { state: '' }],
  ['no nonce', { nonce: '' }],
])('%s is refused on a page, without a redirect', async (_what, changes) => {
  const shown = await fetch(authorizeUrl(changes), { redirect: 'manual' });
  expect(shown.status).toBe(400);
  const forced = await fetch(authorizeUrl(changes).replace('/authorize?', '/authorize/decisao?'), {
    method: 'POST',
    body: new URLSearchParams({ email: 'ana@exemplo.com.br', decisao: 'continuar' }),
    redirect: 'manual',
  });
  expect(forced.status).toBe(400);
});

test('a parameter given twice is refused', async () => {
  expect((await fetch(`${authorizeUrl()}&state=outro`)).status).toBe(400);
});

test('a registered return address gets the code, the state and the issuer; a refusal gets no code', async () => {
  const url = authorizeUrl({ redirect_uri: REGISTERED });
  const back = await visitGoogle(url, { email: 'ana@exemplo.com.br' });
  expect(back.href.startsWith(`${REGISTERED}?`)).toBe(true);
  expect(Object.fromEntries(back.searchParams)).toEqual({
    code: expect.any(String),
    state: 'estado',
    iss: issuer,
  });
  const cancelled = await visitGoogle(url, null);
  expect(Object.fromEntries(cancelled.searchParams)).toEqual({
    error: 'access_denied',
    state: 'estado',
    iss: issuer,
  });
});

test('the page escapes the hinted email', async () => {
  const shown = await fetch(authorizeUrl({ login_hint: '"><script>x@y' }));
  const markup = await shown.text();
  expect(markup).toContain('value="&#34;&#62;&#60;script&#62;x@y"');
  expect(markup).not.toContain('<script');
});

const inject = (body: object) =>
  fetch(`${sandbox.url}/_falhas`, { method: 'POST', body: JSON.stringify(body) });

test('a fault affects only the email it is limited to, as often as requested', async () => {
  await inject({ google: 'token_500', email: 'Ana@exemplo.com.br', vezes: 2 });
  const other = await visitGoogle(authorizeUrl(), { email: 'rui@exemplo.com.br' });
  expect(await exchange({ code: other.searchParams.get('code') ?? '' })).toMatchObject({ status: 200 });
  for (const status of [500, 500, 200])
    expect(await exchange({ code: await aCode() })).toMatchObject({ status });
});

test('faults can be removed, and unknown faults are refused', async () => {
  expect((await inject({ google: 'inventada' })).status).toBe(400);
  expect((await inject({ google: 'constructor' })).status).toBe(400);
  expect((await inject({ constructor: 'name' })).status).toBe(400);
  expect((await inject({ google: 'aud', vezes: 0 })).status).toBe(400);
  expect((await inject({ google: 'no_id_token', email: 'eva@exemplo.com.br' })).status).toBe(204);
  expect(await (await fetch(sandbox.url)).text()).toContain('só eva@exemplo.com.br');
  expect((await fetch(`${sandbox.url}/_falhas`, { method: 'DELETE' })).status).toBe(204);
  expect(await (await fetch(sandbox.url)).text()).toContain('Nenhuma falha à espera');
});
