import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { codeOf, enrol, identityApp, SENHA, tokenIn } from '#testing/identity.ts';

/** Two people at one account, one of whom should not be: whatever was under way is worth nothing after a change. */
const { browser, sql, url, aPerson, mailTo, forgetSteps } = await identityApp();
const NOVA = 'outra-Senha-2';

async function aUser() {
  const person = await aPerson();
  const own = browser();
  await own.signIn(person);
  return { ...person, own };
}

/** The same browser, another tab. */
function anotherTab(own: ReturnType<typeof browser>) {
  const tab = browser();
  for (const [name, value] of own.jar) tab.jar.set(name, value);
  return tab;
}

/** Holds the account while both are sent, so that the second is decided before the first. */
async function held<A, B>(
  userId: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const client = new pg.Client({ connectionString: url('postgres') });
  await client.connect();
  await client.query('begin');
  await client.query('select from auth.users where id = $1 for update', [userId]);
  // On another connection: inside a transaction what it sees of the others stands still.
  const waiting = async () =>
    (
      await sql(
        "select from pg_stat_activity where datname = current_database() and usename = 'auth_app' and wait_event_type = 'Lock'",
      )
    ).length;
  // PostgreSQL serves who waits for a row in the order in which they came.
  const one = first();
  await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(1);
  const two = second();
  await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(2);
  await client.query('rollback');
  await client.end();
  return Promise.all([one, two]);
}

describe('a sign-in under way', () => {
  test('with the old password ends with the new one', async () => {
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

  test('is asked for the second factor that was turned on meanwhile', async () => {
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

  test('that waits for its code is over with a recovery', async () => {
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

  test('that makes its hash anew does not bring the old password back', async () => {
    const { hash } = await import('@node-rs/argon2');
    const user = await aUser();
    const weak = await hash(SENHA, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await sql('update auth.accounts set password = $2 where user_id = $1', [user.userId, weak]);
    const [changed] = await Promise.all([
      user.own.put('/api/perfil/senha', { senha_atual: SENHA, senha: NOVA }),
      ...Array.from({ length: 4 }, () => browser().signIn(user)),
    ]);
    // Either it was changed, or it was refused because the hash moved on: what was answered is what is so.
    expect([204, 403]).toContain(changed.statusCode);
    const isNew = changed.statusCode === 204;
    expect((await browser().signIn({ ...user, senha: NOVA })).statusCode).toBe(isNew ? 200 : 401);
    expect((await browser().signIn(user)).statusCode).toBe(isNew ? 401 : 200);
  });
});

test('a change of the password under way does not overwrite a recovery', async () => {
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

describe('a new e-mail asked for by somebody who was put out', () => {
  const putOut = {
    'by a new password': (own: ReturnType<typeof browser>) =>
      own.put('/api/perfil/senha', { senha_atual: SENHA, senha: NOVA }),
    'by ending the other sessions': (own: ReturnType<typeof browser>) => own.delete('/api/perfil/sessoes'),
    'by ending theirs': async (own: ReturnType<typeof browser>) => {
      const { itens } = (await own.get('/api/perfil/sessoes')).json();
      return own.delete(`/api/perfil/sessoes/${itens.find((each: { atual: boolean }) => !each.atual).id}`);
    },
    'by two-step sign-in': async (own: ReturnType<typeof browser>) => {
      await enrol(own);
    },
  };
  test.each(Object.entries(putOut))('is worth nothing: %s', async (_, end) => {
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
  test('a late question with the token of before leaves the new cookie alone', async () => {
    const { own } = await aUser();
    const tab = anotherTab(own);
    await own.post('/api/sessoes/confirmacao', { senha: SENHA });
    const late = await tab.get('/api/sessoes/atual');
    expect(late.json()).toEqual({ sessao: null });
    expect(late.headers['set-cookie']).toBeUndefined();
    expect((await own.get('/api/marcas')).statusCode).toBe(200);
  });

  test('of two confirmations at once one goes on and the other asks again', async () => {
    const { own } = await aUser();
    const tab = anotherTab(own);
    const both = await Promise.all(
      [own, tab].map((each) => each.post('/api/sessoes/confirmacao', { senha: SENHA })),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401]);
    const winner = both[0]?.statusCode === 204 ? own : tab;
    expect((await winner.get('/api/marcas')).statusCode).toBe(200);
  });

  test('new backup codes asked for twice at once leave one set that works', async () => {
    const user = await aUser();
    await enrol(user.own);
    const sets = await Promise.all([1, 2].map(() => user.own.post('/api/perfil/codigos-reserva')));
    expect(sets.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const rows = await sql('select salt from auth.backup_codes where user_id = $1', [user.userId]);
    expect([rows.length, new Set(rows.map(({ salt }) => salt)).size]).toEqual([10, 1]);
  });

  test('an enrolment that another replaced is not said to be on', async () => {
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

  test('what one person was saving is never saved as another', async () => {
    const [ana, bia] = [await aUser(), await aUser()];
    const tab = browser({ 'x-usuario': ana.userId });
    for (const [name, value] of bia.own.jar) tab.jar.set(name, value);
    const marca = { nome: 'Bosch', descricao: null, logo_url: null };
    expect((await tab.post('/api/marcas', marca)).statusCode).toBe(401);
    expect((await tab.put('/api/perfil/nome', { full_name: 'Ana' })).statusCode).toBe(401);
    expect((await bia.own.post('/api/marcas', marca)).statusCode).toBe(201);
  });
});

test('a sign-up sent twice at once with the same key worked, twice', async () => {
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
