import { expect, test } from 'vitest';
import { openTokens } from '#modules/contas/tokens.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openDatabase } from '#platform/db.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/vault.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { openBudget } from './budget.ts';

/** An account that another empresa holds. */
const prumo = await mercadoLivreApp();
const { aSellerPerson, aSeller, connect, sql, config } = prumo;

const db = openDatabase({ url: config.DATABASE_URL, pool: 4, onError: () => {} });
const marketplace = openMercadoLivre({
  config,
  budget: openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 }),
});
const tokens = openTokens({ db, vault: openVault(config.SECRET_KEYS), marketplace, log: openLog('silent') });
const whoIs = (empresaId: string, contaId: string) =>
  tokens.withToken({ empresaId, contaId }, (accessToken) => marketplace.me(accessToken));

async function held() {
  const holder = await aSellerPerson('Loja da Ana');
  const seller = await aSeller();
  const { id } = (await connect(holder, seller)).json();
  return { holder, seller, id };
}

test('it is explained, stays where it is, and goes on working there', async () => {
  const { holder, seller, id } = await held();
  const bruno = await aSellerPerson();
  const refused = await connect(bruno, seller);
  expect(refused.statusCode, refused.body).toBe(409);
  expect(refused.json()).toMatchObject({ codigo: 'conflict', conexao: expect.any(String) });
  expect(refused.json().mensagem).toContain('em outra empresa');
  expect(refused.body).not.toContain('Loja da Ana');
  expect(refused.body).not.toContain(holder.empresaId);
  expect((await bruno.get('/api/contas')).json().itens).toEqual([]);
  // The attempt ended the grant the holder had; the new one went to the holder.
  expect(await whoIs(holder.empresaId, id)).toMatchObject({ userId: String(seller) });
  await sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [id]);
  expect(await whoIs(holder.empresaId, id)).toMatchObject({ userId: String(seller) });
});

test('its empresa is named to who is a membro there', async () => {
  const { holder, seller } = await held();
  const bruno = await aSellerPerson();
  await sql('insert into membros (empresa_id, user_id) values ($1, $2)', [holder.empresaId, bruno.userId]);
  expect((await connect(bruno, seller)).json().mensagem).toContain('na empresa Loja da Ana');
});

test('it moves as a whole: there it is disconnected, here it is new and works, and it moves once', async () => {
  const { holder, seller, id } = await held();
  const bruno = await aSellerPerson();
  const { conexao } = (await connect(bruno, seller)).json();
  const moved = await bruno.post(`/api/contas/conexoes/${conexao}/mover`);
  expect(moved.statusCode, moved.body).toBe(201);
  const conta = moved.json();
  expect(conta).toMatchObject({ user_id: bruno.userId, user_ml_id: String(seller), situacao: 'ativa' });
  expect(conta.nickname).toMatch(/^VENDEDOR/);
  expect((await holder.get('/api/contas')).json().itens).toEqual([]);
  expect(await sql('select active from mercado_livre_config where id = $1', [id])).toEqual([
    { active: false },
  ]);
  expect(await sql('select from mercado_livre_tokens where conta_id = $1', [id])).toEqual([]);
  expect(
    await sql('select empresa_id, conta_id from marketplaces.mercado_livre_donos where user_ml_id = $1', [
      seller,
    ]),
  ).toEqual([{ empresa_id: bruno.empresaId, conta_id: conta.id }]);
  expect(await whoIs(bruno.empresaId, conta.id)).toMatchObject({ userId: String(seller) });
  await expect(whoIs(holder.empresaId, id)).rejects.toThrow('perdeu a autorização');
  expect((await bruno.post(`/api/contas/conexoes/${conexao}/mover`)).statusCode).toBe(404);
});

test('only who proved it moves it, in the same session and within ten minutes', async () => {
  const { holder, seller, id } = await held();
  const bruno = await aSellerPerson();
  const { conexao } = (await connect(bruno, seller)).json();
  const path = `/api/contas/conexoes/${conexao}/mover`;
  const { aSession, cookieOf } = await import('#testing/people.ts');
  const elsewhere = prumo.withCookie(cookieOf(await aSession(prumo.admin, bruno)));
  const colleague = await prumo.withTwoStep(await prumo.aColleague(bruno));
  for (const person of [holder, await aSellerPerson(), elsewhere, colleague])
    expect((await person.post(path)).statusCode).toBe(404);
  await sql("update conexoes set proven_at = now() - interval '10 minutes' where id = $1", [conexao]);
  expect((await bruno.post(path)).statusCode).toBe(404);
  expect(await sql('select active from mercado_livre_config where id = $1', [id])).toEqual([
    { active: true },
  ]);
});

test('of two empresas that bring it at once, one has it in the end and nobody holds it twice', async () => {
  const { seller } = await held();
  const people = [await aSellerPerson(), await aSellerPerson()];
  const conexoes: string[] = [];
  for (const person of people) conexoes.push((await connect(person, seller)).json().conexao);
  const answers = await Promise.all(
    people.map((person, n) => person.post(`/api/contas/conexoes/${conexoes[n]}/mover`)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toContain(201);
  const active = await sql(
    'select empresa_id, id from mercado_livre_config where user_ml_id = $1 and active',
    [seller],
  );
  expect(active).toHaveLength(1);
  expect(
    await sql(
      'select empresa_id, conta_id as id from marketplaces.mercado_livre_donos where user_ml_id = $1',
      [seller],
    ),
  ).toEqual(active);
  expect(await whoIs(active[0].empresa_id, active[0].id)).toMatchObject({ userId: String(seller) });
});

test('once the holder has let it go, it is connected, not moved', async () => {
  const { holder, seller, id } = await held();
  const bruno = await aSellerPerson();
  const { conexao } = (await connect(bruno, seller)).json();
  await holder.delete(`/api/contas/${id}`);
  const refused = await bruno.post(`/api/contas/conexoes/${conexao}/mover`);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().conexao).toBeUndefined();
  expect((await connect(bruno, seller)).statusCode).toBe(201);
});
