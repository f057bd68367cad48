import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { GOOGLE_CLIENT } from '@prumo/sandbox/google/google-client.ts';
import { type Visitor, visitGoogle } from '@prumo/sandbox/google/visitor.ts';
import { startSandbox } from '@prumo/sandbox/sandbox.ts';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { OidcError, openOidc } from './oidc.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);

const redirectUri = 'http://localhost:5173/api/google/retorno';
const open = (issuer = `${sandbox.url}/google`) =>
  openOidc({ issuer, clientId: GOOGLE_CLIENT.id, clientSecret: GOOGLE_CLIENT.secret, redirectUri });

let people = 0;
const aPerson = (): Visitor => ({ email: `pessoa-${++people}@exemplo.com.br`, nome: 'Ana Souza' });

async function inject(google: string, email?: string) {
  const { status } = await fetch(`${sandbox.url}/_falhas`, {
    method: 'POST',
    body: JSON.stringify({ google, email }),
  });
  expect(status).toBe(204);
}

async function signIn(person: Visitor | null, options?: { again: boolean }, oidc = open()) {
  const { url, flow } = await oidc.begin(options);
  return oidc.finish((await visitGoogle(url, person)).searchParams, flow);
}

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.fail('it was accepted'),
    (error: unknown) => {
      if (!(error instanceof OidcError)) throw error;
      return error;
    },
  );

/** A stand-in provider that answers with the test's listener. */
async function aProvider(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a sign-in returns the claims of the person and nothing else', async () => {
  const person = aPerson();
  const claims = await signIn(person);
  expect(claims).toEqual({
    issuer: `${sandbox.url}/google`,
    sub: expect.stringMatching(/^\d{21}$/),
    email: person.email,
    emailVerified: true,
    name: 'Ana Souza',
  });
  expect((await signIn({ ...person, nome: 'Ana S.' })).sub).toBe(claims.sub);
  expect((await signIn({ ...person, sub: '42' })).sub).toBe('42');
});

test('the claims say whether the e-mail is verified', async () => {
  expect(await signIn({ ...aPerson(), verificado: false })).toMatchObject({ emailVerified: false });
  const person = aPerson();
  await inject('email_nao_verificado', person.email);
  expect(await signIn(person)).toMatchObject({ emailVerified: false });
});

test('the login hint and the request to authenticate again are sent to the provider', async () => {
  const { url, flow } = await open().begin({ loginHint: 'ana@exemplo.com.br', again: true });
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    login_hint: 'ana@exemplo.com.br',
    prompt: 'select_account',
    max_age: '0',
    scope: 'openid email profile',
  });
  expect(flow.again).toBe(true);
});

test('a sign-in with `again` is refused when the provider authenticated the person too long ago', async () => {
  const person = aPerson();
  expect(await signIn(person, { again: true })).toMatchObject({ email: person.email });
  await inject('auth_time', person.email);
  expect(await refusal(signIn(person, { again: true }))).toMatchObject({ reason: 'refused' });
  await inject('auth_time', person.email);
  expect(await signIn(person)).toMatchObject({ email: person.email });
});

test('a cancelled sign-in is reported as cancelled, not as refused', async () => {
  expect(await refusal(signIn(null))).toMatchObject({ reason: 'cancelled' });
});

test('ASVS 10.2.1: an answer with another state, or without one, is refused', async () => {
  const oidc = open();
  const { url, flow } = await oidc.begin();
  const { searchParams } = await visitGoogle(url, aPerson());
  searchParams.set('state', (await oidc.begin()).flow.state);
  expect(await refusal(oidc.finish(searchParams, flow))).toMatchObject({ reason: 'refused' });
  searchParams.delete('state');
  expect(await refusal(oidc.finish(searchParams, flow))).toMatchObject({ reason: 'refused' });
});

test('ASVS 10.2.1: a cancellation with another state is refused too', async () => {
  const oidc = open();
  const { url } = await oidc.begin();
  const { searchParams } = await visitGoogle(url, null);
  const { flow } = await oidc.begin();
  expect(await refusal(oidc.finish(searchParams, flow))).toMatchObject({ reason: 'refused' });
});

test('ASVS 10.2.1: a code of another flow is refused by the PKCE verifier', async () => {
  const oidc = open();
  const [victim, attacker] = [await oidc.begin(), await oidc.begin()];
  const stolen = await visitGoogle(attacker.url, aPerson());
  stolen.searchParams.set('state', victim.flow.state);
  const error = await refusal(oidc.finish(stolen.searchParams, victim.flow));
  expect(error).toMatchObject({ reason: 'refused', message: expect.stringContaining('invalid_grant') });
});

test('ASVS 10.2.1: a replayed answer is refused', async () => {
  const oidc = open();
  const { url, flow } = await oidc.begin();
  const { searchParams } = await visitGoogle(url, aPerson());
  await oidc.finish(searchParams, flow);
  expect(await refusal(oidc.finish(searchParams, flow))).toMatchObject({ reason: 'refused' });
});

test('ASVS 10.2.2: an answer that names another issuer, or none, is refused', async () => {
  const oidc = open();
  const { url, flow } = await oidc.begin();
  const { searchParams } = await visitGoogle(url, aPerson());
  searchParams.set('iss', 'https://impostor.example');
  expect(await refusal(oidc.finish(searchParams, flow))).toMatchObject({ reason: 'refused' });
  searchParams.delete('iss');
  expect(await refusal(oidc.finish(searchParams, flow))).toMatchObject({ reason: 'refused' });
});

test.each([
  ['with another nonce', 'nonce', '"nonce"'],
  ['for another audience', 'aud', '"aud"'],
  ['handed to another party', 'azp', '"azp"'],
  ['of another issuer', 'iss', '"iss"'],
  ['with alg none', 'alg_none', '"alg"'],
  ['that has expired', 'expired', '"exp"'],
  ['with a bad signature', 'signature', 'signature'],
])('ASVS 10.5.1 10.5.4: an ID token %s is refused', async (_what, fault, said) => {
  const person = aPerson();
  await inject(fault, person.email);
  const error = await refusal(signIn(person));
  expect(error).toMatchObject({ reason: 'refused', message: expect.stringContaining(said) });
  expect(await signIn(person)).toMatchObject({ email: person.email });
});

test('ASVS 10.5.1: an answer without an ID token is refused', async () => {
  const person = aPerson();
  await inject('no_id_token', person.email);
  expect(await refusal(signIn(person))).toMatchObject({ reason: 'refused' });
});

test('ASVS 10.1.1: neither a result nor an error contains a token', async () => {
  const outcomes: unknown[] = [await signIn(aPerson())];
  for (const fault of ['nonce', 'aud', 'iss', 'alg_none', 'expired', 'signature', 'no_id_token']) {
    const person = aPerson();
    await inject(fault, person.email);
    outcomes.push(await refusal(signIn(person)));
  }
  const shown = inspect(outcomes, { depth: null, showHidden: true });
  const issued = (await (await fetch(`${sandbox.url}/_emitidos`)).json()) as string[];
  expect(issued.length).toBeGreaterThanOrEqual(4 * outcomes.length);
  expect(issued.filter((token) => shown.includes(token))).toEqual([]);
});

test('a sign-in with a wrong client secret is refused', async () => {
  const issuer = `${sandbox.url}/google`;
  const oidc = openOidc({ issuer, clientId: GOOGLE_CLIENT.id, clientSecret: 'outro', redirectUri });
  expect(await refusal(signIn(aPerson(), undefined, oidc))).toMatchObject({ reason: 'refused' });
});

test('a provider that is down, fails or does not answer is reported as unreachable', async () => {
  const failing = await aProvider((_request, response) => response.writeHead(503).end());
  expect(await refusal(open(failing).begin())).toMatchObject({ reason: 'unreachable' });
  const gone = await startSandbox({ port: 0 });
  await gone.stop();
  expect(await refusal(open(`${gone.url}/google`).begin())).toMatchObject({
    reason: 'unreachable',
    message: expect.stringContaining('ECONNREFUSED'),
  });
  for (const fault of ['token_500', 'token_hang']) {
    const person = aPerson();
    await inject(fault, person.email);
    expect(await refusal(signIn(person))).toMatchObject({ reason: 'unreachable' });
  }
});

test('a provider that reports `temporarily_unavailable` in the callback is reported as unreachable', async () => {
  const oidc = open();
  const { flow } = await oidc.begin();
  const answer = { error: 'temporarily_unavailable', state: flow.state, iss: `${sandbox.url}/google` };
  expect(await refusal(oidc.finish(new URLSearchParams(answer), flow))).toMatchObject({
    reason: 'unreachable',
  });
});

test('a failed discovery is retried, a successful one is cached for an hour', async () => {
  const oidc = open();
  await inject('discovery_500');
  expect(await refusal(oidc.begin())).toMatchObject({ reason: 'unreachable' });
  await oidc.begin();
  await inject('discovery_500');
  await oidc.begin();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await refusal(oidc.begin())).toMatchObject({ reason: 'unreachable' });
});

test('a redirect by the provider is refused and not followed', async () => {
  let followed = false;
  const elsewhere = await aProvider((_request, response) => {
    followed = true;
    response.end('{}');
  });
  const redirecting = await aProvider((_request, response) =>
    response.writeHead(302, { location: elsewhere }).end(),
  );
  expect(await refusal(open(redirecting).begin())).toMatchObject({ reason: 'refused' });
  expect(followed).toBe(false);
});

test('an endless answer is cut off at the size limit and refused', async () => {
  const endless = await aProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (response.write(' '.repeat(64 * 1024)));
      response.once('drain', more);
    };
    more();
  });
  const error = await refusal(open(endless).begin());
  expect(error).toMatchObject({ reason: 'refused', message: 'the answer is too large' });
});

test('discovery metadata that names another issuer is refused', async () => {
  const impostor = await aProvider((_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"issuer":"https://accounts.google.com"}'),
  );
  expect(await refusal(open(impostor).begin())).toMatchObject({ reason: 'refused' });
});

test('plain http is accepted only for a loopback issuer', () => {
  for (const issuer of ['http://accounts.google.com', 'http://127.0.0.1.example', 'ftp://127.0.0.1'])
    expect(() => open(issuer)).toThrow('https');
  for (const issuer of ['https://accounts.google.com', 'http://[::1]:4000/google', 'http://localhost:4000'])
    expect(() => open(issuer)).not.toThrow();
});
