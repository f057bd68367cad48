import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { codeOf, enrol, identityApp, SENHA, tokenIn } from '#testing/identity.ts';

const { browser, sql, aPerson, mailTo, messagesTo, forgetSteps } = await identityApp();
const NOVA = 'outra-Senha-2';

async function recoveryOf(email: string): Promise<string> {
  expect((await browser().post('/api/recuperacoes', { email })).statusCode).toBe(204);
  return tokenIn((await mailTo(email, /nova senha/)).text);
}
const finish = (token: string, senha = NOVA, own = browser()) =>
  own.post('/api/recuperacoes/conclusao', { token, senha });

test('[AUTH-41] the link sets a new password, and the old one no longer works', async () => {
  const person = await aPerson();
  const token = await recoveryOf(person.email);
  const own = browser();
  const done = await finish(token, NOVA, own);
  expect(done.json()).toMatchObject({ situacao: 'entrou', sessao: { usuario: { email: person.email } } });
  expect((await own.get('/api/marcas')).statusCode).toBe(200);
  expect((await browser().signIn(person)).statusCode).toBe(401);
  expect((await browser().signIn({ ...person, senha: NOVA })).statusCode).toBe(200);
  expect((await mailTo(person.email, /foi alterada/)).text).toContain('link de recuperação');
});

test('ASVS 6.3.8: known and unknown addresses get the same answer, and only the known one gets an e-mail', async () => {
  const { email } = await aPerson();
  const unknown = `${randomUUID()}@exemplo.com.br`;
  const answers = [];
  for (const each of [email, unknown]) {
    const { statusCode, body } = await browser().post('/api/recuperacoes', { email: each });
    answers.push([statusCode, body]);
  }
  expect(answers[0]).toEqual(answers[1]);
  await mailTo(email, /nova senha/);
  await expect
    .poll(() => sql('select from auth.emails where address = $1 and sent_at is not null', [unknown]))
    .toHaveLength(1);
  expect(await messagesTo(unknown)).toEqual([]);
});

test('ASVS 6.4.3: a recovery ends every session, forgets every browser, and still asks for the second factor', async () => {
  const person = await aPerson();
  const own = browser();
  await own.signIn(person);
  const { segredo } = await enrol(own);
  const token = await recoveryOf(person.email);
  const other = browser();
  expect((await finish(token, NOVA, other)).json()).toEqual({ situacao: 'segundo_fator' });
  expect(other.jar.has('__Host-prumo')).toBe(false);
  expect((await other.get('/api/marcas')).statusCode).toBe(401);
  expect((await own.get('/api/marcas')).statusCode).toBe(401);
  expect(await sql('select from auth.devices where user_id = $1', [person.userId])).toHaveLength(0);
  await forgetSteps(person);
  expect((await other.post('/api/sessoes/segundo-fator', { codigo: codeOf(segredo) })).statusCode).toBe(200);
  expect((await other.get('/api/marcas')).statusCode).toBe(200);
});

test('a recovery unlinks a Google account that a thief has linked', async () => {
  const person = await aPerson();
  await sql(
    "insert into auth.accounts (user_id, account_id, provider_id, email) values ($1, $2, 'google', 'ladrao@gmail.com')",
    [person.userId, randomUUID()],
  );
  await finish(await recoveryOf(person.email));
  const left = await sql('select provider_id from auth.accounts where user_id = $1', [person.userId]);
  expect(left).toEqual([{ provider_id: 'credential' }]);
});

test('ASVS 6.5.1 6.5.5: exactly one of sixteen concurrent requests with one link sets its password', async () => {
  const person = await aPerson();
  const token = await recoveryOf(person.email);
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => finish(token, `senha-de-corrida-${n}`)),
  );
  const winners = answers.flatMap(({ statusCode }, n) => (statusCode === 200 ? [n] : []));
  expect(winners).toHaveLength(1);
  const entered = await browser().signIn({ ...person, senha: `senha-de-corrida-${winners[0]}` });
  expect(entered.statusCode).toBe(200);
});

test('[AUTH-41] only the length of the new password counts: five characters are refused, and a common password is accepted', async () => {
  const { email } = await aPerson();
  const token = await recoveryOf(email);
  expect((await finish(token, '12345')).json().campos).toEqual({ senha: 'Mínimo de 6 caracteres' });
  expect((await finish(token, '123456')).statusCode).toBe(200);
});

test('a link that is used, expired or of another kind does not set a password', async () => {
  const { email, userId } = await aPerson();
  const first = await recoveryOf(email);
  expect((await finish(first)).statusCode).toBe(200);
  expect((await finish(first)).json().mensagem).toContain('já foi usado');
  await sql(
    "update auth.emails set used_at = null, expires_at = now() - interval '1 second' where user_id = $1",
    [userId],
  );
  expect((await finish(first)).json().mensagem).toContain('expirou');
  await sql(
    "update auth.emails set kind = 'confirmacao', expires_at = now() + interval '1 hour' where user_id = $1",
    [userId],
  );
  expect((await finish(first)).statusCode).toBe(422);
});

test('the owner of a mailbox recovers an address that a stranger has registered first', async () => {
  const person = await aPerson('Intruso');
  await sql('update auth.users set email_verified = false where id = $1', [person.userId]);
  const token = await recoveryOf(person.email);
  expect((await finish(token)).statusCode).toBe(200);
  expect((await browser().signIn({ ...person, senha: SENHA })).statusCode).toBe(401);
  expect((await browser().signIn({ ...person, senha: NOVA })).statusCode).toBe(200);
});
