import { describe, expect, test } from 'vitest';
import { codeOf, enrol, identityApp } from '#testing/identity.ts';

const { browser, sql, aPerson, forgetSteps } = await identityApp();

/** An account with two-step sign-in; the codes of the present step count again. */
async function aGuarded() {
  const person = await aPerson();
  const own = browser();
  await own.signIn(person);
  const factor = await enrol(own);
  await forgetSteps(person);
  return { ...person, ...factor, own };
}

/** A browser in which the password was right. */
async function atTheSecondStep(person: { email: string; senha: string }) {
  const own = browser();
  expect((await own.signIn(person)).json()).toEqual({ situacao: 'segundo_fator' });
  return own;
}
const answer = (own: ReturnType<typeof browser>, codigo: string) =>
  own.post('/api/sessoes/segundo-fator', { codigo });

describe('the second factor', () => {
  test('[AUTH-39] ASVS 6.3.3: after the right password there is no session before its code', async () => {
    const guarded = await aGuarded();
    const own = await atTheSecondStep(guarded);
    expect(own.jar.has('__Host-prumo')).toBe(false);
    for (const path of ['/api/marcas', '/api/perfil']) expect((await own.get(path)).statusCode).toBe(401);
    expect(await own.whoAmI()).toBeNull();
    expect((await answer(own, '12 34 56')).statusCode).toBe(422);
    const entered = await answer(own, codeOf(guarded.segredo).replace(/(...)/, '$1 '));
    expect(entered.statusCode).toBe(200);
    expect(entered.json().usuario.factors).toEqual([
      {
        id: guarded.id,
        factor_type: 'totp',
        status: 'verified',
        friendly_name: 'Aplicativo autenticador',
      },
    ]);
    expect((await own.get('/api/marcas')).statusCode).toBe(200);
  });

  test('ASVS 6.5.1: a code is never accepted twice, not even the one of the enrolment', async () => {
    const person = await aPerson();
    const first = browser();
    await first.signIn(person);
    const begun = (await first.post('/api/perfil/fatores')).json();
    const codigo = codeOf(begun.segredo);
    const enrolled = await first.post(`/api/perfil/fatores/${begun.id}/verificacao`, { codigo });
    expect(enrolled.statusCode).toBe(200);
    const second = await atTheSecondStep(person);
    expect((await answer(second, codigo)).statusCode).toBe(422);
    await forgetSteps(person);
    const fresh = codeOf(begun.segredo);
    expect((await answer(second, fresh)).statusCode).toBe(200);
    expect((await answer(await atTheSecondStep(person), fresh)).statusCode).toBe(422);
  });

  test('ASVS 6.5.5: a code counts for its half minute and the one on either side', async () => {
    const guarded = await aGuarded();
    for (const [seconds, status] of [
      [-90, 422],
      [90, 422],
      [-30, 200],
      [30, 200],
    ] as const) {
      await forgetSteps(guarded);
      const codigo = codeOf(guarded.segredo, Date.now() + seconds * 1000);
      expect((await answer(await atTheSecondStep(guarded), codigo)).statusCode, `${seconds} s`).toBe(status);
    }
  });

  test('ASVS 6.5.1: of sixteen with the same code at the same moment one enters', async () => {
    const guarded = await aGuarded();
    const browsers = await Promise.all(Array.from({ length: 16 }, () => atTheSecondStep(guarded)));
    const codigo = codeOf(guarded.segredo);
    const answers = await Promise.all(browsers.map((own) => answer(own, codigo)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(browsers.filter(({ jar }) => jar.has('__Host-prumo'))).toHaveLength(1);
  });

  test('five wrong codes end the attempt', async () => {
    const guarded = await aGuarded();
    const own = await atTheSecondStep(guarded);
    for (let n = 0; n < 5; n++) expect((await answer(own, '000000')).statusCode).toBe(422);
    const late = await answer(own, codeOf(guarded.segredo));
    expect(late.statusCode).toBe(401);
    expect(late.json().mensagem).toBe('A verificação expirou. Entre de novo.');
    expect((await own.get('/api/marcas')).statusCode).toBe(401);
  });

  test('after ten minutes, or without its cookie, the question is over', async () => {
    const guarded = await aGuarded();
    const own = await atTheSecondStep(guarded);
    await sql("update auth.challenges set expires_at = now() - interval '1 second' where user_id = $1", [
      guarded.userId,
    ]);
    expect((await answer(own, codeOf(guarded.segredo))).statusCode).toBe(401);
    expect((await answer(browser(), codeOf(guarded.segredo))).statusCode).toBe(401);
  });

  test('ASVS 7.2.4: a session from before the second factor does not outlive it', async () => {
    const person = await aPerson();
    const [own, elsewhere] = [browser(), browser()];
    await own.signIn(person);
    await elsewhere.signIn(person);
    const before = own.jar.get('__Host-prumo');
    await enrol(own);
    expect(own.jar.get('__Host-prumo')).not.toBe(before);
    expect((await own.get('/api/marcas')).statusCode).toBe(200);
    expect((await elsewhere.get('/api/marcas')).statusCode).toBe(401);
  });

  test('its secret is sealed for its own row, and in no later answer', async () => {
    const guarded = await aGuarded();
    const [row] = await sql('select secret from auth.factors where id = $1', [guarded.id]);
    expect(row?.secret).toMatch(/^v1\.t1\./);
    expect(row?.secret).not.toContain(guarded.segredo);
    for (const path of ['/api/perfil', '/api/sessoes/atual', '/api/perfil/eventos'])
      expect((await guarded.own.get(path)).payload).not.toContain(guarded.segredo);
  });
});

describe('backup codes', () => {
  test('ASVS 6.5.2: there are ten, kept hashed like passwords', async () => {
    const { codigos, userId } = await aGuarded();
    expect(codigos).toHaveLength(10);
    expect(new Set(codigos).size).toBe(10);
    for (const codigo of codigos)
      expect(codigo).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    const rows = await sql('select hash from auth.backup_codes where user_id = $1', [userId]);
    expect(rows).toHaveLength(10);
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$/);
  });

  test('each opens once, however it is typed', async () => {
    const guarded = await aGuarded();
    const [first = '', second = ''] = guarded.codigos;
    expect((await answer(await atTheSecondStep(guarded), first)).statusCode).toBe(200);
    expect((await answer(await atTheSecondStep(guarded), first)).statusCode).toBe(422);
    const byHand = second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    const own = await atTheSecondStep(guarded);
    expect((await answer(own, byHand)).statusCode).toBe(200);
    expect((await own.get('/api/perfil')).json().codigos_restantes).toBe(8);
  });

  test('ASVS 6.5.1: of sixteen with the same one at the same moment one enters', async () => {
    const guarded = await aGuarded();
    const browsers = await Promise.all(Array.from({ length: 16 }, () => atTheSecondStep(guarded)));
    const answers = await Promise.all(browsers.map((own) => answer(own, guarded.codigos[0] ?? '')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('new ones end the old ones', async () => {
    const guarded = await aGuarded();
    const renewed = await guarded.own.post('/api/perfil/codigos-reserva');
    const { codigos } = renewed.json();
    expect((await answer(await atTheSecondStep(guarded), guarded.codigos[0] ?? '')).statusCode).toBe(422);
    expect((await answer(await atTheSecondStep(guarded), codigos[0])).statusCode).toBe(200);
  });
});
