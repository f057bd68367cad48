import { randomUUID } from 'node:crypto';
import { GOOGLE_CLIENT } from '@prumo/sandbox/google/google-client.ts';
import { visitGoogle } from '@prumo/sandbox/google/visitor.ts';
import { startSandbox } from '@prumo/sandbox/sandbox.ts';
import { afterAll, expect, test } from 'vitest';
import { enrol, identityApp, SENHA, tokenIn } from '#testing/identity.ts';

/** A stranger signs up with another person's address and waits for its owner to open the link (ADR 0048). */
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.stop());
const { browser, config, sql, aPerson, mailTo } = await identityApp({
  GOOGLE_ISSUER: `${sandbox.url}/google`,
  GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
  GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
});
const OWNERS = 'senha-da-Dona-2';

async function preRegistered() {
  const email = `${randomUUID()}@exemplo.com.br`;
  const stranger = browser();
  const body = { full_name: 'Intruso', email, senha: SENHA, retorno: config.PUBLIC_URL };
  expect((await stranger.post('/api/usuarios', body)).statusCode).toBe(201);
  const token = tokenIn((await mailTo(email, /Confirme seu email/)).text);
  return { email, stranger, token, signIn: () => stranger.signIn({ email, senha: SENHA }) };
}

async function recover(email: string) {
  const owner = browser();
  await owner.post('/api/recuperacoes', { email });
  const token = tokenIn((await mailTo(email, /nova senha/)).text);
  const entered = await owner.post('/api/recuperacoes/conclusao', { token, senha: OWNERS });
  return { owner, entered };
}

const factorsOf = (email: string) =>
  sql(
    `select f.id from auth.users u join auth.factors f on f.user_id = u.id where u.email = $1
     union all select u.id from auth.users u join auth.backup_codes b on b.user_id = u.id where u.email = $1`,
    [email],
  );

/**
 * The state that an older release may have left: an unconfirmed account with a session and two-step sign-in.
 */
async function locked() {
  const person = await aPerson('Intruso');
  const stranger = browser();
  await stranger.signIn(person);
  await enrol(stranger);
  await sql('update auth.users set email_verified = false where id = $1', [person.userId]);
  return { ...person, stranger };
}

test('a link that the owner or a mail scanner opens does not let the stranger in, and stays valid', async () => {
  const { email, stranger, token, signIn } = await preRegistered();
  for (let opened = 0; opened < 3; opened++)
    expect((await browser().post('/api/confirmacoes', { token })).json()).toEqual({
      tipo: 'cadastro',
      email,
      confirmado: false,
    });
  expect((await signIn()).statusCode).toBe(403);
  expect((await stranger.post('/api/perfil/fatores')).statusCode).toBe(401);
  expect(await sql('select email_verified from auth.users where email = $1', [email])).toEqual([
    { email_verified: false },
  ]);
});

test('recovery lets the owner in and locks the stranger out', async () => {
  const { email, token, signIn } = await preRegistered();
  await browser().post('/api/confirmacoes', { token });
  const { owner, entered } = await recover(email);
  expect(entered.json()).toMatchObject({ situacao: 'entrou' });
  expect((await owner.whoAmI())?.email).toBe(email);
  expect((await signIn()).statusCode).toBe(401);
});

test('recovery of an unconfirmed address removes two-step sign-in that a stranger has set up', async () => {
  const { email, stranger } = await locked();
  const { owner, entered } = await recover(email);
  expect(entered.json()).toMatchObject({ situacao: 'entrou' });
  expect((await owner.whoAmI())?.factors).toEqual([]);
  expect(await factorsOf(email)).toEqual([]);
  expect(await stranger.whoAmI()).toBeNull();
});

test('recovery of a confirmed address keeps two-step sign-in, because the mailbox alone does not open the account', async () => {
  const person = await aPerson();
  const own = browser();
  await own.signIn(person);
  await enrol(own);
  const { owner, entered } = await recover(person.email);
  expect(entered.json()).toEqual({ situacao: 'segundo_fator' });
  expect(await owner.whoAmI()).toBeNull();
});

test('Google sign-in lets the owner in and removes everything that the stranger has set', async () => {
  const before = await preRegistered();
  for (const { email, stranger } of [before, await locked()]) {
    const owner = browser();
    const begun = await owner.post('/api/google/entrada', {});
    const back = await visitGoogle(begun.json().url, { email, nome: 'Dona Clara' });
    const answer = await owner.get(`${back.pathname}${back.search}`);
    expect(String(answer.headers['location'])).toContain('google=entrou');
    expect((await owner.get('/api/sessoes/atual')).json().sessao.usuario).toMatchObject({
      email,
      user_metadata: { full_name: 'Dona Clara' },
      identities: [{ provider: 'google', email }],
      factors: [],
    });
    expect(await factorsOf(email)).toEqual([]);
    expect((await stranger.signIn({ email, senha: SENHA })).statusCode).toBe(401);
    expect(await stranger.whoAmI()).toBeNull();
  }
});

test('the person who signed up confirms in another browser with the link and the password together', async () => {
  const { email, token } = await preRegistered();
  const phone = browser();
  await phone.post('/api/confirmacoes', { token });
  const wrong = await phone.post('/api/sessoes', { email, senha: 'outra-Coisa-9', confirmacao: token });
  expect(wrong.statusCode).toBe(401);
  const entered = await phone.post('/api/sessoes', { email, senha: SENHA, confirmacao: token });
  expect(entered.json()).toMatchObject({ situacao: 'entrou' });
  expect((await phone.whoAmI())?.email).toBe(email);
  expect((await browser().post('/api/confirmacoes', { token })).statusCode).toBe(409);
});

test('the link of one account confirms no other account', async () => {
  const [one, other] = [await preRegistered(), await preRegistered()];
  const refused = await browser().post('/api/sessoes', {
    email: one.email,
    senha: SENHA,
    confirmacao: other.token,
  });
  expect(refused.statusCode).toBe(403);
  expect((await one.stranger.post('/api/confirmacoes', { token: other.token })).json().confirmado).toBe(
    false,
  );
});

test('an owner who opens the link does not give their address to the account that requested it', async () => {
  const person = await aPerson('Intruso');
  const stranger = browser();
  await stranger.signIn(person);
  const email = `${randomUUID()}@exemplo.com.br`;
  await stranger.put('/api/perfil/email', { email });
  const token = tokenIn((await mailTo(email, /novo email/)).text);
  const signedIn = await aPerson();
  const owner = browser();
  for (const visit of [browser(), owner]) {
    if (visit === owner) await owner.signIn(signedIn);
    expect((await visit.post('/api/confirmacoes', { token })).json()).toMatchObject({ confirmado: false });
  }
  expect((await stranger.get('/api/perfil')).json().email).toBe(person.email);
  const body = { full_name: 'Dona Clara', email, senha: OWNERS, retorno: config.PUBLIC_URL };
  expect((await browser().post('/api/usuarios', body)).statusCode).toBe(201);
});
