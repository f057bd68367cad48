import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import { openMarketplaces } from '#modules/marketplace/marketplace.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/secrets/vault.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { openBudget } from './budget.ts';
import { openRefresher } from './refresh.ts';
import type { ContaRef } from './tokens.queries.ts';
import { openTokens } from './tokens.ts';

const prumo = await mercadoLivreApp();
const { anEmpresa, aSeller, connect, sql, callsOf, misbehave, control, openPool } = prumo;
const log = openLog('silent');

/** Opens the objects that each process has for itself: connections, refreshes under way and pauses. */
function aProcess(settings: Record<string, string> = {}, pool = 10) {
  const config = { ...prumo.config, ...settings };
  const db = openPool(pool);
  const budget = openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 });
  const marketplace = openMercadoLivre({ config, budget });
  const tokens = openTokens({
    db,
    vault: openVault(config.SECRET_KEYS),
    marketplaces: openMarketplaces([marketplace]),
    log,
  });
  return {
    db,
    tokens,
    marketplace,
    who: (conta: ContaRef) => tokens.withToken(conta, (accessToken) => marketplace.me(accessToken)),
  };
}
const here = aProcess();

async function aConta() {
  const ana = await anEmpresa();
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
    /** Counts the refreshes, without the first exchange of the code. */
    refreshes: async () => (await callsOf('POST /oauth/token', seller)) - 1,
  };
}

test('a token valid for more than five minutes is used as it is', async () => {
  const { conta, seller, refreshes } = await aConta();
  for (let n = 0; n < 3; n++) expect(await here.who(conta)).toMatchObject({ sellerId: String(seller) });
  expect(await refreshes()).toBe(0);
});

test('one of 16 concurrent calls in four processes refreshes an expired token, and all calls succeed', async () => {
  const { conta, seller, lapse, refreshes, row } = await aConta();
  const processes = [here, aProcess(), aProcess(), aProcess()];
  for (let expiry = 1; expiry <= 5; expiry++) {
    await lapse();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => processes[n % processes.length]?.who(conta)),
    );
    for (const answer of answers) expect(answer).toMatchObject({ sellerId: String(seller) });
    expect(await refreshes()).toBe(expiry);
  }
  expect((await row())?.versao).toBe(6);
});

test('a void refresh token is tried once, and the conta is set to reconectar and left alone', async () => {
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
  expect(await here.who(conta)).toMatchObject({ sellerId: String(seller) });
});

test('after a lost answer the second try is refused, and the conta is set to reconectar', async () => {
  for (const fault of ['fora-depois', 'truncado', '200-erro', 'campo-ausente']) {
    const { conta, seller, lapse, refreshes, situacao } = await aConta();
    await misbehave({ 'mercado-livre': fault, rota: `POST /oauth/token ${seller}` });
    await lapse();
    await expect(aProcess().who(conta), fault).rejects.toMatchObject({ code: 'conflict' });
    expect(await situacao(), fault).toBe('reconectar');
    expect(await refreshes(), fault).toBe(2);
  }
});

test('after a connection that broke before the request took effect the second try succeeds', async () => {
  const { conta, seller, lapse, refreshes, situacao } = await aConta();
  await misbehave({ 'mercado-livre': 'fora', rota: `POST /oauth/token ${seller}` });
  await lapse();
  expect(await here.who(conta)).toMatchObject({ sellerId: String(seller) });
  expect(await situacao()).toBe('ativa');
  expect(await refreshes()).toBe(2);
});

test('while Mercado Livre is down the conta stays ativa, is tried less often, and recovers afterwards', async () => {
  for (const fault of ['500', '503', '429', '429-texto']) {
    const { conta, seller, lapse, refreshes, situacao } = await aConta();
    const own = aProcess();
    await misbehave({ 'mercado-livre': fault, rota: `POST /oauth/token ${seller}` });
    await lapse();
    for (let n = 0; n < 3; n++)
      await expect(own.who(conta), fault).rejects.toMatchObject({ code: 'upstream' });
    expect(await situacao(), fault).toBe('ativa');
    expect(await refreshes(), fault).toBe(1);
    expect(await aProcess().who(conta), fault).toMatchObject({ sellerId: String(seller) });
  }
});

test('while Mercado Livre does not answer, refreshes occupy no database connections', async () => {
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
});

test('a token that Mercado Livre refuses is refreshed once, and the call is repeated', async () => {
  const { conta, seller, refreshes } = await aConta();
  await control(`/vendedores/${seller}/expirar`);
  const answers = await Promise.all(Array.from({ length: 8 }, () => here.who(conta)));
  for (const answer of answers) expect(answer).toMatchObject({ sellerId: String(seller) });
  expect(await refreshes()).toBe(1);
});

test('a conta whose refreshed token is refused too stays ativa and is tried again later', async () => {
  const { conta, seller, refreshes, situacao } = await aConta();
  const { who } = aProcess();
  await misbehave({ 'mercado-livre': '401', rota: `GET /users/me ${seller}`, vezes: 3 });
  await expect(who(conta)).rejects.toMatchObject({ code: 'upstream' });
  // This refused call causes no refresh.
  await expect(who(conta)).rejects.toMatchObject({ code: 'upstream' });
  expect(await refreshes()).toBe(1);
  expect(await situacao()).toBe('ativa');
  expect(await who(conta)).toMatchObject({ sellerId: String(seller) });
});

test('a conta whose refreshed tokens are refused for an hour is set to reconectar', async () => {
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

test('a forbidden call causes no refresh', async () => {
  const { conta, seller, refreshes, situacao } = await aConta();
  await misbehave({ 'mercado-livre': '403', rota: `GET /users/me ${seller}` });
  await expect(here.who(conta)).rejects.toSatisfy(
    (error) => error instanceof MarketplaceError && error.kind === 'forbidden',
  );
  expect(await refreshes()).toBe(0);
  expect(await situacao()).toBe('ativa');
});

test('no transaction is open during a call to Mercado Livre', async () => {
  const { conta, seller, lapse } = await aConta();
  await lapse();
  const open: unknown[] = [];
  const watched = await aProxy(async () => {
    open.push(
      ...(await sql(
        `select query from pg_stat_activity where usename = 'app' and state like 'idle in transaction%'
           and datname = current_database()`,
      )),
    );
  });
  expect(await aProcess({ MERCADO_LIVRE_API_URL: watched }).who(conta)).toMatchObject({
    sellerId: String(seller),
  });
  expect(open).toEqual([]);
});

test('a database that fails between the answer and the write loses nothing: the tokens are written later', async () => {
  const { conta, seller, lapse, refreshes, situacao, row } = await aConta();
  await lapse();
  const cut = await aProxy(async () => {
    await sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app' and datname = current_database()",
    );
  });
  expect(await aProcess({ MERCADO_LIVRE_API_URL: cut }).who(conta)).toMatchObject({
    sellerId: String(seller),
  });
  expect((await row())?.versao).toBe(2);
  expect(await situacao()).toBe('ativa');
  expect(await refreshes()).toBe(1);
});

test('when a process dies between the answer and the write, the next one sets reconectar after the lease', async () => {
  const { conta, lapse, refreshes, situacao, row } = await aConta();
  await lapse();
  const before = await row();
  const answered = Promise.withResolvers<void>();
  // The process gets no answer and does nothing more, as if it were dead.
  const silent = await aProxy(async () => {
    answered.resolve();
    await new Promise(() => {});
  });
  const dead = aProcess({ MERCADO_LIVRE_API_URL: silent });
  void dead.who(conta).catch(() => {});
  await answered.promise;
  await dead.db.close();
  expect(await row()).toMatchObject({ versao: before?.versao, lease_id: expect.any(String) });
  expect(await refreshes()).toBe(1);
  expect(await situacao()).toBe('ativa');
  await expect(aProcess().who(conta)).rejects.toMatchObject({ code: 'conflict' });
  expect(await situacao()).toBe('reconectar');
  await expect(here.who(conta)).rejects.toThrow('Reconecte-a');
  expect(await refreshes()).toBe(2);
});

test('a lease is renewed while the answer is pending', async () => {
  const { conta, seller, lapse, refreshes, row } = await aConta();
  await lapse();
  const slow = await aProxy(async () => {
    const until = (await row())?.leased_until.getTime();
    await expect
      .poll(async () => (await row())?.leased_until.getTime(), { timeout: 3500 })
      .toBeGreaterThan(until);
  });
  expect(await aProcess({ MERCADO_LIVRE_API_URL: slow }).who(conta)).toMatchObject({
    sellerId: String(seller),
  });
  expect(await refreshes()).toBe(1);
  expect(await row()).toMatchObject({ lease_id: null, leased_until: null });
});

test('a process that lost its lease but got the tokens writes them and sets the conta to ativa', async () => {
  const { conta, seller, lapse, situacao, row } = await aConta();
  await lapse();
  const other = aProcess();
  const late = await aProxy(async () => {
    await sql('update mercado_livre_tokens set leased_until = now() where conta_id = $1', [conta.contaId]);
    // The other process asks with the used-up token and sets `reconectar`.
    await expect(other.who(conta)).rejects.toMatchObject({ code: 'conflict' });
    expect(await situacao()).toBe('reconectar');
  });
  expect(await aProcess({ MERCADO_LIVRE_API_URL: late }).tokens.withToken(conta, async () => 'in')).toBe(
    'in',
  );
  expect(await situacao()).toBe('ativa');
  expect((await row())?.versao).toBe(2);
  expect(await here.who(conta)).toMatchObject({ sellerId: String(seller) });
});

test('tokens given for an older version never replace a newer authorization', async () => {
  const { ana, conta, seller, lapse, row } = await aConta();
  await lapse();
  let newer: unknown;
  const late = await aProxy(async () => {
    await connect(ana, seller);
    newer = (await row())?.access_token;
  });
  expect(await aProcess({ MERCADO_LIVRE_API_URL: late }).who(conta)).toMatchObject({
    sellerId: String(seller),
  });
  expect((await row())?.access_token).toBe(newer);
});

/** Passes every request on to the sandbox, and runs `between` after the sandbox's answer to a refresh. */
async function aProxy(between: () => Promise<void>): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { host, ...headers } = incoming.headers;
    const answer = await fetch(`${prumo.sandbox.url}/mercado-livre${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(incoming.method === 'POST' && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
    } as RequestInit);
    const body = Buffer.from(await answer.arrayBuffer());
    if (incoming.method === 'POST') await between();
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('both tokens are sealed for their own row and column and open in no other', async () => {
  const one = await aConta();
  const other = await aConta();
  const [row, stranger] = [await one.row(), await other.row()];
  for (const value of [row?.access_token, row?.refresh_token])
    expect(value).toMatch(/^v1\.local\.[\w-]+\.[\w-]+$/);
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

test('a refusal of older tokens is not logged as the end of the authorization', async () => {
  const { conta, row, situacao } = await aConta();
  const warn = vi.fn();
  const refresher = openRefresher({
    db: here.db,
    vault: openVault(prumo.config.SECRET_KEYS),
    marketplaces: openMarketplaces([here.marketplace]),
    log: Object.assign(openLog('silent'), { warn }),
  });
  const versao = Number((await row())?.versao);
  await refresher.giveUp(conta, versao - 1);
  expect(await situacao()).toBe('ativa');
  expect(warn).not.toHaveBeenCalled();
  await refresher.giveUp(conta, versao);
  expect(await situacao()).toBe('reconectar');
  expect(warn).toHaveBeenCalledOnce();
});

test('tokens of an older version do not make a conta active again', async () => {
  const { conta, lapse, row, situacao } = await aConta();
  await lapse();
  const { marketplace } = here;
  const late = {
    ...marketplace,
    async refresh(refreshToken: string) {
      const grant = await marketplace.refresh(refreshToken);
      // Meanwhile the account was connected again, and its new tokens were refused.
      await sql('update mercado_livre_tokens set versao = versao + 1 where conta_id = $1', [conta.contaId]);
      await sql("update mercado_livre_config set situacao = 'reconectar' where id = $1", [conta.contaId]);
      return grant;
    },
  };
  const refresher = openRefresher({
    db: here.db,
    vault: openVault(prumo.config.SECRET_KEYS),
    marketplaces: openMarketplaces([late]),
    log,
  });
  expect(await refresher.refresh(conta, Number((await row())?.versao))).toBeNull();
  expect(await situacao()).toBe('reconectar');
});
