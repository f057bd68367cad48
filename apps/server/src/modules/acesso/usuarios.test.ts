import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { identityApp, SENHA, tokenIn } from '#testing/identity.ts';

const { browser, config, sql, aPerson, mailTo } = await identityApp();
const ORIGIN = config.PUBLIC_URL;
const anEmail = () => `${randomUUID()}@exemplo.com.br`;

const signUp = (email: string, extra: object = {}, headers = {}) =>
  browser(headers).post('/api/usuarios', {
    full_name: 'Carla Dias',
    email,
    senha: SENHA,
    retorno: ORIGIN,
    ...extra,
  });
const confirmationOf = async (email: string) => tokenIn((await mailTo(email, /Confirme seu email/)).text);

describe('signing up', () => {
  test('[AUTH-20] [AUTH-21] keeps the full name and sends a confirmation that returns to the site', async () => {
    const email = anEmail();
    const created = await signUp(email);
    expect(created.json()).toEqual({ email });
    const [user] = await sql('select name, email_verified from auth.users where email = $1', [email]);
    expect(user).toEqual({ name: 'Carla Dias', email_verified: false });
    const { text } = await mailTo(email, /Confirme seu email/);
    expect(text).toContain(`${ORIGIN}/auth/login#confirmacao=pre_`);
    expect((await signUp(anEmail(), { retorno: 'https://mau.exemplo' })).statusCode).toBe(422);
  });

  test('an e-mail that has an account is refused in words', async () => {
    const { email } = await aPerson();
    const again = await signUp(email.toUpperCase());
    expect(again.statusCode).toBe(409);
    expect(again.json().mensagem).toBe('Este email já está cadastrado');
  });

  test('of two sign-ups with one e-mail at the same moment one is refused in words', async () => {
    const email = anEmail();
    const answers = await Promise.all([signUp(email), signUp(email)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  test('sent again with the same Idempotency-Key it is told that it worked', async () => {
    const email = anEmail();
    const key = { 'idempotency-key': randomUUID() };
    expect((await signUp(email, {}, key)).statusCode).toBe(201);
    expect((await signUp(email, {}, key)).statusCode).toBe(201);
    expect((await signUp(email, {}, { 'idempotency-key': randomUUID() })).statusCode).toBe(409);
    expect(await sql('select from auth.users where email = $1', [email])).toHaveLength(1);
  });

  test('ASVS 6.2.1 6.2.5 6.2.9: six characters of any kind are enough, as specified, and 128 are not too many', async () => {
    expect((await signUp(anEmail(), { senha: 'k7q2x' })).statusCode).toBe(422);
    for (const senha of ['k7q2xz', '      ', 'ç🙂ãé!ü', `${'x'.repeat(127)}9`])
      expect((await signUp(anEmail(), { senha })).statusCode, senha).toBe(201);
    expect((await signUp(anEmail(), { senha: 'x'.repeat(129) })).statusCode).toBe(422);
  });

  test('ASVS 6.2.8: a password is neither trimmed nor changed', async () => {
    const email = anEmail();
    await signUp(email, { senha: ' Aspas "e" espaço ' });
    await sql('update auth.users set email_verified = true where email = $1', [email]);
    for (const senha of ['Aspas "e" espaço', ' aspas "e" espaço ', ' Aspas "e" espaço'])
      expect((await browser().signIn({ email, senha })).statusCode).toBe(401);
    expect((await browser().signIn({ email, senha: ' Aspas "e" espaço ' })).statusCode).toBe(200);
  });

  test('ASVS 6.2.4 6.2.11 6.2.12: common passwords, Portuguese words and the person’s own are refused at the field', async () => {
    const person = { full_name: 'Joaquina Xavantes', email: 'jxavantes77@exemplo.com.br' };
    for (const senha of [
      '123456',
      'PASSWORD',
      'futebol',
      'Flamengo',
      'joaquina',
      'Xavantes99!',
      'jxavantes77',
      'prumo123',
    ]) {
      const refused = await signUp(person.email, { ...person, senha });
      expect(refused.statusCode, senha).toBe(422);
      expect(refused.json().campos.senha).toMatch(/\.$/);
    }
  });

  test('ASVS 2.3.1: before the confirmation nobody enters, and a new link is sent', async () => {
    const email = anEmail();
    await signUp(email);
    const first = await confirmationOf(email);
    const refused = await browser().signIn({ email, senha: SENHA });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().mensagem).toContain('Confirme seu email');
    expect(refused.headers['set-cookie']).toBeUndefined();
    await expect.poll(() => confirmationOf(email), { timeout: 10_000 }).not.toBe(first);
  });
});

describe('the link in the e-mail', () => {
  test('confirms once, and then says that it was used', async () => {
    const email = anEmail();
    await signUp(email);
    const token = await confirmationOf(email);
    const confirmed = await browser().post('/api/confirmacoes', { token });
    expect(confirmed.json()).toEqual({ tipo: 'cadastro', email });
    const again = await browser().post('/api/confirmacoes', { token });
    expect(again.statusCode).toBe(409);
    expect(again.json().mensagem).toContain('já foi usado');
    expect((await browser().signIn({ email, senha: SENHA })).statusCode).toBe(200);
  });

  test('ASVS 6.5.1 6.5.5: of sixteen at the same moment one confirms', async () => {
    const email = anEmail();
    await signUp(email);
    const token = await confirmationOf(email);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => browser().post('/api/confirmacoes', { token })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('that is too old or invented is refused in words', async () => {
    const email = anEmail();
    await signUp(email);
    const token = await confirmationOf(email);
    await sql("update auth.emails set expires_at = now() - interval '1 second' where address = $1", [email]);
    const old = await browser().post('/api/confirmacoes', { token });
    expect(old.statusCode).toBe(422);
    expect(old.json().mensagem).toContain('expirou');
    const invented = await browser().post('/api/confirmacoes', {
      token: 'pre_inventado-inventado-inventado',
    });
    expect(invented.json().mensagem).toContain('não é válido');
  });

  test('is sent again when asked for, and the answer says nothing of whether there is an account', async () => {
    const email = anEmail();
    await signUp(email);
    const first = await confirmationOf(email);
    const known = await browser().post('/api/confirmacoes/reenvio', { email });
    const unknown = await browser().post('/api/confirmacoes/reenvio', { email: anEmail() });
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    await expect.poll(() => confirmationOf(email), { timeout: 10_000 }).not.toBe(first);
    // The first still works: e-mails arrive in any order.
    expect((await browser().post('/api/confirmacoes', { token: first })).statusCode).toBe(200);
  });

  test('ASVS 6.5.2 11.5.1: carries 256 random bits, of which the database keeps a hash', async () => {
    const email = anEmail();
    await signUp(email);
    const token = await confirmationOf(email);
    expect(token).toMatch(/^pre_[\w-]{43}$/);
    const [row] = await sql('select e::text as stored from auth.emails e where address = $1', [email]);
    expect(row?.stored).not.toContain(token.slice(4));
  });
});
