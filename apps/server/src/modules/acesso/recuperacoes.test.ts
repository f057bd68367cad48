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

test('[AUTH-41] the link sets a new password; the old one opens nothing any more', async () => {
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
  const nobody = `${randomUUID()}@exemplo.com.br`;
  const answers = [];
  for (const each of [email, nobody]) {
    const { statusCode, body } = await browser().post('/api/recuperacoes', { email: each });
    answers.push([statusCode, body]);
  }
  expect(answers[0]).toEqual(answers[1]);
  await mailTo(email, /nova senha/);
  await expect
    .poll(() => sql('select from auth.emails where address = $1 and sent_at is not null', [nobody]))
    .toHaveLength(1);
  expect(await messagesTo(nobody)).toEqual([]);
});

test('ASVS 6.4.3: it ends every session, forgets every browser, and does not go round the second factor', async () => {
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

test('a Google account that somebody linked is out with everybody else', async () => {
  const person = await aPerson();
  await sql(
    "insert into auth.accounts (user_id, account_id, provider_id, email) values ($1, $2, 'google', 'ladrao@gmail.com')",
    [person.userId, randomUUID()],
  );
  await finish(await recoveryOf(person.email));
  const left = await sql('select provider_id from auth.accounts where user_id = $1', [person.userId]);
  expect(left).toEqual([{ provider_id: 'credential' }]);
});

test('ASVS 6.5.1 6.5.5: of sixteen at the same moment one sets its password, and it is that one', async () => {
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

test('a common password is refused and the link stays good', async () => {
  const { email } = await aPerson();
  const token = await recoveryOf(email);
  expect((await finish(token, '123456')).json().campos.senha).toContain('fácil de adivinhar');
  expect((await finish(token)).statusCode).toBe(200);
});

test('a link that was used, is too old or of another kind opens nothing', async () => {
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

test('whoever registered somebody else’s address first loses it to the mailbox’s owner', async () => {
  const person = await aPerson('Intruso');
  await sql('update auth.users set email_verified = false where id = $1', [person.userId]);
  const token = await recoveryOf(person.email);
  expect((await finish(token)).statusCode).toBe(200);
  expect((await browser().signIn({ ...person, senha: SENHA })).statusCode).toBe(401);
  expect((await browser().signIn({ ...person, senha: NOVA })).statusCode).toBe(200);
});
