import { expect, test } from 'vitest';
import { openMarketplaces } from '#modules/marketplace/marketplace.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/secrets/vault.ts';
import { MARKETPLACE, mercadoLivreApp } from '#testing/mercado-livre.ts';
import { openBudget } from './budget.ts';
import { contasHandlers, keepContas, revokeConta } from './contas.job.ts';
import { openTokens } from './tokens.ts';

const prumo = await mercadoLivreApp();
const { anEmpresa, aSeller, connect, sql, callsOf, misbehave, control, config, openPool } = prumo;

const db = openPool(6);
const marketplace = openMercadoLivre({
  config,
  budget: openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 }),
});
const vault = openVault(config.SECRET_KEYS);
const log = openLog('silent');
const tokens = openTokens({ db, vault, marketplaces: openMarketplaces([marketplace]), log });
const handlers = contasHandlers({ db, vault, tokens, log });
const run = async (kind: { name: string }, data: object = {}) => {
  const handler = handlers.find((each) => each.kind.name === kind.name);
  await handler?.run(data as never);
};

const REVOKE = 'DELETE /users/:id/applications/:app';

async function aConta() {
  const ana = await anEmpresa();
  const seller = await aSeller();
  const { id } = (await connect(ana, seller)).json();
  return {
    ana,
    seller,
    id,
    data: { empresa_id: ana.empresaId, conta_id: id },
    disconnect: () => ana.delete(`/api/contas/${id}`),
    tokensLeft: async () => (await sql('select from mercado_livre_tokens where conta_id = $1', [id])).length,
    revocations: () => callsOf(REVOKE, seller),
  };
}

test('a disconnected conta is revoked once at Mercado Livre and its tokens are deleted, and a second run does nothing', async () => {
  const { disconnect, data, tokensLeft, revocations } = await aConta();
  await disconnect();
  expect(await tokensLeft()).toBe(1);
  for (let n = 0; n < 2; n++) await run(revokeConta, data);
  expect(await tokensLeft()).toBe(0);
  expect(await revocations()).toBe(1);
});

test('while Mercado Livre is down a disconnection still succeeds, and a retry revokes the tokens later', async () => {
  const { disconnect, data, tokensLeft, revocations, seller, ana } = await aConta();
  await misbehave({ 'mercado-livre': '503', rota: `${REVOKE} ${seller}`, vezes: 2 });
  expect((await disconnect()).statusCode).toBe(200);
  expect((await ana.get('/api/contas')).json().itens).toEqual([]);
  for (let n = 0; n < 2; n++) await expect(run(revokeConta, data)).rejects.toThrow();
  expect(await tokensLeft()).toBe(1);
  await run(revokeConta, data);
  expect(await tokensLeft()).toBe(0);
  expect(await revocations()).toBe(3);
});

test('an expired access token is refreshed in order to revoke', async () => {
  const { disconnect, data, tokensLeft, revocations, seller, id } = await aConta();
  await disconnect();
  await control(`/vendedores/${seller}/expirar`);
  await sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [id]);
  await run(revokeConta, data);
  expect(await tokensLeft()).toBe(0);
  expect(await revocations()).toBe(1);
});

test('the tokens of an authorization that the seller has already ended are deleted without a revocation', async () => {
  const { disconnect, data, tokensLeft, seller } = await aConta();
  await disconnect();
  await control(`/vendedores/${seller}/revogar`);
  await run(revokeConta, data);
  expect(await tokensLeft()).toBe(0);
});

test('revoking an old conta does not cut off the account that was connected again, here or elsewhere', async () => {
  for (const next of [undefined, await anEmpresa()]) {
    const { ana, disconnect, data, tokensLeft, revocations, seller } = await aConta();
    await disconnect();
    const back = (await connect(next ?? ana, seller)).json();
    await run(revokeConta, data);
    expect(await tokensLeft()).toBe(0);
    expect(await revocations()).toBe(0);
    const conta = { empresaId: (next ?? ana).empresaId, contaId: back.id };
    expect(await tokens.withToken(conta, (accessToken) => marketplace.me(accessToken))).toMatchObject({
      sellerId: String(seller),
    });
  }
});

test('an active conta is never revoked', async () => {
  const { data, tokensLeft, revocations } = await aConta();
  await run(revokeConta, data);
  expect(await tokensLeft()).toBe(1);
  expect(await revocations()).toBe(0);
});

test('keepContas refreshes expiring tokens, asks for a missing nickname, finishes revocations, and leaves the rest', async () => {
  const [due, fine, forgotten, dead] = [await aConta(), await aConta(), await aConta(), await aConta()];
  await sql("update mercado_livre_tokens set expires_at = now() - interval '2 months' where conta_id = $1", [
    due.id,
  ]);
  await sql('alter table mercado_livre_config disable trigger mercado_livre_config_historico');
  await sql('update mercado_livre_config set nickname = null where id = $1', [due.id]);
  await sql('alter table mercado_livre_config enable trigger mercado_livre_config_historico');
  await forgotten.disconnect();
  await sql("update mercado_livre_config set updated_at = now() - interval '20 minutes' where id = $1", [
    forgotten.id,
  ]);
  await control(`/vendedores/${dead.seller}/senha`);
  await sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [dead.id]);
  await sql("update conexoes set expires_at = now() - interval '2 hours' where empresa_id = $1", [
    fine.ana.empresaId,
  ]);
  const refreshes = async ({ seller }: { seller: number }) =>
    (await callsOf('POST /oauth/token', seller)) - 1;
  for (let n = 0; n < 2; n++) await run(keepContas);
  expect(await refreshes(due)).toBe(1);
  expect((await due.ana.get(`/api/contas/${due.id}`)).json().nickname).toMatch(/^VENDEDOR/);
  expect(await refreshes(fine)).toBe(0);
  expect(await forgotten.tokensLeft()).toBe(0);
  expect((await dead.ana.get(`/api/contas/${dead.id}`)).json().situacao).toBe('reconectar');
  expect(await refreshes(dead)).toBe(1);
  expect(await sql('select from conexoes where empresa_id = $1', [fine.ana.empresaId])).toEqual([]);
});

test('no transaction is open during a revocation, and the account cannot be connected meanwhile', async () => {
  const { ana, seller, disconnect, data, tokensLeft } = await aConta();
  await disconnect();
  const lease = '00000000-0000-4000-8000-000000000001';
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const slow = {
    ...marketplace,
    async revoke(accessToken: string, sellerId: string) {
      asked.resolve();
      await answer.promise;
      await marketplace.revoke(accessToken, sellerId);
    },
  };
  const slowTokens = openTokens({ db, vault, marketplaces: openMarketplaces([slow]), log });
  const revoking = contasHandlers({ db, vault, tokens: slowTokens, log })
    .find(({ kind }) => kind.name === revokeConta.name)
    ?.run(data as never);
  await asked.promise;
  const open = await sql(
    `select query from pg_stat_activity where datname = current_database() and usename = 'app'
       and state like 'idle in transaction%'`,
  );
  expect(open).toEqual([]);
  // Another worker with the same job does not revoke too.
  await expect(run(revokeConta, data)).rejects.toThrow('another process');
  const connecting = connect(ana, seller);
  // The code has been exchanged, and the request waits to store its tokens.
  await expect.poll(() => callsOf('POST /oauth/token', seller)).toBe(2);
  expect(await sql('select from marketplaces.donos where seller_id = $1', [seller])).toEqual([]);
  answer.resolve();
  await revoking;
  await connecting;
  expect(await tokensLeft()).toBe(0);
  expect(await sql('select from marketplaces.revogacoes where seller_id = $1', [seller])).toEqual([]);
  // The lease of a process that died expires.
  await sql('insert into marketplaces.revogacoes values ($1, $2, $3, now())', [MARKETPLACE, seller, lease]);
  expect((await connect(ana, seller)).json()).toMatchObject({ situacao: 'ativa' });
});

// Stays the last test: its worker would take the jobs of the others.
test('a running worker revokes a disconnected conta by itself', async () => {
  await prumo.startWorker();
  const { disconnect, tokensLeft, revocations, seller } = await aConta();
  await misbehave({ 'mercado-livre': 'fora', rota: `${REVOKE} ${seller}` });
  await disconnect();
  await expect.poll(tokensLeft).toBe(0);
  expect(await revocations()).toBe(2);
});
