import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { codeOf, enrol, identityApp, SENHA, tokenIn } from '#testing/identity.ts';

/**
 * Two people use one account, and one of them is a thief. A change of the account voids everything that the
 * thief has begun.
 */
const { browser, sql, url, aPerson, mailTo, forgetSteps } = await identityApp();
const NOVA = 'outra-Senha-2';

async function aUser() {
  const person = await aPerson();
  const own = browser();
  await own.signIn(person);
  return { ...person, own };
}

/** Another tab of the same browser. */
function anotherTab(own: ReturnType<typeof browser>) {
  const tab = browser();
  for (const [name, value] of own.jar) tab.jar.set(name, value);
  return tab;
}

/**
 * Holds the account's lock until both requests wait for it. The second request has then passed its checks
 * before the first commits, and gets the lock after it.
 */
async function held<A, B>(
  userId: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const client = new pg.Client({ connectionString: url('postgres') });
  await client.connect();
  await client.query('begin');
  await client.query('select from auth.users where id = $1 for update', [userId]);
  // Uses another connection, because pg_stat_activity is a fixed snapshot inside a transaction.
  const waiting = async () =>
    (
      await sql(
        "select from pg_stat_activity where datname = current_database() and usename = 'auth_app' and wait_event_type = 'Lock'",
      )
    ).length;
  // PostgreSQL grants a row lock in the order of arrival.
  const one = first();
  await expect.poll(waiting, { interval: 20 }).toBe(1);
  const two = second();
  await expect.poll(waiting, { interval: 20 }).toBe(2);
  await client.query('rollback');
  await client.end();
  return Promise.all([one, two]);
}

describe('a sign-in in progress', () => {
  test('with the old password fails after the password has changed', async () => {
    const user = await aUser();
    const thief = browser();
    const [changed, entered] = await held(
      user.userId,
      () => user.own.put('/api/perfil/senha', { senha_atual: SENHA, senha: NOVA }),
      () => thief.signIn(user),
    );
    expect([changed.statusCode, entered.statusCode]).toEqual([204, 401]);
    expect((await thief.get('/api/marcas')).statusCode).toBe(401);
  });

  test('asks for a second factor that was turned on meanwhile', async () => {
    const user = await aUser();
    const { id, segredo } = (await user.own.post('/api/perfil/fatores')).json();
    const thief = browser();
    const [verified, entered] = await held(
      user.userId,
      () => user.own.post(`/api/perfil/fatores/${id}/verificacao`, { codigo: codeOf(segredo) }),
      () => thief.signIn(user),
    );
    expect(verified.statusCode).toBe(200);
    expect(entered.json()).toEqual({ situacao: 'segundo_fator' });
    expect((await thief.get('/api/marcas')).statusCode).toBe(401);
  });

  test('that waits for its code fails after a recovery', async () => {
    const user = await aUser();
    const { segredo } = await enrol(user.own);
    const thief = browser();
    expect((await thief.signIn(user)).json().situacao).toBe('segundo_fator');
    await browser().post('/api/recuperacoes', { email: user.email });
    const token = tokenIn((await mailTo(user.email, /nova senha/)).text);
    await browser().post('/api/recuperacoes/conclusao', { token, senha: NOVA });
    await forgetSteps(user);
    expect((await thief.post('/api/sessoes/segundo-fator', { codigo: codeOf(segredo) })).statusCode).toBe(
      401,
    );
  });

  test('that rehashes the old password does not restore it', async () => {
    const { hash } = await import('@node-rs/argon2');
    const user = await aUser();
    const weak = await hash(SENHA, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await sql('update auth.accounts set password = $2 where user_id = $1', [user.userId, weak]);
    const [changed] = await Promise.all([
      user.own.put('/api/perfil/senha', { senha_atual: SENHA, senha: NOVA }),
      ...Array.from({ length: 4 }, () => browser().signIn(user)),
    ]);
    // The change either succeeds or is refused because the hash has changed. The stored password must match
    // the answer.
    expect([204, 403]).toContain(changed.statusCode);
    const isNew = changed.statusCode === 204;
    expect((await browser().signIn({ ...user, senha: NOVA })).statusCode).toBe(isNew ? 200 : 401);
    expect((await browser().signIn(user)).statusCode).toBe(isNew ? 401 : 200);
  });
});

test('a password change in progress does not overwrite a recovery', async () => {
  const user = await aUser();
  await browser().post('/api/recuperacoes', { email: user.email });
  const token = tokenIn((await mailTo(user.email, /nova senha/)).text);
  const [recovered, changed] = await held(
    user.userId,
    () => browser().post('/api/recuperacoes/conclusao', { token, senha: NOVA }),
    () => user.own.put('/api/perfil/senha', { senha_atual: SENHA, senha: 'do-ladrao-3' }),
  );
  expect([recovered.statusCode, changed.statusCode]).toEqual([200, 401]);
  expect((await browser().signIn({ ...user, senha: NOVA })).statusCode).toBe(200);
});

describe('a new e-mail requested from a session that the owner then ends', () => {
  const putOut = {
    'by a new password': (own: ReturnType<typeof browser>) =>
      own.put('/api/perfil/senha', { senha_atual: SENHA, senha: NOVA }),
    'by ending the other sessions': (own: ReturnType<typeof browser>) => own.delete('/api/perfil/sessoes'),
    'by ending that session': async (own: ReturnType<typeof browser>) => {
      const { itens } = (await own.get('/api/perfil/sessoes')).json();
      return own.delete(`/api/perfil/sessoes/${itens.find((each: { atual: boolean }) => !each.atual).id}`);
    },
    'by two-step sign-in': async (own: ReturnType<typeof browser>) => {
      await enrol(own);
    },
  };
  test.each(Object.entries(putOut))('cannot be confirmed: %s', async (_, end) => {
    const user = await aUser();
    const thief = browser();
    await thief.signIn(user);
    const theirs = `${randomUUID()}@mau.exemplo`;
    await thief.put('/api/perfil/email', { email: theirs });
    const { text } = await mailTo(theirs, /novo email/);
    expect((await mailTo(user.email, /Pedido para mudar o email/)).text).toContain('Chrome no Windows');
    await end(user.own);
    expect((await browser().post('/api/confirmacoes', { token: tokenIn(text) })).statusCode).toBe(409);
    expect((await user.own.get('/api/perfil')).json()).toMatchObject({ email: user.email, novo_email: null });
  });
});

describe('two tabs', () => {
  test('a late request with the old token does not clear the new cookie', async () => {
    const { own } = await aUser();
    const tab = anotherTab(own);
    await own.post('/api/sessoes/confirmacao', { senha: SENHA });
    const late = await tab.get('/api/sessoes/atual');
    expect(late.json()).toEqual({ sessao: null });
    expect(late.headers['set-cookie']).toBeUndefined();
    expect((await own.get('/api/marcas')).statusCode).toBe(200);
  });

  test('one of two concurrent confirmations succeeds and the other gets 401', async () => {
    const { own } = await aUser();
    const tab = anotherTab(own);
    const both = await Promise.all(
      [own, tab].map((each) => each.post('/api/sessoes/confirmacao', { senha: SENHA })),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401]);
    const winner = both[0]?.statusCode === 204 ? own : tab;
    expect((await winner.get('/api/marcas')).statusCode).toBe(200);
  });

  test('two concurrent requests for backup codes leave one set that works', async () => {
    const user = await aUser();
    await enrol(user.own);
    const sets = await Promise.all([1, 2].map(() => user.own.post('/api/perfil/codigos-reserva')));
    expect(sets.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const rows = await sql('select salt from auth.backup_codes where user_id = $1', [user.userId]);
    expect([rows.length, new Set(rows.map(({ salt }) => salt)).size]).toEqual([10, 1]);
  });

  test('an enrolment that another tab has replaced cannot be verified', async () => {
    const user = await aUser();
    const begun = (await user.own.post('/api/perfil/fatores')).json();
    const tab = anotherTab(user.own);
    const [, verified] = await held(
      user.userId,
      () => tab.post('/api/perfil/fatores'),
      () => user.own.post(`/api/perfil/fatores/${begun.id}/verificacao`, { codigo: codeOf(begun.segredo) }),
    );
    expect(verified.statusCode).toBe(404);
    expect((await user.own.get('/api/perfil')).json().two_factor_enabled).toBe(false);
  });

  test('a tab of one person cannot save under the session of another', async () => {
    const [ana, bia] = [await aUser(), await aUser()];
    const tab = browser({ 'x-usuario': ana.userId });
    for (const [name, value] of bia.own.jar) tab.jar.set(name, value);
    const marca = { nome: 'Bosch', descricao: null, logo_url: null };
    expect((await tab.post('/api/marcas', marca)).statusCode).toBe(401);
    expect((await tab.put('/api/perfil/nome', { full_name: 'Ana' })).statusCode).toBe(401);
    expect((await bia.own.post('/api/marcas', marca)).statusCode).toBe(201);
  });
});

test('two concurrent sign-ups with the same key both succeed', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const body = {
    full_name: 'Carla Dias',
    email: `${randomUUID()}@exemplo.com.br`,
    senha: SENHA,
    retorno: 'http://localhost:5173',
  };
  const both = await Promise.all([1, 2].map(() => browser(key).post('/api/usuarios', body)));
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
});
