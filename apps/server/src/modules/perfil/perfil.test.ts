import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@prumo/contract/endpoint.ts';
import { eventos } from '@prumo/contract/eventos.ts';
import { fatores } from '@prumo/contract/fatores.ts';
import { perfil } from '@prumo/contract/perfil.ts';
import { sessoesAbertas } from '@prumo/contract/sessoes-abertas.ts';
import { describe, expect, test } from 'vitest';
import { codeOf, enrol, identityApp, SENHA, tokenIn } from '#testing/identity.ts';

const { app, browser, sql, aPerson, mailTo, grownStale, forgetSteps } = await identityApp();

async function aUser(name?: string) {
  const person = await aPerson(name);
  const own = browser();
  await own.signIn(person);
  return { ...person, own };
}
const NOVA = 'outra-Senha-2';

test('[PROF-12] [PROF-07] each user has one profile with the user’s id, and reads only that one', async () => {
  const { own, userId, email } = await aUser();
  await aUser('Outra Pessoa');
  expect((await own.get('/api/perfil')).json()).toEqual({
    id: userId,
    full_name: 'Carla Dias',
    email,
    google_auth_enabled: true,
    two_factor_enabled: false,
    tem_senha: true,
    google: null,
    google_disponivel: false,
    codigos_restantes: 0,
    novo_email: null,
  });
  expect(await sql('select from profiles where id = $1', [userId])).toHaveLength(1);
  await expect(sql("insert into profiles (id, email) values ($1, 'x')", [userId])).rejects.toThrow(
    'profiles_pkey',
  );
});

test('[PERM-08] a user updates only their own profile and cannot name another', async () => {
  const [ana, bia] = [await aUser('Ana'), await aUser('Bia')];
  for (const extra of [{ id: bia.userId }, { user_id: bia.userId }]) {
    const refused = await ana.own.put('/api/perfil/preferencias', { google_auth_enabled: false, ...extra });
    expect(refused.statusCode).toBe(422);
  }
  await ana.own.put('/api/perfil/preferencias', { google_auth_enabled: false });
  await ana.own.put('/api/perfil/nome', { full_name: 'Ana Maria' });
  const rows = await sql(
    'select full_name, google_auth_enabled from profiles where id = any ($1) order by 1',
    [[ana.userId, bia.userId]],
  );
  expect(rows).toEqual([
    { full_name: 'Ana Maria', google_auth_enabled: false },
    { full_name: 'Bia', google_auth_enabled: true },
  ]);
});

test('only a verified code switches two-step sign-in on', async () => {
  const { own, userId } = await aUser();
  expect((await own.put('/api/perfil/preferencias', { two_factor_enabled: true })).statusCode).toBe(422);
  const begun = (await own.post('/api/perfil/fatores')).json();
  expect((await own.get('/api/perfil')).json().two_factor_enabled).toBe(false);
  const path = `/api/perfil/fatores/${begun.id}/verificacao`;
  expect((await own.post(path, { codigo: '000000' })).json().campos.codigo).toContain('Código incorreto');
  expect((await own.post(path, { codigo: codeOf(begun.segredo) })).statusCode).toBe(200);
  expect((await own.get('/api/perfil')).json()).toMatchObject({
    two_factor_enabled: true,
    codigos_restantes: 10,
  });
  expect((await own.post('/api/perfil/fatores')).statusCode).toBe(409);
  expect((await own.delete(`/api/perfil/fatores/${begun.id}`)).statusCode).toBe(204);
  expect((await own.get('/api/perfil')).json()).toMatchObject({
    two_factor_enabled: false,
    codigos_restantes: 0,
  });
  const [profile] = await sql('select two_factor_enabled from profiles where id = $1', [userId]);
  expect(profile?.two_factor_enabled).toBe(false);
});

describe('the password', () => {
  test('ASVS 6.2.2 6.2.3: is changed only with the old password', async () => {
    const { own, email } = await aUser();
    const change = (body: object) => own.put('/api/perfil/senha', body);
    expect((await change({ senha: NOVA })).json().campos.senha_atual).toBe('Senha atual incorreta');
    expect((await change({ senha_atual: 'errada-1', senha: NOVA })).statusCode).toBe(422);
    expect((await change({ senha_atual: SENHA, senha: '12345' })).json().campos.senha).toBeDefined();
    expect((await change({ senha_atual: SENHA, senha: NOVA })).statusCode).toBe(204);
    expect((await browser().signIn({ email, senha: SENHA })).statusCode).toBe(401);
    expect((await browser().signIn({ email, senha: NOVA })).statusCode).toBe(200);
    await mailTo(email, /senha do Prumo foi alterada/);
  });

  test('ASVS 7.4.3 7.2.4: a change ends the other sessions and gives the current one a new token', async () => {
    const { own, email } = await aUser();
    const other = browser();
    await other.signIn({ email, senha: SENHA });
    const before = own.jar.get('__Host-prumo');
    await own.put('/api/perfil/senha', { senha_atual: SENHA, senha: NOVA });
    expect((await own.get('/api/perfil')).statusCode).toBe(200);
    expect(own.jar.get('__Host-prumo')).not.toBe(before);
    expect((await other.get('/api/perfil')).statusCode).toBe(401);
  });
});

describe('the e-mail', () => {
  test('changes when the link at the new address is opened, and the old address gets a notice', async () => {
    const { own, email, userId } = await aUser();
    const other = browser();
    await other.signIn({ email, senha: SENHA });
    const novo = `${randomUUID()}@exemplo.com.br`;
    expect((await own.put('/api/perfil/email', { email: novo })).statusCode).toBe(204);
    expect((await own.get('/api/perfil')).json()).toMatchObject({ email, novo_email: novo });
    const { text } = await mailTo(novo, /novo email/);
    expect(text).toContain('/auth/login#novo-email=pre_');
    const elsewhere = await browser().post('/api/confirmacoes', { token: tokenIn(text) });
    expect(elsewhere.json()).toEqual({ tipo: 'novo_email', email: novo, confirmado: false });
    expect((await own.get('/api/perfil')).json()).toMatchObject({ email, novo_email: novo });
    const opened = await own.post('/api/confirmacoes', { token: tokenIn(text) });
    expect(opened.json()).toEqual({ tipo: 'novo_email', email: novo, confirmado: true });
    expect((await own.get('/api/perfil')).json()).toMatchObject({ email: novo, novo_email: null });
    expect((await own.whoAmI())?.email).toBe(novo);
    expect((await other.get('/api/perfil')).statusCode).toBe(401);
    expect((await mailTo(email, /^O email da sua conta/)).text).toContain('não é mais este endereço');
    const [profile] = await sql('select email from profiles where id = $1', [userId]);
    expect(profile?.email).toBe(novo);
  });

  test('of another user is refused, on request and when the link is opened', async () => {
    const [ana, bia] = [await aUser('Ana'), await aUser('Bia')];
    const taken = await ana.own.put('/api/perfil/email', { email: bia.email });
    expect(taken.json().campos.email).toBe('Este email já está cadastrado');
    const wanted = `${randomUUID()}@exemplo.com.br`;
    await ana.own.put('/api/perfil/email', { email: wanted });
    const token = tokenIn((await mailTo(wanted, /novo email/)).text);
    await sql('update auth.users set email = $2 where id = $1', [bia.userId, wanted]);
    expect((await ana.own.post('/api/confirmacoes', { token })).statusCode).toBe(409);
    expect((await ana.own.get('/api/perfil')).json().email).toBe(ana.email);
  });

  test('a recovery link at the old address is void after the change', async () => {
    const { own, email } = await aUser();
    await browser().post('/api/recuperacoes', { email });
    const recovery = tokenIn((await mailTo(email, /nova senha/)).text);
    const novo = `${randomUUID()}@exemplo.com.br`;
    await own.put('/api/perfil/email', { email: novo });
    await own.post('/api/confirmacoes', { token: tokenIn((await mailTo(novo, /novo email/)).text) });
    const refused = await browser().post('/api/recuperacoes/conclusao', { token: recovery, senha: NOVA });
    expect(refused.statusCode).toBe(409);
  });
});

describe('sensitive acts', () => {
  const all: Endpoint[] = [...Object.values(perfil), ...Object.values(fatores)];
  const sensitive = all.filter(({ config }) => config.fresh);

  test('ASVS 7.5.1 7.5.3: need a sign-in or a confirmation within the last ten minutes', async () => {
    expect(sensitive.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /api/perfil/preferencias',
      'PUT /api/perfil/email',
      'POST /api/perfil/google',
      'DELETE /api/perfil/google',
      'POST /api/perfil/fatores',
      'POST /api/perfil/fatores/:id/verificacao',
      'DELETE /api/perfil/fatores/:id',
      'POST /api/perfil/codigos-reserva',
    ]);
    const user = await aUser();
    await grownStale(user);
    for (const { method, url, config } of sensitive) {
      const body = typeof config.fresh === 'object' ? config.fresh : {};
      const refused = await user.own.send(method, url.replace(':id', randomUUID()), body);
      expect(refused.statusCode, url).toBe(403);
      expect(refused.json().codigo).toBe('confirm_identity');
    }
    const wrong = await user.own.post('/api/sessoes/confirmacao', { senha: 'errada-1' });
    expect(wrong.json().campos.senha).toBe('Senha incorreta');
    expect((await user.own.post('/api/perfil/fatores')).statusCode).toBe(403);
    const before = user.own.jar.get('__Host-prumo');
    expect((await user.own.post('/api/sessoes/confirmacao', { senha: SENHA })).statusCode).toBe(204);
    expect(user.own.jar.get('__Host-prumo')).not.toBe(before);
    expect((await user.own.post('/api/perfil/fatores')).statusCode).toBe(201);
  });

  test('switching Google sign-in on needs a fresh proof, and switching it off does not', async () => {
    const user = await aUser();
    await grownStale(user);
    const change = (google_auth_enabled: boolean) =>
      user.own.put('/api/perfil/preferencias', { google_auth_enabled });
    expect((await change(false)).json()).toMatchObject({ google_auth_enabled: false });
    const refused = await change(true);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().codigo).toBe('confirm_identity');
    expect((await user.own.get('/api/perfil')).json().google_auth_enabled).toBe(false);
    expect((await user.own.post('/api/sessoes/confirmacao', { senha: SENHA })).statusCode).toBe(204);
    expect((await change(true)).json()).toMatchObject({ google_auth_enabled: true });
  });

  test('also need the code of a second factor', async () => {
    const user = await aUser();
    const { segredo, id } = await enrol(user.own);
    await grownStale(user);
    await forgetSteps(user);
    expect(
      (await user.own.post('/api/sessoes/confirmacao', { senha: SENHA })).json().campos.codigo,
    ).toBeDefined();
    expect((await user.own.delete(`/api/perfil/fatores/${id}`)).statusCode).toBe(403);
    const codigo = codeOf(segredo);
    expect((await user.own.post('/api/sessoes/confirmacao', { senha: SENHA, codigo })).statusCode).toBe(204);
    expect((await user.own.delete(`/api/perfil/fatores/${id}`)).statusCode).toBe(204);
  });

  test('include a new password while a second factor is on', async () => {
    const user = await aUser();
    await enrol(user.own);
    await grownStale(user);
    const refused = await user.own.put('/api/perfil/senha', { senha_atual: SENHA, senha: NOVA });
    expect(refused.json().codigo).toBe('confirm_identity');
  });
});

describe('ASVS 7.4.5 7.5.2: the own sessions', () => {
  test('are listed with device, address and last use, and ended one by one', async () => {
    const { own, email } = await aUser();
    const other = browser({
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    });
    await other.signIn({ email, senha: SENHA });
    const { itens } = (await own.get(sessoesAbertas.list.url)).json();
    expect(itens).toHaveLength(2);
    expect(itens).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ dispositivo: 'Chrome no Windows', endereco: '127.0.0.1', atual: true }),
        expect.objectContaining({ dispositivo: 'Safari no iOS', atual: false }),
      ]),
    );
    const theirs = itens.find(({ atual }: { atual: boolean }) => !atual);
    expect((await own.delete(`/api/perfil/sessoes/${theirs.id}`)).statusCode).toBe(204);
    expect((await other.get('/api/perfil')).statusCode).toBe(401);
    expect((await own.delete(`/api/perfil/sessoes/${theirs.id}`)).statusCode).toBe(404);
  });

  test('are all ended except the current one, and those of another user cannot be ended', async () => {
    const [ana, bia] = [await aUser('Ana'), await aUser('Bia')];
    const others = [browser(), browser()];
    for (const each of others) await each.signIn(ana);
    const [hers] = (await bia.own.get('/api/perfil/sessoes')).json().itens;
    expect((await ana.own.delete(`/api/perfil/sessoes/${hers.id}`)).statusCode).toBe(404);
    expect((await ana.own.delete('/api/perfil/sessoes')).json()).toEqual({ encerradas: 2 });
    for (const each of others) expect((await each.get('/api/perfil')).statusCode).toBe(401);
    for (const each of [ana.own, bia.own]) expect((await each.get('/api/perfil')).statusCode).toBe(200);
  });
});

describe('the record of events', () => {
  test('shows the user’s own events, newest first, page by page', async () => {
    const { own, userId } = await aUser();
    for (let n = 0; n < 24; n++) await own.put('/api/perfil/nome', { full_name: `Carla ${n}` });
    const first = (await own.get(eventos.list.url)).json();
    expect(first.itens).toHaveLength(20);
    expect(first.itens[0]).toMatchObject({
      tipo: 'nome_alterado',
      dispositivo: 'Chrome no Windows',
      endereco: '127.0.0.1',
    });
    const second = (await own.get(`${eventos.list.url}?cursor=${first.proximo}`)).json();
    expect(second.proximo).toBeNull();
    expect(second.itens.at(-1)).toMatchObject({ tipo: 'entrada', meio: 'senha' });
    expect(first.itens.length + second.itens.length).toBe(25);
    const [counted] = await sql('select count(*)::int as n from auth.events where user_id = $1', [userId]);
    expect(counted?.n).toBe(25);
  });

  test('cannot be changed or emptied by the application', async () => {
    const [row] = await sql(
      "select has_table_privilege('auth_app', 'auth.events', 'update, delete, truncate') as may",
    );
    expect(row?.may).toBe(false);
  });
});

test('every profile route needs a session and has no tenant', () => {
  const routes = app.routeInventory.filter(({ url }) => url.startsWith('/api/perfil'));
  expect(routes.length).toBe(
    [perfil, fatores, sessoesAbertas, eventos].flatMap((each) => Object.keys(each)).length,
  );
  for (const { config } of routes) expect(config).toMatchObject({ auth: 'session', tenant: false });
});
