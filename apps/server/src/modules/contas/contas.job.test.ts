import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openDatabase } from '#platform/db.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/vault.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { openBudget } from './budget.ts';
import { contasHandlers, keepContas, revokeConta } from './contas.job.ts';
import { openTokens } from './tokens.ts';

const prumo = await mercadoLivreApp();
const { aSellerPerson, aSeller, connect, sql, callsOf, misbehave, control, config } = prumo;

const db = openDatabase({ url: config.DATABASE_URL, pool: 6, onError: () => {} });
const marketplace = openMercadoLivre({
  config,
  budget: openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 }),
});
const vault = openVault(config.SECRET_KEYS);
const log = openLog('silent');
const tokens = openTokens({ db, vault, marketplace, log });
const handlers = contasHandlers({ db, vault, tokens, marketplace, log });
const run = async (kind: { name: string }, data: object = {}) => {
  const handler = handlers.find((each) => each.kind.name === kind.name);
  await handler?.run(data as never);
};

const REVOKE = 'DELETE /users/:id/applications/:app';

async function aConta() {
  const ana = await aSellerPerson();
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

test('a disconnected conta is revoked at Mercado Livre, once, and its tokens go; a second run finds nothing to do', async () => {
  const { disconnect, data, tokensLeft, revocations } = await aConta();
  await disconnect();
  expect(await tokensLeft()).toBe(1);
  for (let n = 0; n < 2; n++) await run(revokeConta, data);
  expect(await tokensLeft()).toBe(0);
  expect(await revocations()).toBe(1);
});

test('while Mercado Livre is down it is answered at once all the same, the tokens wait, and the next try revokes', async () => {
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

test('an access token that ran out meanwhile is renewed in order to revoke', async () => {
  const { disconnect, data, tokensLeft, revocations, seller, id } = await aConta();
  await disconnect();
  await control(`/vendedores/${seller}/expirar`);
  await sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [id]);
  await run(revokeConta, data);
  expect(await tokensLeft()).toBe(0);
  expect(await revocations()).toBe(1);
});

test('what the seller has ended there already is simply forgotten here', async () => {
  const { disconnect, data, tokensLeft, seller } = await aConta();
  await disconnect();
  await control(`/vendedores/${seller}/revogar`);
  await run(revokeConta, data);
  expect(await tokensLeft()).toBe(0);
});

test('a conta connected again meanwhile, here or elsewhere, is not cut off by the revocation of the old one', async () => {
  for (const next of [undefined, await aSellerPerson()]) {
    const { ana, disconnect, data, tokensLeft, revocations, seller } = await aConta();
    await disconnect();
    const back = (await connect(next ?? ana, seller)).json();
    await run(revokeConta, data);
    expect(await tokensLeft()).toBe(0);
    expect(await revocations()).toBe(0);
    const conta = { empresaId: (next ?? ana).empresaId, contaId: back.id };
    expect(await tokens.withToken(conta, (accessToken) => marketplace.me(accessToken))).toMatchObject({
      userId: String(seller),
    });
  }
});

test('an active conta is never revoked', async () => {
  const { data, tokensLeft, revocations } = await aConta();
  await run(revokeConta, data);
  expect(await tokensLeft()).toBe(1);
  expect(await revocations()).toBe(0);
});

test('keeping renews what is about to run out, asks for a missing name, finishes revocations, and leaves the rest', async () => {
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

test('the worker does it by itself', async () => {
  await prumo.startWorker();
  const { disconnect, tokensLeft, revocations, seller } = await aConta();
  await misbehave({ 'mercado-livre': 'fora', rota: `${REVOKE} ${seller}` });
  await disconnect();
  for (let tries = 0; tries < 200 && (await tokensLeft()) > 0; tries++) await sleep(100);
  expect(await tokensLeft()).toBe(0);
  expect(await revocations()).toBe(2);
});
