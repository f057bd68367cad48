import { describe, expect, test } from 'vitest';
import { codeOf, enrol, identityApp } from '#testing/identity.ts';

const { browser, sql, aPerson, forgetSteps } = await identityApp();

/** An account with two-step sign-in whose current code is valid again. */
async function aGuarded() {
  const person = await aPerson();
  const own = browser();
  await own.signIn(person);
  const factor = await enrol(own);
  await forgetSteps(person);
  return { ...person, ...factor, own };
}

/** A browser that has sent the correct password and has to send the code. */
async function atTheSecondStep(person: { email: string; senha: string }) {
  const own = browser();
  expect((await own.signIn(person)).json()).toEqual({ situacao: 'segundo_fator' });
  return own;
}
const answer = (own: ReturnType<typeof browser>, codigo: string) =>
  own.post('/api/sessoes/segundo-fator', { codigo });

describe('a factor', () => {
  test('[AUTH-39] is shown with id, factor_type, status and friendly_name, begun and verified', async () => {
    const own = browser();
    await own.signIn(await aPerson());
    expect((await own.whoAmI())?.factors).toEqual([]);
    const begun = (await own.post('/api/perfil/fatores')).json();
    const factor = { id: begun.id, factor_type: 'totp', friendly_name: 'Aplicativo autenticador' };
    expect((await own.whoAmI())?.factors).toEqual([{ ...factor, status: 'unverified' }]);
    const codigo = codeOf(begun.segredo);
    expect((await own.post(`/api/perfil/fatores/${begun.id}/verificacao`, { codigo })).statusCode).toBe(200);
    expect((await own.whoAmI())?.factors).toEqual([{ ...factor, status: 'verified' }]);
  });

  test('[AUTH-39] is totp, phone or webauthn, and verified or unverified, and the database accepts no other values', async () => {
    const person = await aPerson();
    const { userId } = person;
    const insert = (type: string, status: string, name: string | null) =>
      sql(
        `insert into auth.factors (user_id, factor_type, status, friendly_name, secret)
         values ($1, $2, $3, $4, 'x') returning id`,
        [userId, type, status, name],
      );
    const kept = [];
    for (const [type, name] of [
      ['totp', 'Aplicativo'],
      ['phone', 'Celular'],
      ['webauthn', null],
    ] as const) {
      const [row] = await insert(type, 'unverified', name);
      kept.push({ id: row?.['id'], factor_type: type, status: 'unverified', friendly_name: name });
    }
    const own = browser();
    await own.signIn(person);
    expect((await own.whoAmI())?.factors).toHaveLength(3);
    expect((await own.whoAmI())?.factors).toEqual(expect.arrayContaining(kept));
    await expect(insert('sms', 'unverified', null)).rejects.toThrow('factors_type_check');
    await expect(insert('totp', 'pending', null)).rejects.toThrow('factors_status_check');
  });
});

describe('the second factor', () => {
  test('[AUTH-39] ASVS 6.3.3: the correct password gives no session before the code', async () => {
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

  test('ASVS 6.5.1: a code is never accepted twice, not even the code of the enrolment', async () => {
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

  test('ASVS 6.5.5: a code is valid in its half minute and in the one before and after', async () => {
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

  test('ASVS 6.5.1: exactly one of sixteen concurrent requests with one code signs in', async () => {
    const guarded = await aGuarded();
    const browsers = await Promise.all(Array.from({ length: 16 }, () => atTheSecondStep(guarded)));
    const codigo = codeOf(guarded.segredo);
    const answers = await Promise.all(browsers.map((own) => answer(own, codigo)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(browsers.filter(({ jar }) => jar.has('__Host-prumo'))).toHaveLength(1);
  });

  test('five wrong codes end the challenge', async () => {
    const guarded = await aGuarded();
    const own = await atTheSecondStep(guarded);
    for (let n = 0; n < 5; n++) expect((await answer(own, '000000')).statusCode).toBe(422);
    const late = await answer(own, codeOf(guarded.segredo));
    expect(late.statusCode).toBe(401);
    expect(late.json().mensagem).toBe('A verificação expirou. Entre de novo.');
    expect((await own.get('/api/marcas')).statusCode).toBe(401);
  });

  test('a challenge ends after ten minutes and does not work without its cookie', async () => {
    const guarded = await aGuarded();
    const own = await atTheSecondStep(guarded);
    await sql("update auth.challenges set expires_at = now() - interval '1 second' where user_id = $1", [
      guarded.userId,
    ]);
    expect((await answer(own, codeOf(guarded.segredo))).statusCode).toBe(401);
    expect((await answer(browser(), codeOf(guarded.segredo))).statusCode).toBe(401);
  });

  test('ASVS 7.2.4: enrolling a second factor ends the other sessions and rotates the token', async () => {
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

  test('the secret is sealed for its own row and appears in no later answer', async () => {
    const guarded = await aGuarded();
    const [row] = await sql('select secret from auth.factors where id = $1', [guarded.id]);
    expect(row?.secret).toMatch(/^v1\.local\./);
    expect(row?.secret).not.toContain(guarded.segredo);
    for (const path of ['/api/perfil', '/api/sessoes/atual', '/api/perfil/eventos'])
      expect((await guarded.own.get(path)).payload).not.toContain(guarded.segredo);
  });
});

describe('backup codes', () => {
  test('ASVS 6.5.2: an account has ten codes, stored as password hashes', async () => {
    const { codigos, userId } = await aGuarded();
    expect(codigos).toHaveLength(10);
    expect(new Set(codigos).size).toBe(10);
    for (const codigo of codigos)
      expect(codigo).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    const rows = await sql('select hash from auth.backup_codes where user_id = $1', [userId]);
    expect(rows).toHaveLength(10);
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$/);
  });

  test('each code works once, in any spelling a person may type', async () => {
    const guarded = await aGuarded();
    const [first = '', second = ''] = guarded.codigos;
    expect((await answer(await atTheSecondStep(guarded), first)).statusCode).toBe(200);
    expect((await answer(await atTheSecondStep(guarded), first)).statusCode).toBe(422);
    const byHand = second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    const own = await atTheSecondStep(guarded);
    expect((await answer(own, byHand)).statusCode).toBe(200);
    expect((await own.get('/api/perfil')).json().codigos_restantes).toBe(8);
  });

  test('ASVS 6.5.1: exactly one of sixteen concurrent requests with one backup code signs in', async () => {
    const guarded = await aGuarded();
    const browsers = await Promise.all(Array.from({ length: 16 }, () => atTheSecondStep(guarded)));
    const answers = await Promise.all(browsers.map((own) => answer(own, guarded.codigos[0] ?? '')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('new codes replace the old ones', async () => {
    const guarded = await aGuarded();
    const renewed = await guarded.own.post('/api/perfil/codigos-reserva');
    const { codigos } = renewed.json();
    expect((await answer(await atTheSecondStep(guarded), guarded.codigos[0] ?? '')).statusCode).toBe(422);
    expect((await answer(await atTheSecondStep(guarded), codigos[0])).statusCode).toBe(200);
  });
});
