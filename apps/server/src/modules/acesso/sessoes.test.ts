import { describe, expect, test } from 'vitest';
import { openApp } from '#app.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { aBrowser } from '#testing/browser.ts';
import { enrol, identityApp } from '#testing/identity.ts';

const { app, browser, config, sql, aPerson, anEmpresa, mailTo, stranger } = await identityApp();
const SESSION = '__Host-prumo';

/** A person who is signed in by password. */
async function aUser(name?: string) {
  const person = await aPerson(name);
  const own = browser();
  const entered = await own.signIn(person);
  expect(entered.statusCode).toBe(200);
  return { ...person, own, entered };
}

describe('signing in', () => {
  test('[AUTH-09] [AUTH-38] the correct password starts a session for that user', async () => {
    const { own, email, entered, userId } = await aUser();
    expect(entered.json()).toMatchObject({
      situacao: 'entrou',
      sessao: {
        usuario: {
          id: userId,
          email,
          user_metadata: { full_name: 'Carla Dias' },
          identities: [{ provider: 'email', email }],
          factors: [],
        },
        empresa: { nome: 'Carla Dias' },
      },
    });
    expect((await own.get('/api/marcas')).statusCode).toBe(200);
  });

  test('ASVS 3.3.1 3.3.2 3.3.3 3.3.4: every cookie is __Host-, Secure, HttpOnly and SameSite, and no answer contains its value', async () => {
    const person = await aPerson();
    const own = browser();
    const first = await own.signIn(person);
    const session = own.jar.get(SESSION) ?? '';
    const { segredo } = await enrol(own);
    await own.delete('/api/sessoes/atual');
    const answers = [
      first,
      await own.signIn(person),
      await own.post('/api/sessoes/segundo-fator', { codigo: '000000' }),
      await own.get('/api/sessoes/atual'),
    ];
    expect(segredo).toMatch(/^[A-Z2-7]{32}$/);
    const lines = answers.flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat());
    const names = new Set(lines.map((line) => line.split('=')[0]));
    expect([...names].sort()).toEqual([SESSION, `${SESSION}-dispositivo`, `${SESSION}-etapa`]);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-prumo[a-z-]*=/);
      for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
        expect(line).toContain(attribute);
      expect(line).not.toContain('Domain');
    }
    expect(own.jar.size).toBeGreaterThan(1);
    for (const value of [session, ...own.jar.values()])
      for (const { payload } of answers) expect(payload).not.toContain(value.slice(4));
  });

  test('ASVS 6.3.8: a wrong password and an unknown e-mail get the same refusal', async () => {
    const { email } = await aPerson();
    const bodies = [];
    for (const who of [email, 'ninguem@exemplo.com.br']) {
      const refused = await browser().signIn({ email: who, senha: 'errada-1' });
      expect(refused.statusCode).toBe(401);
      bodies.push({ ...refused.json(), pedido: '' });
    }
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]?.mensagem).toBe('Email ou senha incorretos');
  });

  test('concurrent first sign-ins create one empresa', async () => {
    const person = await aPerson();
    await Promise.all(Array.from({ length: 6 }, () => browser().signIn(person)));
    expect(await sql('select from membros where user_id = $1', [person.userId])).toHaveLength(1);
  });

  test('ASVS 11.4.2: a password is stored as argon2id, and a sign-in rehashes an older hash', async () => {
    const { hash } = await import('@node-rs/argon2');
    const person = await aPerson();
    const stored = async () =>
      (await sql('select password from auth.accounts where user_id = $1', [person.userId]))[0]?.password;
    const weak = await hash(person.senha, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await sql('update auth.accounts set password = $2 where user_id = $1', [person.userId, weak]);
    expect((await browser().signIn(person)).statusCode).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await browser().signIn(person)).statusCode).toBe(200);
  });

  test('a sign-in from a new browser sends the owner a notice, and a sign-in from a known browser does not', async () => {
    const { email, own, senha } = await aUser();
    await own.delete('/api/sessoes/atual');
    await own.signIn({ email, senha });
    expect(await sql("select from auth.emails where address = $1 and kind = 'aviso'", [email])).toHaveLength(
      0,
    );
    await browser().signIn({ email, senha });
    const notice = await mailTo(email, /Novo acesso/);
    expect(notice.text).toContain('Chrome no Windows');
  });
});

describe('the session', () => {
  test('[AUTH-36] a valid cookie identifies the user, and an invalid one identifies no user', async () => {
    const { own, email } = await aUser();
    expect((await own.whoAmI())?.email).toBe(email);
    const token = own.jar.get(SESSION) ?? '';
    for (const bad of ['', 'x.y', `${token}x`, token.slice(0, -1), hashToken(token), token.toUpperCase()]) {
      const other = browser();
      other.jar.set(SESSION, bad);
      expect((await other.get('/api/sessoes/atual')).json()).toEqual({ sessao: null });
    }
  });

  test('[AUTH-37] ASVS 6.5.2: the database stores a hash of the token, and no answer contains the token', async () => {
    const { own, userId, entered } = await aUser();
    const token = own.jar.get(SESSION) ?? '';
    expect(token).toMatch(/^prs_[\w-]{43}$/);
    const rows = await sql('select s::text as stored, token_hash from auth.sessions s where user_id = $1', [
      userId,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash).toBe(hashToken(token));
    expect(rows[0]?.stored).not.toContain(token);
    for (const answer of [entered, await own.get('/api/sessoes/atual'), await own.get('/api/perfil/sessoes')])
      expect(answer.payload).not.toContain(token);
  });

  test('[AUTH-29] signing out ends the session on the server, and other sessions stay open', async () => {
    const { own, email, senha } = await aUser();
    const elsewhere = browser();
    await elsewhere.signIn({ email, senha });
    const token = own.jar.get(SESSION) ?? '';
    const left = await own.delete('/api/sessoes/atual');
    expect(left.statusCode).toBe(204);
    expect(own.jar.has(SESSION)).toBe(false);
    own.jar.set(SESSION, token);
    for (const path of ['/api/marcas', '/api/marcas/lixeira', '/api/perfil'])
      expect((await own.get(path)).statusCode).toBe(401);
    expect((await elsewhere.get('/api/marcas')).statusCode).toBe(200);
  });

  test('ASVS 7.4.1: 1,000 replays after signing out fail, in another process too', async () => {
    const { own } = await aUser();
    const second = await openApp(config);
    const token = own.jar.get(SESSION) ?? '';
    const there = aBrowser(second.app);
    there.jar.set(SESSION, token);
    expect((await there.get('/api/marcas')).statusCode).toBe(200);
    expect((await own.get('/api/marcas')).statusCode).toBe(200);
    await own.delete('/api/sessoes/atual');
    own.jar.set(SESSION, token);
    const statuses = new Set<number>();
    for (let n = 0; n < 500; n++)
      for (const each of [own, there]) statuses.add((await each.get('/api/marcas')).statusCode);
    expect([...statuses]).toEqual([401]);
    await second.app.close();
  });

  test('ASVS 7.2.3 7.2.4: signing in gives a new token, ends the previous session and never adopts a planted cookie', async () => {
    const { own, email, senha } = await aUser();
    const before = own.jar.get(SESSION);
    await own.signIn({ email, senha });
    expect(own.jar.get(SESSION)).not.toBe(before);
    const old = browser();
    old.jar.set(SESSION, before ?? '');
    expect((await old.get('/api/marcas')).statusCode).toBe(401);

    const planted = browser();
    const chosen = `prs_${'A'.repeat(43)}`;
    planted.jar.set(SESSION, chosen);
    await planted.signIn({ email, senha });
    expect(planted.jar.get(SESSION)).not.toBe(chosen);
  });

  test('ASVS 7.4.2: a deleted session or usuario is refused at the next request', async () => {
    for (const end of [
      (id: string) => sql('delete from auth.sessions where user_id = $1', [id]),
      (id: string) => sql('delete from auth.users where id = $1', [id]),
    ]) {
      const ana = await anEmpresa();
      expect((await ana.get('/api/marcas')).statusCode).toBe(200);
      await end(ana.userId);
      for (const path of ['/api/marcas', '/api/perfil']) expect((await ana.get(path)).statusCode).toBe(401);
    }
  });

  test('[AUTH-32] ASVS 7.3.1: use extends a session, and a session without use ends after a week', async () => {
    const { own, userId } = await aUser();
    await sql("update auth.sessions set expires_at = now() + interval '1 day' where user_id = $1", [userId]);
    expect(await own.whoAmI()).not.toBeNull();
    const [session] = await sql(
      "select expires_at > now() + interval '6 days' as longer from auth.sessions where user_id = $1",
      [userId],
    );
    expect(session?.longer).toBe(true);
    await sql("update auth.sessions set expires_at = now() - interval '1 second' where user_id = $1", [
      userId,
    ]);
    expect((await own.get('/api/marcas')).statusCode).toBe(401);
  });

  test('ASVS 7.3.2: a session ends thirty days after sign-in, even while it is used', async () => {
    const { own, userId } = await aUser();
    await sql(
      "update auth.sessions set created_at = now() - interval '29 days 23 hours', updated_at = now() - interval '1 hour' where user_id = $1",
      [userId],
    );
    expect(await own.whoAmI()).not.toBeNull();
    const [row] = await sql(
      "select expires_at < now() + interval '61 minutes' as soon from auth.sessions where user_id = $1",
      [userId],
    );
    expect(row?.soon).toBe(true);
  });

  test('[AUTH-33] a session that cannot be renewed is removed, and the user is anonymous', async () => {
    const { own, userId } = await aUser();
    await sql("update auth.sessions set expires_at = now() - interval '1 second' where user_id = $1", [
      userId,
    ]);
    expect((await own.get('/api/sessoes/atual')).json()).toEqual({ sessao: null });
    expect(own.jar.has(SESSION)).toBe(false);
    expect(await sql('select from auth.sessions where user_id = $1', [userId])).toHaveLength(0);
    expect((await own.get('/api/marcas')).statusCode).toBe(401);
  });

  test('an unreachable database signs no user out', async () => {
    const { own } = await aUser();
    const lost = await openApp({ ...config, AUTH_DATABASE_URL: 'postgres://auth_app@127.0.0.1:1/prumo' });
    const there = aBrowser(lost.app);
    there.jar.set(SESSION, own.jar.get(SESSION) ?? '');
    expect((await there.get('/api/sessoes/atual')).statusCode).toBe(503);
    expect(there.jar.get(SESSION)).toBe(own.jar.get(SESSION));
    await lost.app.close();
  });
});

test('the account’s events record each sign-in, refusal and sign-out with its origin', async () => {
  const { own, userId, email } = await aUser();
  await browser().signIn({ email, senha: 'errada-1' });
  await own.delete('/api/sessoes/atual');
  const rows = await sql(
    'select kind, method, address, user_agent is not null as agent from auth.events where user_id = $1 order by id',
    [userId],
  );
  expect(rows).toEqual([
    { kind: 'entrada', method: 'senha', address: '127.0.0.1', agent: true },
    { kind: 'entrada_recusada', method: 'senha', address: '127.0.0.1', agent: true },
    { kind: 'saida', method: null, address: '127.0.0.1', agent: true },
  ]);
});

test('every profile route refuses a request without a session', async () => {
  const routes = app.routeInventory.filter(({ url }) => url.startsWith('/api/perfil'));
  expect(routes.length).toBeGreaterThan(10);
  for (const { method, url } of routes)
    expect((await stranger().send(method as 'GET', url.replace(':id', userlessId))).statusCode).toBe(401);
});
const userlessId = '018f0000-0000-7000-8000-000000000000';
