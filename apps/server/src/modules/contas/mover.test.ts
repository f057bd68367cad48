import { expect, test } from 'vitest';
import { openTokens } from '#modules/contas/tokens.ts';
import { openMarketplaces } from '#modules/marketplace/marketplace.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/secrets/vault.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { openBudget } from './budget.ts';

/** These tests cover an account that another empresa already holds. */
const prumo = await mercadoLivreApp();
const { anEmpresa, aSeller, connect, sql, config, openPool } = prumo;

const db = openPool(4);
const marketplace = openMercadoLivre({
  config,
  budget: openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 }),
});
const tokens = openTokens({
  db,
  vault: openVault(config.SECRET_KEYS),
  marketplaces: openMarketplaces([marketplace]),
  log: openLog('silent'),
});
const whoIs = (empresaId: string, contaId: string) =>
  tokens.withToken({ empresaId, contaId }, (accessToken) => marketplace.me(accessToken));

async function held() {
  const holder = await anEmpresa('Loja da Ana');
  const seller = await aSeller();
  const { id } = (await connect(holder, seller)).json();
  return { holder, seller, id };
}

test('an account held elsewhere is refused with a message and keeps working there', async () => {
  const { holder, seller, id } = await held();
  const bruno = await anEmpresa();
  const refused = await connect(bruno, seller);
  expect(refused.statusCode, refused.body).toBe(409);
  expect(refused.json()).toMatchObject({ codigo: 'conflict', conexao: expect.any(String) });
  expect(refused.json().mensagem).toContain('em outra empresa');
  expect(refused.body).not.toContain('Loja da Ana');
  expect(refused.body).not.toContain(holder.empresaId);
  expect((await bruno.get('/api/contas')).json().itens).toEqual([]);
  // The attempt ended the holder's grant, and the new grant went to the holder.
  expect(await whoIs(holder.empresaId, id)).toMatchObject({ sellerId: String(seller) });
  await sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [id]);
  expect(await whoIs(holder.empresaId, id)).toMatchObject({ sellerId: String(seller) });
});

test('a membro of the holder’s empresa sees its name in the refusal', async () => {
  const { holder, seller } = await held();
  const bruno = await anEmpresa();
  await sql("insert into membros (empresa_id, user_id, papel) values ($1, $2, 'administrador')", [
    holder.empresaId,
    bruno.userId,
  ]);
  expect((await connect(bruno, seller)).json().mensagem).toContain('na empresa Loja da Ana');
});

test('a move disconnects the conta there, creates a working one here, and succeeds once', async () => {
  const { holder, seller, id } = await held();
  const bruno = await anEmpresa();
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
    await sql('select empresa_id, conta_id from marketplaces.donos where seller_id = $1', [seller]),
  ).toEqual([{ empresa_id: bruno.empresaId, conta_id: conta.id }]);
  expect(await whoIs(bruno.empresaId, conta.id)).toMatchObject({ sellerId: String(seller) });
  await expect(whoIs(holder.empresaId, id)).rejects.toThrow('perdeu a autorização');
  expect((await bruno.post(`/api/contas/conexoes/${conexao}/mover`)).statusCode).toBe(404);
});

test('only the session that proved the account moves it, within ten minutes', async () => {
  const { holder, seller, id } = await held();
  const bruno = await anEmpresa();
  const { conexao } = (await connect(bruno, seller)).json();
  const path = `/api/contas/conexoes/${conexao}/mover`;
  const { aSession, cookieOf } = await import('#testing/people.ts');
  const elsewhere = prumo.withCookie(cookieOf(await aSession(prumo.admin, bruno)));
  const colleague = await prumo.aColleague(bruno);
  for (const person of [holder, await anEmpresa(), elsewhere, colleague])
    expect((await person.post(path)).statusCode).toBe(404);
  await sql("update conexoes set proven_at = now() - interval '10 minutes' where id = $1", [conexao]);
  expect((await bruno.post(path)).statusCode).toBe(404);
  expect(await sql('select active from mercado_livre_config where id = $1', [id])).toEqual([
    { active: true },
  ]);
});

test('two empresas that move an account concurrently leave exactly one holder', async () => {
  const { seller } = await held();
  const people = [await anEmpresa(), await anEmpresa()];
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
    await sql('select empresa_id, conta_id as id from marketplaces.donos where seller_id = $1', [seller]),
  ).toEqual(active);
  expect(await whoIs(active[0].empresa_id, active[0].id)).toMatchObject({ sellerId: String(seller) });
});

test('an account that its holder has disconnected is connected, not moved', async () => {
  const { holder, seller, id } = await held();
  const bruno = await anEmpresa();
  const { conexao } = (await connect(bruno, seller)).json();
  await holder.delete(`/api/contas/${id}`);
  const refused = await bruno.post(`/api/contas/conexoes/${conexao}/mover`);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().conexao).toBeUndefined();
  expect((await connect(bruno, seller)).statusCode).toBe(201);
});
