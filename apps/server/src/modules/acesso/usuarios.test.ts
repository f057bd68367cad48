import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { identityApp, SENHA, tokenIn } from '#testing/identity.ts';

const { browser, config, sql, aPerson, mailTo } = await identityApp();
const ORIGIN = config.PUBLIC_URL;
const anEmail = () => `${randomUUID()}@exemplo.com.br`;

const signUp = (email: string, extra: object = {}, headers = {}, own = browser(headers)) =>
  own.post('/api/usuarios', {
    full_name: 'Carla Dias',
    email,
    senha: SENHA,
    retorno: ORIGIN,
    ...extra,
  });
const confirmationOf = async (email: string) => tokenIn((await mailTo(email, /Confirme seu email/)).text);

describe('signing up', () => {
  test('[AUTH-20] [AUTH-21] a sign-up keeps the full name and sends a confirmation link to this site', async () => {
    const email = anEmail();
    const created = await signUp(email);
    expect(created.json()).toEqual({ email });
    const [user] = await sql('select name, email_verified from auth.users where email = $1', [email]);
    expect(user).toEqual({ name: 'Carla Dias', email_verified: false });
    const { text } = await mailTo(email, /Confirme seu email/);
    expect(text).toContain(`${ORIGIN}/auth/login#confirmacao=pre_`);
    expect((await signUp(anEmail(), { retorno: 'https://mau.exemplo' })).statusCode).toBe(422);
  });

  test('a sign-up with the e-mail of an account is refused with a message', async () => {
    const { email } = await aPerson();
    const again = await signUp(email.toUpperCase());
    expect(again.statusCode).toBe(409);
    expect(again.json().mensagem).toBe('Este email já está cadastrado');
  });

  test('one of two concurrent sign-ups with the same e-mail is refused', async () => {
    const email = anEmail();
    const answers = await Promise.all([signUp(email), signUp(email)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  test('a retried sign-up with the same Idempotency-Key creates one account and succeeds', async () => {
    const email = anEmail();
    const key = { 'idempotency-key': randomUUID() };
    expect((await signUp(email, {}, key)).statusCode).toBe(201);
    expect((await signUp(email, {}, key)).statusCode).toBe(201);
    expect((await signUp(email, {}, { 'idempotency-key': randomUUID() })).statusCode).toBe(409);
    expect(await sql('select from auth.users where email = $1', [email])).toHaveLength(1);
  });

  test('ASVS 6.2.1 6.2.5 6.2.9: a password may have six to 128 characters of any kind', async () => {
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

  test('[AUTH-17] [FMT-08] only the length of a password counts: a common password and the person’s own name are accepted', async () => {
    for (const senha of ['123456', 'PASSWORD', 'futebol', 'Carla Dias', 'prumo123'])
      expect((await signUp(anEmail(), { senha })).statusCode, senha).toBe(201);
    for (const senha of ['', '12345']) {
      const refused = await signUp(anEmail(), { senha });
      expect(refused.statusCode, senha).toBe(422);
      expect(refused.json().campos).toEqual({ senha: 'Mínimo de 6 caracteres' });
    }
  });

  test('ASVS 2.3.1: an unconfirmed account cannot sign in, and each attempt sends a new link', async () => {
    const email = anEmail();
    await signUp(email);
    const first = await confirmationOf(email);
    const refused = await browser().signIn({ email, senha: SENHA });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().mensagem).toContain('Confirme seu email');
    expect(refused.headers['set-cookie']).toBeUndefined();
    await expect.poll(() => confirmationOf(email)).not.toBe(first);
  });
});

describe('the link in the e-mail', () => {
  test('confirms once, in the browser that signed up, and then reports that it was used', async () => {
    const email = anEmail();
    const own = browser();
    await signUp(email, {}, {}, own);
    const token = await confirmationOf(email);
    const confirmed = await own.post('/api/confirmacoes', { token });
    expect(confirmed.json()).toEqual({ tipo: 'cadastro', email, confirmado: true });
    const again = await browser().post('/api/confirmacoes', { token });
    expect(again.statusCode).toBe(409);
    expect(again.json().mensagem).toContain('já foi usado');
    expect((await browser().signIn({ email, senha: SENHA })).statusCode).toBe(200);
  });

  test('ASVS 6.5.1 6.5.5: confirms exactly one of sixteen concurrent requests', async () => {
    const email = anEmail();
    const own = browser();
    await signUp(email, {}, {}, own);
    const token = await confirmationOf(email);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => own.post('/api/confirmacoes', { token })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('is refused with a message when it is expired or invented', async () => {
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

  test('is sent again on request, and the answer does not reveal whether there is an account', async () => {
    const email = anEmail();
    const own = browser();
    await signUp(email, {}, {}, own);
    const first = await confirmationOf(email);
    const known = await browser().post('/api/confirmacoes/reenvio', { email });
    const unknown = await browser().post('/api/confirmacoes/reenvio', { email: anEmail() });
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    await expect.poll(() => confirmationOf(email)).not.toBe(first);
    // The first link still works, because e-mails may arrive in any order.
    expect((await own.post('/api/confirmacoes', { token: first })).json()).toMatchObject({
      confirmado: true,
    });
  });

  test('ASVS 6.5.2 11.5.1: carries 256 random bits, and the database stores only their hash', async () => {
    const email = anEmail();
    await signUp(email);
    const token = await confirmationOf(email);
    expect(token).toMatch(/^pre_[\w-]{43}$/);
    const [row] = await sql('select e::text as stored from auth.emails e where address = $1', [email]);
    expect(row?.stored).not.toContain(token.slice(4));
  });
});
