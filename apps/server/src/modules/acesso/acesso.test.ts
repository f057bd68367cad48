import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openWorker } from '#app.ts';
import { testApp } from '#testing/test-app.ts';

const mail = inject('mail');
const { app, config, stranger, sql, anEmpresa } = await testApp({
  SMTP_URL: `smtp://127.0.0.1:${mail.smtp}`,
});
const worker = await openWorker(config);
afterAll(() => worker.close());

const ORIGIN = config.PUBLIC_URL;
const SENHA = 'segredo-123';
const nobody = stranger();

const signUp = (email: string, extra: object = {}) =>
  nobody.post('/api/usuarios', { full_name: 'Carla Dias', email, senha: SENHA, retorno: ORIGIN, ...extra });
const signIn = (email: string, senha = SENHA) => nobody.post('/api/sessoes', { email, senha });
const withCookie = (method: 'GET' | 'DELETE' | 'POST', url: string, cookie: string) =>
  app.inject({ method, url, headers: { origin: ORIGIN, cookie } });

async function confirmationToken(email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const caught = await fetch(`http://127.0.0.1:${mail.page}/messages.json?to=${encodeURIComponent(email)}`);
    const [message] = (await caught.json()) as { text: string }[];
    const link = message && /https?:\S+confirmacao=\S+/.exec(message.text)?.[0];
    if (link) {
      expect(new URL(link).origin).toBe(ORIGIN);
      return String(new URL(link).searchParams.get('confirmacao'));
    }
    await sleep(100);
  }
  throw new Error('no confirmation e-mail came');
}

/** Signed up, confirmed by the link in the e-mail, signed in. */
async function aUser() {
  const email = `${randomUUID()}@exemplo.com.br`;
  expect((await signUp(email)).statusCode).toBe(201);
  const confirmed = await nobody.post('/api/confirmacoes', { token: await confirmationToken(email) });
  expect(confirmed.statusCode).toBe(204);
  const entered = await signIn(email);
  expect(entered.statusCode).toBe(200);
  return { email, entered, cookie: cookieOf(entered.headers['set-cookie']) };
}

const cookieOf = (header: string | string[] | undefined) => String([header].flat()[0]).split(';')[0] ?? '';

describe('signing up', () => {
  test('[AUTH-20] [AUTH-21] keeps the full name and sends a confirmation that returns to the site', async () => {
    const email = `${randomUUID()}@exemplo.com.br`;
    const created = await signUp(email);
    expect(created.json()).toEqual({ email });
    const [user] = await sql('select name, email_verified from auth.users where email = $1', [email]);
    expect(user).toEqual({ name: 'Carla Dias', email_verified: false });
    expect(await confirmationToken(email)).toMatch(/^ey/);
    const elsewhere = await signUp(`${randomUUID()}@exemplo.com.br`, { retorno: 'https://mau.exemplo' });
    expect(elsewhere.statusCode).toBe(422);
  });

  test('an e-mail that has an account is refused in words', async () => {
    const { email } = await aUser();
    const again = await signUp(email.toUpperCase());
    expect(again.statusCode).toBe(409);
    expect(again.json().mensagem).toBe('Este email já está cadastrado');
  });

  test('of two sign-ups with one e-mail at the same moment one is refused in words', async () => {
    const email = `${randomUUID()}@exemplo.com.br`;
    const answers = await Promise.all([signUp(email), signUp(email)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  test('six characters are enough for a password, five are not', async () => {
    expect((await signUp(`${randomUUID()}@exemplo.com.br`, { senha: '12345' })).statusCode).toBe(422);
    expect((await signUp(`${randomUUID()}@exemplo.com.br`, { senha: '123456' })).statusCode).toBe(201);
  });

  test('before the confirmation nobody enters, and a new link is sent', async () => {
    const email = `${randomUUID()}@exemplo.com.br`;
    await signUp(email);
    const refused = await signIn(email);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().mensagem).toContain('Confirme seu email');
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await nobody.post('/api/confirmacoes', { token: 'inventado' })).statusCode).toBe(422);
  });
});

describe('signing in', () => {
  test('[AUTH-09] the right password starts a session for that user', async () => {
    const { email, entered, cookie } = await aUser();
    expect(entered.json()).toMatchObject({
      usuario: { email, user_metadata: { full_name: 'Carla Dias' } },
      empresa: { nome: 'Carla Dias' },
    });
    expect((await withCookie('GET', '/api/marcas', cookie)).statusCode).toBe(200);
  });

  test('the cookie is __Host-, httpOnly and Secure, and its token is in no answer', async () => {
    const { entered, cookie } = await aUser();
    const header = String(entered.headers['set-cookie']);
    expect(header).toMatch(/^__Host-prumo=[^;]+;/);
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(header).toContain(attribute);
    expect(header).not.toContain('Domain');
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    expect(token.length).toBeGreaterThan(20);
    expect(entered.payload).not.toContain(token);
    expect((await withCookie('GET', '/api/sessoes/atual', cookie)).payload).not.toContain(token);
  });

  test('a wrong password and an unknown e-mail get the same refusal', async () => {
    const { email } = await aUser();
    for (const refused of [await signIn(email, 'errada-1'), await signIn(`${randomUUID()}@exemplo.com.br`)]) {
      expect(refused.statusCode).toBe(401);
      expect(refused.json().mensagem).toBe('Email ou senha incorretos');
    }
  });

  test('two first sign-ins at once make one empresa', async () => {
    const { email } = await aUser();
    const [user] = await sql('select id from auth.users where email = $1', [email]);
    await Promise.all(Array.from({ length: 6 }, () => signIn(email)));
    expect(await sql('select from membros where user_id = $1', [user?.id])).toHaveLength(1);
  });

  test('a password is stored as an argon2id hash alone', async () => {
    const { email } = await aUser();
    const [account] = await sql(
      'select a.password from auth.accounts a join auth.users u on u.id = a.user_id where u.email = $1',
      [email],
    );
    expect(account?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('the session', () => {
  test('[AUTH-36] says who is signed in, and nobody without a valid cookie', async () => {
    const { email, cookie } = await aUser();
    const { sessao } = (await withCookie('GET', '/api/sessoes/atual', cookie)).json();
    expect(sessao.usuario.email).toBe(email);
    for (const bad of ['', '__Host-prumo=x.y', `${cookie}x`, cookie.replace('=', '=a')])
      expect((await withCookie('GET', '/api/sessoes/atual', bad)).json()).toEqual({ sessao: null });
  });

  test('[AUTH-29] signing out ends it on the server: the old cookie opens nothing, other sessions go on', async () => {
    const { email, cookie } = await aUser();
    const elsewhere = cookieOf((await signIn(email)).headers['set-cookie']);
    expect((await withCookie('GET', '/api/marcas', cookie)).statusCode).toBe(200);
    const left = await withCookie('DELETE', '/api/sessoes/atual', cookie);
    expect(left.statusCode).toBe(204);
    expect(String(left.headers['set-cookie'])).toContain('Max-Age=0');
    for (const path of ['/api/marcas', '/api/marcas/lixeira'])
      expect((await withCookie('GET', path, cookie)).statusCode).toBe(401);
    expect((await withCookie('GET', '/api/marcas', elsewhere)).statusCode).toBe(200);
  });

  test('a session ended by another process is refused at the very next request', async () => {
    const ana = await anEmpresa();
    expect((await ana.get('/api/marcas')).statusCode).toBe(200);
    await sql('delete from auth.sessions where token = $1', [ana.token]);
    expect((await ana.get('/api/marcas')).statusCode).toBe(401);
  });

  test('a member who was removed is out at the very next request', async () => {
    const ana = await anEmpresa();
    expect((await ana.get('/api/marcas')).statusCode).toBe(200);
    await sql('delete from membros where user_id = $1', [ana.userId]);
    expect((await ana.get('/api/marcas')).statusCode).toBe(401);
  });

  test('[AUTH-32] one that is due is renewed without a new sign-in', async () => {
    const { cookie } = await aUser();
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0];
    await sql("update auth.sessions set expires_at = now() + interval '1 day' where token = $1", [token]);
    const renewed = await withCookie('GET', '/api/sessoes/atual', cookie);
    expect(renewed.json().sessao).not.toBeNull();
    expect(cookieOf(renewed.headers['set-cookie'])).toBe(cookie);
    const [session] = await sql(
      "select expires_at > now() + interval '6 days' as longer from auth.sessions where token = $1",
      [token],
    );
    expect(session?.longer).toBe(true);
  });

  test('[AUTH-33] one that cannot be renewed is removed, and the user counts as anonymous', async () => {
    const { cookie } = await aUser();
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0];
    await sql("update auth.sessions set expires_at = now() - interval '1 second' where token = $1", [token]);
    const answer = await withCookie('GET', '/api/sessoes/atual', cookie);
    expect(answer.json()).toEqual({ sessao: null });
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0');
    expect(await sql('select from auth.sessions where token = $1', [token])).toHaveLength(0);
    expect((await withCookie('GET', '/api/marcas', cookie)).statusCode).toBe(401);
  });
});

test('none of the sign-in library’s own routes is mounted', async () => {
  for (const path of [
    '/api/auth/get-session',
    '/api/auth/sign-in/email',
    '/api/auth/ok',
    '/api/auth/list-sessions',
  ])
    expect((await nobody.get(path)).statusCode).toBe(404);
});
