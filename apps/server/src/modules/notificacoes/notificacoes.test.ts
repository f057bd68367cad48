import { MERCADO_LIVRE_CLIENT } from '@prumo/sandbox/mercado-livre/application.ts';
import { afterAll, expect, test } from 'vitest';
import { openBudget } from '#modules/contas/budget.ts';
import { openTokens } from '#modules/contas/tokens.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openDatabase } from '#platform/db.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/vault.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { notificacoesHandler } from './notificacoes.job.ts';
import { openReader } from './reader.ts';
import { openTopics } from './topics.ts';

const prumo = await mercadoLivreApp();
const { app, config, sandbox, sql, control, callsOf, misbehave, behave } = prumo;
const READ = 'GET /orders/:id';

const db = openDatabase({ url: config.DATABASE_URL, pool: 4, onError: () => {} });
afterAll(() => db.close());
const log = openLog('silent');
const marketplace = openMercadoLivre({
  config,
  budget: openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 }),
});
const { client, clientId } = marketplace;
const tokens = openTokens({ db, vault: openVault(config.SECRET_KEYS), marketplace, log });
const told: string[] = [];
const topics = openTopics({
  tokens,
  client,
  anunciosChanged: async (_tx, userMlId, ids) => void told.push(...ids.map((id) => `${userMlId} ${id}`)),
});
const reader = openReader({ db, topics, log });
const recover = () => notificacoesHandler({ db, tokens, client, clientId, log }).run({} as never);

const notify = (message: object) =>
  app.inject({ method: 'POST', url: '/api/notificacoes/mercado-livre', payload: message });
const about = (seller: number, resource: string, topic = 'orders_v2') => ({
  _id: 'f9f08571-1f65-4c46-9e0a-c0f43faa1557',
  resource,
  user_id: seller,
  topic,
  application_id: Number(MERCADO_LIVRE_CLIENT.id),
  attempts: 1,
  sent: new Date().toISOString(),
  received: new Date().toISOString(),
});
const rowsOf = (seller: number) =>
  sql('select * from notificacoes where user_ml_id = $1 order by recurso', [seller]);
let days = 0;
/** As time does, and for longer than anybody else has waited. */
async function passTime(seller: number): Promise<void> {
  days += 1;
  await sql('update notificacoes set proxima_em = now() - make_interval(days => $2) where user_ml_id = $1', [
    seller,
    days,
  ]);
}
const dueOf = async (seller: number) =>
  (await sql('select from notificacoes where user_ml_id = $1 and pendente and proxima_em <= now()', [seller]))
    .length;
async function readAll(seller: number): Promise<void> {
  await passTime(seller);
  while (await reader.step());
}
const pedidosOf = (seller: number) =>
  sql('select id::text, status, total from pedidos where user_ml_id = $1 order by id', [seller]);

async function aShop() {
  const seller = await prumo.aSeller();
  const ana = await prumo.aSellerPerson();
  const conta = (await prumo.connect(ana, seller)).json();
  return { seller, ana, contaId: String(conta.id) };
}
const inSandbox = async (path: string, body: object = {}) => {
  const answer = await fetch(`${sandbox.url}/_mercado-livre${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { id: number; total_amount: number };
};
const sell = (seller: number) => inSandbox(`/vendedores/${seller}/venda`, { precoCentavos: 1990 });

test('whatever is said is answered alike, and only what holds good is kept', async () => {
  const { seller } = await aShop();
  const good = about(seller, '/orders/2195160686');
  const others = [
    about(seller + 999_999, '/orders/2195160686'),
    { ...good, application_id: 1234567890123456 },
    { ...good, application_id: undefined },
    { ...good, user_id: '12 or 1=1' },
    { ...good, user_id: -1 },
    about(seller, '/questions/5036111111', 'questions'),
    about(seller, '/orders/2195160686', 'constructor'),
    about(seller, '/items/MLB123456', 'orders_v2'),
    about(seller, '/orders/2195160686/../../users/me'),
    about(seller, '/orders/2195160686?access_token=1'),
    about(seller, 'https://mau.exemplo/orders/2195160686'),
    about(seller, '/orders/2195160686\n'),
    about(seller, '/orders/%32195160686'),
    about(seller, '/items/MLA123456', 'items'),
    {},
  ];
  for (const message of [...others, good]) {
    const { statusCode, body } = await notify(message);
    expect({ statusCode, body }, JSON.stringify(message)).toEqual({ statusCode: 200, body: '{}' });
  }
  expect(await rowsOf(seller)).toMatchObject([
    { topico: 'orders_v2', recurso: '2195160686', pendente: true },
  ]);
  expect(await rowsOf(seller + 999_999)).toEqual([]);
});

test('the irregular forms of official samples are understood', async () => {
  const { seller } = await aShop();
  const { _id, received, ...rest } = about(seller, '/orders/2000000001');
  const irregular = [
    { ...rest, received },
    { id: _id, ...rest, resource: '/orders/2000000002', received },
    { ...rest, resource: '/orders/2000000003', user_id: String(seller) },
    { ...rest, resource: '/orders/2000000004', recieved: received },
    {
      ...rest,
      resource: '/orders/2000000005',
      application_id: MERCADO_LIVRE_CLIENT.id,
      actions: ['created'],
    },
    { ...rest, resource: '2000000006', sent: 'ontem' },
    about(seller, '/items/MLB2000000007/prices', 'items_prices'),
  ];
  for (const message of irregular) expect((await notify(message)).statusCode).toBe(200);
  expect((await rowsOf(seller)).map(({ recurso }) => String(recurso).slice(-1)).join('')).toBe('1234567');
});

test('what is no notification at all, or too large, is refused before it is looked at', async () => {
  const url = '/api/notificacoes/mercado-livre';
  const send = (payload: string) =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });
  expect((await send('{"a":')).statusCode).toBe(422);
  expect((await send('[]')).statusCode).toBe(422);
  expect((await send(JSON.stringify({ resource: 'x'.repeat(20_000) }))).statusCode).toBe(422);
});

test('however often a thing is told, it is one row and one reading, and what it is now is here', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  const said = Array.from({ length: 300 }, () => notify(about(seller, `/orders/${id}`)));
  expect(new Set((await Promise.all(said)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await rowsOf(seller)).toHaveLength(1);
  await readAll(seller);
  expect(await callsOf(READ, seller)).toBe(1);
  expect(await pedidosOf(seller)).toEqual([{ id: String(id), status: 'paid', total: '19.90' }]);
  expect(await rowsOf(seller)).toMatchObject([{ pendente: false, tentativas: 0 }]);
  await control(`/vendas/${id}/cancelar`);
  await notify(about(seller, `/orders/${id}`));
  await readAll(seller);
  expect(await pedidosOf(seller)).toMatchObject([{ status: 'cancelled' }]);
});

test('what is told while it is being read is read again', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await passTime(seller);
  const interrupted = openReader({
    db,
    log,
    topics: {
      ...topics,
      async orders_v2(claim) {
        const readings = await topics.orders_v2(claim);
        await control(`/vendas/${id}/cancelar`);
        await notify(about(seller, `/orders/${id}`));
        await notify(about(seller, `/orders/${id}`));
        return readings;
      },
    },
  });
  expect(await interrupted.step()).toBe(true);
  expect(await rowsOf(seller)).toMatchObject([{ pendente: true, vez: 2 }]);
  await readAll(seller);
  expect(await rowsOf(seller)).toMatchObject([{ pendente: false }]);
  expect(await pedidosOf(seller)).toMatchObject([{ status: 'cancelled' }]);
  expect(await callsOf(READ, seller)).toBe(2);
});

test('a thing read a moment ago has a rest before it is read again', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await readAll(seller);
  await notify(about(seller, `/orders/${id}`));
  expect(await dueOf(seller)).toBe(0);
  const [row] = await sql(
    "select pendente, proxima_em between now() and now() + interval '10 seconds' as soon from notificacoes where user_ml_id = $1",
    [seller],
  );
  expect(row).toEqual({ pendente: true, soon: true });
});

test('a failure is tried again later, and an answer in parts is asked for again', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  for (const fault of ['forma', '206']) {
    await misbehave({ 'mercado-livre': fault, rota: `${READ} ${seller}` });
    await notify(about(seller, `/orders/${id}`));
    await readAll(seller);
    expect(await rowsOf(seller), fault).toMatchObject([{ pendente: true }]);
    expect(await dueOf(seller), fault).toBe(0);
  }
  await behave();
  await readAll(seller);
  expect(await rowsOf(seller)).toMatchObject([{ pendente: false, tentativas: 0 }]);
  expect(await pedidosOf(seller)).toHaveLength(1);
});

test('what is not there or not the seller’s is asked for once, and many of them are left alone', async () => {
  const [{ seller }, other] = [await aShop(), await prumo.aSeller()];
  const { id } = await sell(other);
  await notify(about(seller, `/orders/${id}`));
  await notify(about(seller, '/orders/99999'));
  await readAll(seller);
  expect(await callsOf(READ, seller)).toBe(2);
  expect(await pedidosOf(seller)).toEqual([]);
  await notify(about(seller, `/orders/${id}`));
  expect(await dueOf(seller)).toBe(0);
  const madeUp = Array.from({ length: 40 }, (_, n) => about(seller, `/orders/${70_000 + n}`));
  await Promise.all(madeUp.map(notify));
  await readAll(seller);
  expect(await callsOf(READ, seller)).toBe(22);
});

test('a worker that was killed while reading is followed by another', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await passTime(seller);
  const killed = openReader({
    db,
    log,
    topics: { ...topics, orders_v2: () => Promise.reject(new Error('killed')) },
  });
  await expect(killed.step()).rejects.toThrow('killed');
  expect(await dueOf(seller)).toBe(0);
  await readAll(seller);
  expect(await pedidosOf(seller)).toHaveLength(1);
});

test('a conta that lost its grant keeps them until it is connected again', async () => {
  const { seller, ana, contaId } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await sql("update mercado_livre_config set situacao = 'reconectar' where id = $1", [contaId]);
  await readAll(seller);
  expect(await rowsOf(seller)).toMatchObject([{ pendente: true, tentativas: 0 }]);
  await prumo.connect(ana, seller);
  await readAll(seller);
  expect(await pedidosOf(seller)).toHaveLength(1);
});

test('of an account that was let go nothing is kept, read or taken', async () => {
  const { seller, ana, contaId } = await aShop();
  await notify(about(seller, '/orders/2195160686'));
  await ana.delete(`/api/contas/${contaId}`);
  expect(await rowsOf(seller)).toEqual([]);
  await notify(about(seller, '/orders/2195160686'));
  expect(await rowsOf(seller)).toEqual([]);
});

test('an account that moved takes none of them along', async () => {
  const { seller } = await aShop();
  await notify(about(seller, '/orders/2195160686'));
  const bruno = await prumo.aSellerPerson('Bruno Lima');
  const { conexao } = (await prumo.connect(bruno, seller)).json();
  expect((await bruno.post(`/api/contas/conexoes/${conexao}/mover`)).statusCode).toBe(201);
  expect(await rowsOf(seller)).toEqual([]);
  await notify(about(seller, '/orders/2195160686'));
  expect(await rowsOf(seller)).toMatchObject([{ empresa_id: bruno.empresaId }]);
});

test('whoever keeps anuncios is told which changed, each once', async () => {
  const { seller } = await aShop();
  for (const id of ['MLB111111', 'MLB222222', 'MLB111111'])
    await notify(about(seller, `/items/${id}`, 'items'));
  await readAll(seller);
  expect(told.filter((each) => each.startsWith(String(seller))).sort()).toEqual([
    `${seller} MLB111111`,
    `${seller} MLB222222`,
  ]);
});

test('what could not be brought here is fetched, and not again once it was read', async () => {
  const { seller } = await aShop();
  const patch = (path: string, body: object) =>
    fetch(`${sandbox.url}/_mercado-livre${path}`, { method: 'PATCH', body: JSON.stringify(body) });
  await patch('/notificacoes', { horaMs: 20 });
  // Nobody listens there.
  await patch(`/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { callback: 'http://127.0.0.1:2/' });
  const { id } = await sell(seller);
  const lost = async () => {
    const answer = await fetch(`${sandbox.url}/_mercado-livre/notificacoes`);
    return ((await answer.json()) as { perdidas: number }).perdidas;
  };
  await expect.poll(lost, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  await recover();
  expect((await rowsOf(seller)).map(({ topico }) => topico)).toEqual(['orders_v2', 'items']);
  await readAll(seller);
  expect(await pedidosOf(seller)).toMatchObject([{ id: String(id) }]);
  // Read long enough after it was told: its clock need not be ours.
  await sql("update notificacoes set lida_em = now() + interval '10 minutes' where user_ml_id = $1", [
    seller,
  ]);
  await recover();
  expect(await rowsOf(seller)).toMatchObject([{ pendente: false }, { pendente: false }]);
  await patch(`/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { callback: null });
});

test('what was read days ago is forgotten', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await readAll(seller);
  await sql("update notificacoes set lida_em = now() - interval '4 days' where user_ml_id = $1", [seller]);
  await recover();
  expect(await rowsOf(seller)).toEqual([]);
});

test('where the addresses they come from were named, no other is listened to', async () => {
  const named = await mercadoLivreApp({
    MERCADO_LIVRE_NOTIFICATION_ADDRESSES: '54.88.218.97, 18.215.140.160',
  });
  const from = (remoteAddress: string) =>
    named.app.inject({ method: 'POST', url: '/api/notificacoes/mercado-livre', payload: {}, remoteAddress });
  expect((await from('127.0.0.1')).statusCode).toBe(403);
  expect((await from('::ffff:18.215.140.160')).statusCode).toBe(200);
});

test('the worker does it by itself', async () => {
  const { seller } = await aShop();
  // Only what is told of comes.
  await sql('update pedidos_sincronia set vez = vez + 1 where user_ml_id = $1', [seller]);
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await prumo.startWorker();
  await expect.poll(() => pedidosOf(seller), { timeout: 15_000 }).toMatchObject([{ id: String(id) }]);
});
