import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openDatabase } from '#platform/db.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/vault.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { openBudget } from './budget.ts';
import { MarketplaceError } from './marketplace.ts';
import type { ContaRef } from './tokens.queries.ts';
import { openTokens } from './tokens.ts';

const prumo = await mercadoLivreApp();
const { aSellerPerson, aSeller, connect, sql, callsOf, misbehave, control } = prumo;
const log = openLog('silent');

/** What a process of its own has: connections, single flights, pauses. */
function aProcess(settings: Record<string, string> = {}, pool = 10) {
  const config = { ...prumo.config, ...settings };
  const db = openDatabase({ url: config.DATABASE_URL, pool, onError: () => {} });
  const budget = openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 });
  const marketplace = openMercadoLivre({ config, budget });
  const tokens = openTokens({ db, vault: openVault(config.SECRET_KEYS), marketplace, log });
  return {
    db,
    tokens,
    marketplace,
    who: (conta: ContaRef) => tokens.withToken(conta, (accessToken) => marketplace.me(accessToken)),
  };
}
const here = aProcess();

async function aConta() {
  const ana = await aSellerPerson();
  const seller = await aSeller();
  const { id } = (await connect(ana, seller)).json();
  const conta: ContaRef = { empresaId: ana.empresaId, contaId: id };
  return {
    ana,
    seller,
    conta,
    lapse: () =>
      sql("update mercado_livre_tokens set expires_at = now() + interval '4 minutes' where conta_id = $1", [
        id,
      ]),
    situacao: async () =>
      (await sql('select situacao from mercado_livre_config where id = $1', [id]))[0]?.situacao,
    row: async () => (await sql('select * from mercado_livre_tokens where conta_id = $1', [id]))[0],
    /** All but the exchange itself. */
    refreshes: async () => (await callsOf('POST /oauth/token', seller)) - 1,
  };
}

test('a token good for more than five minutes is used as it is', async () => {
  const { conta, seller, refreshes } = await aConta();
  for (let n = 0; n < 3; n++) expect(await here.who(conta)).toMatchObject({ userId: String(seller) });
  expect(await refreshes()).toBe(0);
});

test('of 16 who race over an expiry in four processes one refreshes, and all get in', async () => {
  const { conta, seller, lapse, refreshes, row } = await aConta();
  const processes = [here, aProcess(), aProcess(), aProcess()];
  for (let expiry = 1; expiry <= 5; expiry++) {
    await lapse();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => processes[n % processes.length]?.who(conta)),
    );
    for (const answer of answers) expect(answer).toMatchObject({ userId: String(seller) });
    expect(await refreshes()).toBe(expiry);
  }
  expect((await row())?.versao).toBe(6);
});

test('a refresh token that is worth nothing is tried once: the conta says to reconnect, and is left alone', async () => {
  const { ana, conta, seller, lapse, refreshes, situacao } = await aConta();
  await control(`/vendedores/${seller}/senha`);
  await lapse();
  const refusals = await Promise.allSettled(Array.from({ length: 16 }, () => here.who(conta)));
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
  expect(await situacao()).toBe('reconectar');
  expect(await refreshes()).toBe(1);
  await expect(here.who(conta)).rejects.toThrow('Reconecte-a');
  expect(await refreshes()).toBe(1);
  expect((await ana.get('/api/contas')).json().itens[0].situacao).toBe('reconectar');
  expect((await connect(ana, seller)).json()).toMatchObject({ id: conta.contaId, situacao: 'ativa' });
  expect(await here.who(conta)).toMatchObject({ userId: String(seller) });
});

test('an answer that never came may have been given: the second try tells, and the conta says to reconnect', async () => {
  for (const fault of ['fora-depois', 'truncado', '200-erro', 'campo-ausente']) {
    const { conta, seller, lapse, refreshes, situacao } = await aConta();
    await misbehave({ 'mercado-livre': fault, rota: `POST /oauth/token ${seller}` });
    await lapse();
    await expect(aProcess().who(conta), fault).rejects.toMatchObject({ code: 'conflict' });
    expect(await situacao(), fault).toBe('reconectar');
    expect(await refreshes(), fault).toBe(2);
  }
});

test('a connection that broke before anything happened costs nothing but the second try', async () => {
  const { conta, seller, lapse, refreshes, situacao } = await aConta();
  await misbehave({ 'mercado-livre': 'fora', rota: `POST /oauth/token ${seller}` });
  await lapse();
  expect(await here.who(conta)).toMatchObject({ userId: String(seller) });
  expect(await situacao()).toBe('ativa');
  expect(await refreshes()).toBe(2);
});

test('while Mercado Livre is down the conta stays as it is, is asked less often, and goes on afterwards', async () => {
  for (const fault of ['500', '503', '429', '429-texto']) {
    const { conta, seller, lapse, refreshes, situacao } = await aConta();
    const own = aProcess();
    await misbehave({ 'mercado-livre': fault, rota: `POST /oauth/token ${seller}` });
    await lapse();
    for (let n = 0; n < 3; n++)
      await expect(own.who(conta), fault).rejects.toMatchObject({ code: 'upstream' });
    expect(await situacao(), fault).toBe('ativa');
    expect(await refreshes(), fault).toBe(1);
    expect(await aProcess().who(conta), fault).toMatchObject({ userId: String(seller) });
  }
});

test('while Mercado Livre does not answer, refreshes leave connections to everybody else', async () => {
  const contas = [await aConta(), await aConta(), await aConta()];
  const small = aProcess({}, 3);
  for (const { seller, lapse } of contas) {
    await misbehave({ 'mercado-livre': 'lento', rota: `POST /oauth/token ${seller}` });
    await lapse();
  }
  const refreshing = Promise.allSettled(contas.map(({ conta }) => small.who(conta)));
  let slowest = 0;
  for (let n = 0; n < 20; n++) {
    const asked = performance.now();
    await small.db.global('select pg_sleep(0.05)');
    slowest = Math.max(slowest, performance.now() - asked);
  }
  expect(slowest).toBeLessThan(1000);
  for (const refused of await refreshing) expect(refused.status).toBe('rejected');
}, 30_000);

test('a token we believed in and Mercado Livre does not is refreshed once, and the call made again', async () => {
  const { conta, seller, refreshes } = await aConta();
  await control(`/vendedores/${seller}/expirar`);
  const answers = await Promise.all(Array.from({ length: 8 }, () => here.who(conta)));
  for (const answer of answers) expect(answer).toMatchObject({ userId: String(seller) });
  expect(await refreshes()).toBe(1);
});

test('one that is refused with the new token too is tried again later: its grant could be renewed', async () => {
  const { conta, seller, refreshes, situacao } = await aConta();
  const { who } = aProcess();
  await misbehave({ 'mercado-livre': '401', rota: `GET /users/me ${seller}`, vezes: 3 });
  await expect(who(conta)).rejects.toMatchObject({ code: 'upstream' });
  // Not refreshed for every call that is refused.
  await expect(who(conta)).rejects.toMatchObject({ code: 'upstream' });
  expect(await refreshes()).toBe(1);
  expect(await situacao()).toBe('ativa');
  expect(await who(conta)).toMatchObject({ userId: String(seller) });
});

test('one that is refused for an hour must be connected again', async () => {
  const { conta, seller, situacao } = await aConta();
  const { who } = aProcess();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await misbehave({ 'mercado-livre': '401', rota: `GET /users/me ${seller}`, vezes: 6 });
  await expect(who(conta)).rejects.toMatchObject({ code: 'upstream' });
  vi.setSystemTime(Date.now() + 59 * 60_000);
  await expect(who(conta)).rejects.toMatchObject({ code: 'upstream' });
  expect(await situacao()).toBe('ativa');
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await expect(who(conta)).rejects.toMatchObject({ code: 'conflict' });
  expect(await situacao()).toBe('reconectar');
});

test('what is forbidden refreshes nothing', async () => {
  const { conta, seller, refreshes, situacao } = await aConta();
  await misbehave({ 'mercado-livre': '403', rota: `GET /users/me ${seller}` });
  await expect(here.who(conta)).rejects.toSatisfy(
    (error) => error instanceof MarketplaceError && error.kind === 'forbidden',
  );
  expect(await refreshes()).toBe(0);
  expect(await situacao()).toBe('ativa');
});

test('killed between the answer and the commit, the next use says to reconnect', async () => {
  const { conta, lapse, refreshes, situacao, row } = await aConta();
  await lapse();
  const before = await row();
  const cut = await aProxy(async () => {
    // The answer is on its way back: whoever waits for it loses the connection to the database now.
    await sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app' and state = 'idle in transaction' and datname = current_database()",
    );
  });
  await expect(aProcess({ MERCADO_LIVRE_API_URL: cut }).who(conta)).rejects.toThrow();
  expect(await row()).toEqual(before);
  expect(await refreshes()).toBe(1);
  expect(await situacao()).toBe('ativa');
  await expect(aProcess().who(conta)).rejects.toMatchObject({ code: 'conflict' });
  expect(await situacao()).toBe('reconectar');
  await expect(here.who(conta)).rejects.toThrow('Reconecte-a');
  expect(await refreshes()).toBe(2);
});

/** Passes everything on to the sandbox, and does something between its answer and ours. */
async function aProxy(between: () => Promise<void>): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { host, ...headers } = incoming.headers;
    const answer = await fetch(`${prumo.sandbox.url}/mercado-livre${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: Readable.toWeb(incoming) as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    const body = Buffer.from(await answer.arrayBuffer());
    await between();
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('both tokens are sealed to their own row, and open in no other', async () => {
  const one = await aConta();
  const other = await aConta();
  const [row, stranger] = [await one.row(), await other.row()];
  for (const value of [row?.access_token, row?.refresh_token])
    expect(value).toMatch(/^v1\.t1\.[\w-]+\.[\w-]+$/);
  const issued = await prumo.issued();
  const [dump] = await sql("select string_agg(to_jsonb(t)::text, ' ') as all from mercado_livre_tokens t");
  for (const token of issued) expect(dump?.all).not.toContain(token);
  await sql('update mercado_livre_tokens set access_token = $1, refresh_token = $2 where conta_id = $3', [
    row?.access_token,
    row?.refresh_token,
    other.conta.contaId,
  ]);
  await expect(here.who(other.conta)).rejects.toThrow();
  await sql('update mercado_livre_tokens set access_token = $1, refresh_token = $2 where conta_id = $3', [
    stranger?.refresh_token,
    stranger?.access_token,
    other.conta.contaId,
  ]);
  await expect(here.who(other.conta)).rejects.toThrow();
});
