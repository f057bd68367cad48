import { randomUUID } from 'node:crypto';
import { GOOGLE_CLIENT } from '@prumo/sandbox/google/google-client.ts';
import { type Visitor, visitGoogle } from '@prumo/sandbox/google/visitor.ts';
import { startSandbox } from '@prumo/sandbox/sandbox.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, enrol, identityApp } from '#testing/identity.ts';
import { ownPath } from './google.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.stop());
const { browser, sql, aPerson, forgetSteps, grownStale, mailTo } = await identityApp({
  GOOGLE_ISSUER: `${sandbox.url}/google`,
  GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
  GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
});
type Browser = ReturnType<typeof browser>;

const anEmail = () => `${randomUUID()}@gmail.com`;

/** Goes through Google's page and back in this browser, and returns the path where the browser ends up. */
async function through(own: Browser, begun: { url: string }, visitor: Visitor | null): Promise<string> {
  const back = await visitGoogle(begun.url, visitor);
  const answer = await own.get(`${back.pathname}${back.search}`);
  expect(answer.statusCode).toBe(303);
  return String(answer.headers['location']);
}
async function enterWithGoogle(own: Browser, visitor: Visitor | null, voltar?: string): Promise<string> {
  const begun = await own.post('/api/google/entrada', { ...(voltar && { voltar }) });
  expect(begun.statusCode).toBe(200);
  return through(own, begun.json(), visitor);
}
/** A user who has signed in only through Google. */
async function aGoogleUser() {
  const email = anEmail();
  const own = browser();
  expect(await enterWithGoogle(own, { email, nome: 'Gil Souza' })).toBe('/auth/login?google=entrou');
  const [user] = await sql('select id as "userId" from auth.users where email = $1', [email]);
  return { email, own, userId: String(user?.userId) };
}

describe('signing in with Google', () => {
  test('[AUTH-24] the first sign-in creates an account, and the next one opens the same account', async () => {
    const { email, own } = await aGoogleUser();
    const me = await own.get('/api/sessoes/atual');
    expect(me.json().sessao.usuario).toMatchObject({
      email,
      user_metadata: { full_name: 'Gil Souza' },
      identities: [{ provider: 'google', email }],
    });
    const again = browser();
    expect(await enterWithGoogle(again, { email }, '/cadastros/marca')).toBe(
      '/auth/login?google=entrou&voltar=%2Fcadastros%2Fmarca',
    );
    expect((await again.whoAmI())?.email).toBe(email);
    expect(await sql('select from auth.users where email = $1', [email])).toHaveLength(1);
  });

  test('ASVS 6.8.1 10.5.2: the issuer and its subject identify a person, the e-mail does not', async () => {
    const { email, userId } = await aGoogleUser();
    const [account] = await sql('select account_id from auth.accounts where user_id = $1', [userId]);
    expect(String(account?.account_id)).toContain(`${sandbox.url}/google|`);
    // Another Google account with the same e-mail is another person, and the address is already taken.
    const other = browser();
    expect(await enterWithGoogle(other, { email, sub: randomUUID() })).toContain('google=email_em_uso');
    expect(await other.whoAmI()).toBeNull();
    // The same Google account with another e-mail is the same person.
    const sub = randomUUID();
    const first = browser();
    await enterWithGoogle(first, { email: anEmail(), sub });
    const second = browser();
    expect(await enterWithGoogle(second, { email: anEmail(), sub })).toContain('google=entrou');
    expect((await second.whoAmI())?.email).toBe((await first.whoAmI())?.email);
  });

  test('ASVS 6.8.1: Google sign-in never links itself to a confirmed account with the same e-mail', async () => {
    const person = await aPerson('Intruso');
    const own = browser();
    expect(await enterWithGoogle(own, { email: person.email })).toContain('google=email_em_uso');
    expect(await own.whoAmI()).toBeNull();
    expect(await sql('select from auth.accounts where user_id = $1', [person.userId])).toHaveLength(1);
  });

  test('an address that Google has not verified creates no account', async () => {
    const email = anEmail();
    const own = browser();
    expect(await enterWithGoogle(own, { email, verificado: false })).toContain('google=email_nao_verificado');
    expect(await sql('select from auth.users where email = $1', [email])).toHaveLength(0);
  });

  test('[PROF-08] an account with google_auth_enabled false refuses Google sign-in', async () => {
    const { email, own } = await aGoogleUser();
    expect((await own.put('/api/perfil/senha', { senha: 'agora-Tenho-uma-1' })).statusCode).toBe(204);
    const saved = await own.put('/api/perfil/preferencias', { google_auth_enabled: false });
    expect(saved.json().google_auth_enabled).toBe(false);
    const refused = browser();
    expect(await enterWithGoogle(refused, { email })).toContain('google=desligado');
    expect(await refused.whoAmI()).toBeNull();
    await own.put('/api/perfil/preferencias', { google_auth_enabled: true });
    expect(await enterWithGoogle(refused, { email })).toContain('google=entrou');
  });

  test('ASVS 6.3.3 6.3.4: with two-step sign-in on, Google alone gives no session', async () => {
    const { email, own, userId } = await aGoogleUser();
    const { segredo } = await enrol(own);
    const next = browser();
    expect(await enterWithGoogle(next, { email })).toBe('/auth/login?google=segundo_fator');
    expect(await next.whoAmI()).toBeNull();
    await forgetSteps({ userId });
    const entered = await next.post('/api/sessoes/segundo-fator', { codigo: codeOf(segredo) });
    expect(entered.statusCode).toBe(200);
    expect((await next.whoAmI())?.email).toBe(email);
  });

  test('a cancelled sign-in and a response with a wrong nonce give no session', async () => {
    const own = browser();
    expect(await enterWithGoogle(own, null)).toContain('google=cancelado');
    const email = anEmail();
    const fault = { google: 'nonce', email, vezes: 1 };
    await fetch(`${sandbox.url}/_falhas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    expect(await enterWithGoogle(own, { email })).toContain('google=falhou');
    expect(await own.whoAmI()).toBeNull();
  });

  test('ASVS 10.2.1 10.1.2: a response that is replayed or comes from another browser opens no session', async () => {
    const own = browser();
    const begun = (await own.post('/api/google/entrada', {})).json();
    const back = await visitGoogle(begun.url, { email: anEmail() });
    const path = `${back.pathname}${back.search}`;
    const victim = browser();
    expect((await victim.get(path)).headers['location']).toContain('google=expirado');
    await victim.post('/api/google/entrada', {});
    expect((await victim.get(path)).headers['location']).toContain('google=falhou');
    expect((await own.get(path)).headers['location']).toContain('google=entrou');
    const replay = browser();
    expect((await replay.get(path)).headers['location']).toContain('google=expirado');
    for (const each of [victim, replay]) expect(await each.whoAmI()).toBeNull();
  });

  test('the database keeps no token of Google', async () => {
    const { userId } = await aGoogleUser();
    const columns = await sql(
      "select column_name from information_schema.columns where table_schema = 'auth' and table_name = 'accounts' and column_name like '%token%'",
    );
    expect(columns).toEqual([]);
    const [row] = await sql('select a::text as stored from auth.accounts a where user_id = $1', [userId]);
    expect(row?.stored).not.toContain('canario-google');
    expect(await sql('select from auth.oauth_flows')).toHaveLength(0);
  });
});

describe('linking', () => {
  test('a signed-in user links Google, gets a notice by e-mail, and unlinks it', async () => {
    const person = await aPerson();
    const own = browser();
    await own.signIn(person);
    const email = anEmail();
    const begun = await own.post('/api/perfil/google');
    expect(await through(own, begun.json(), { email })).toBe('/perfil?google=vinculado');
    expect((await own.get('/api/perfil')).json().google).toMatchObject({ email });
    await mailTo(person.email, /Google vinculada/);
    const entered = browser();
    expect(await enterWithGoogle(entered, { email })).toContain('google=entrou');
    expect((await entered.whoAmI())?.email).toBe(person.email);
    expect((await own.delete('/api/perfil/google')).statusCode).toBe(204);
    expect((await own.get('/api/perfil')).json().google).toBeNull();
  });

  test('ASVS 10.2.1: a link begun in one session cannot be finished in another', async () => {
    const [ana, bia] = [await aPerson('Ana'), await aPerson('Bia')];
    const own = browser();
    await own.signIn(ana);
    const begun = (await own.post('/api/perfil/google')).json();
    const back = await visitGoogle(begun.url, { email: anEmail() });
    await own.signIn(bia);
    expect((await own.get(`${back.pathname}${back.search}`)).headers['location']).toContain(
      'google=expirado',
    );
    expect((await own.get('/api/perfil')).json().google).toBeNull();
  });

  test('a Google account of one user cannot be linked by another', async () => {
    const theirs = await aGoogleUser();
    const own = browser();
    await own.signIn(await aPerson());
    const begun = (await own.post('/api/perfil/google')).json();
    expect(await through(own, begun, { email: theirs.email })).toBe('/perfil?google=outra_conta');
  });
});

describe('an account without a password', () => {
  test('its owner cannot switch off or unlink the only sign-in method', async () => {
    const { own } = await aGoogleUser();
    const off = await own.put('/api/perfil/preferencias', { google_auth_enabled: false });
    expect(off.statusCode).toBe(409);
    expect(off.json().mensagem).toContain('única forma de entrar');
    expect((await own.delete('/api/perfil/google')).statusCode).toBe(409);
    expect((await own.get('/api/perfil')).json()).toMatchObject({
      google_auth_enabled: true,
      tem_senha: false,
    });
  });

  test('ASVS 7.5.1: its owner confirms with a fresh sign-in to the same Google account', async () => {
    const { own, email, userId } = await aGoogleUser();
    await grownStale({ userId });
    const refused = await own.post('/api/perfil/fatores');
    expect(refused.json().codigo).toBe('confirm_identity');
    expect((await own.post('/api/sessoes/confirmacao', {})).statusCode).toBe(403);
    const other = (await own.post('/api/google/confirmacao', {})).json();
    expect(await through(own, other, { email: anEmail() })).toBe('/perfil?google=outra_conta');
    expect((await own.post('/api/perfil/fatores')).statusCode).toBe(403);
    const begun = (await own.post('/api/google/confirmacao', { voltar: '/perfil' })).json();
    expect(await through(own, begun, { email })).toBe('/perfil?google=confirmado');
    expect((await own.post('/api/perfil/fatores')).statusCode).toBe(201);
  });

  test('its owner also needs the second factor’s code, if there is one', async () => {
    const { own, email, userId } = await aGoogleUser();
    const { segredo, id } = await enrol(own);
    await grownStale({ userId });
    await forgetSteps({ userId });
    const begun = (await own.post('/api/google/confirmacao', {})).json();
    await through(own, begun, { email });
    expect((await own.delete(`/api/perfil/fatores/${id}`)).statusCode).toBe(403);
    expect((await own.post('/api/sessoes/confirmacao', { codigo: codeOf(segredo) })).statusCode).toBe(204);
    expect((await own.delete(`/api/perfil/fatores/${id}`)).statusCode).toBe(204);
  });
});

test('without Google credentials the request says that Google sign-in is not configured', async () => {
  const { openApp } = await import('#app.ts');
  const { aBrowser } = await import('#testing/browser.ts');
  const { config } = await identityApp();
  const { app } = await openApp(config);
  const refused = await aBrowser(app).post('/api/google/entrada', {});
  expect(refused.json().mensagem).toBe(
    'A entrada com Google não está configurada neste servidor. Entre com email e senha.',
  );
  await app.close();
});

test('ASVS 3.7.2: the return address is always a path of this site', () => {
  expect(ownPath('/cadastros/marca?busca=x')).toBe('/cadastros/marca?busca=x');
  const hosts = ['mau.exemplo', 'mau.exemplo%2f', 'mau%E3%80%82exemplo', '0x7f000001', '[::1]', '2130706433'];
  const shapes = [
    'https://H',
    'http:H',
    '//H',
    '///H',
    '/\\H',
    '\\\\H',
    '/\t/H',
    '/\n/H',
    '\t//H',
    ' //H',
    '/%09/H',
    '/.//H',
    '/x/..//H',
    '/%2e//H',
    '/%2E%2e//H',
    'javascript:alert(1)//H',
    'data:text/html,H',
    '/auth/login?x=H',
  ];
  for (const shape of shapes)
    for (const host of hosts) {
      const path = ownPath(shape.replace('H', host));
      if (path !== null) expect(new URL(path, 'http://localhost:5173').origin).toBe('http://localhost:5173');
      if (path !== null) expect(path).toMatch(/^\/(?![/\\])/);
    }
});
