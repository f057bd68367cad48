import { MERCADO_LIVRE_CLIENT } from '@prumo/sandbox/mercado-livre/oauth/application.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openBudget } from '#modules/contas/budget.ts';
import { openTokens } from '#modules/contas/tokens.ts';
import { openMarketplaces } from '#modules/marketplace/marketplace.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/secrets/vault.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { notificacoesHandler } from './notificacoes.job.ts';
import { openReader } from './reader.ts';
import { openTopics } from './topics.ts';

const prumo = await mercadoLivreApp();
const { app, config, sandbox, sql, control, callsOf, misbehave, behave, openPool } = prumo;
const READ = 'GET /orders/:id';

const db = openPool(4);
const log = openLog('silent');
const marketplace = openMercadoLivre({
  config,
  budget: openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 }),
});
const marketplaces = openMarketplaces([marketplace]);
const tokens = openTokens({ db, vault: openVault(config.SECRET_KEYS), marketplaces, log });
const told: string[] = [];
const topics = openTopics({
  db,
  tokens,
  anunciosChanged: async (_tx, { sellerId }, ids) => void told.push(...ids.map((id) => `${sellerId} ${id}`)),
  readVendas: async () => null,
});
const reader = openReader({ db, topics, log });
const recover = () => notificacoesHandler({ db, tokens, marketplaces, log }).run({} as never);

const SECRET = `/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`;
const notify = (message: object, url = SECRET) => app.inject({ method: 'POST', url, payload: message });
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
  sql('select * from notificacoes where seller_id = $1 order by recurso', [seller]);
let days = 0;
/** Makes the notifications of the seller due, and due for longer than those of any other seller. */
async function passTime(seller: number): Promise<void> {
  days += 1;
  await sql('update notificacoes set proxima_em = now() - make_interval(days => $2) where seller_id = $1', [
    seller,
    days,
  ]);
}
const dueOf = async (seller: number) =>
  (await sql('select from notificacoes where seller_id = $1 and pendente and proxima_em <= now()', [seller]))
    .length;
async function readAll(seller: number): Promise<void> {
  await passTime(seller);
  while (await reader.step());
}
const pedidosOf = (seller: number) =>
  sql('select id, situacao, total from pedidos where seller_id = $1 order by id', [seller]);

async function aShop() {
  const seller = await prumo.aSeller();
  const ana = await prumo.anEmpresa();
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

test('every message gets the same answer, and only a valid one is stored', async () => {
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
  expect(await rowsOf(seller)).toMatchObject([{ topico: 'pedidos', recurso: '2195160686', pendente: true }]);
  expect(await rowsOf(seller + 999_999)).toEqual([]);
});

test('the irregular forms of the official samples are understood', async () => {
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

test('a malformed or too large request is refused before it is parsed as a notification', async () => {
  const url = '/api/notificacoes/mercado-livre';
  const send = (payload: string) =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });
  expect((await send('{"a":')).statusCode).toBe(422);
  expect((await send('[]')).statusCode).toBe(422);
  expect((await send(JSON.stringify({ resource: 'x'.repeat(20_000) }))).statusCode).toBe(422);
});

test('many notifications about one order give one row and one read, and its current state is stored', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  const said = Array.from({ length: 300 }, () => notify(about(seller, `/orders/${id}`)));
  expect(new Set((await Promise.all(said)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await rowsOf(seller)).toHaveLength(1);
  await readAll(seller);
  expect(await callsOf(READ, seller)).toBe(1);
  expect(await pedidosOf(seller)).toEqual([{ id: String(id), situacao: 'pago', total: '19.90' }]);
  expect(await rowsOf(seller)).toMatchObject([{ pendente: false, tentativas: 0 }]);
  await control(`/vendas/${id}/cancelar`);
  await notify(about(seller, `/orders/${id}`));
  await readAll(seller);
  expect(await pedidosOf(seller)).toMatchObject([{ situacao: 'cancelado' }]);
});

test('an order reported again while it is being read is read again', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await passTime(seller);
  const interrupted = openReader({
    db,
    log,
    topics: {
      ...topics,
      async pedidos(claim) {
        const readings = await topics.pedidos(claim);
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
  expect(await pedidosOf(seller)).toMatchObject([{ situacao: 'cancelado' }]);
  expect(await callsOf(READ, seller)).toBe(2);
});

test('a reader that waits for a lock keeps no repeated notification waiting', async () => {
  const { seller, ana } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await sql(
    `insert into pedidos_atraso (empresa_id, marketplace, seller_id, conferir_em, intervalo_segundos)
     values ($1, 'mercado-livre', $2, 'infinity', 60) on conflict do nothing`,
    [ana.empresaId, seller],
  );
  await passTime(seller);
  const other = new pg.Client({ connectionString: prumo.url('postgres') });
  await other.connect();
  await other.query('begin');
  await other.query('select from pedidos_atraso where seller_id = $1 for update', [seller]);
  const reading = reader.step();
  const blocked = 'select from pg_stat_activity where pg_blocking_pids(pid) @> array[pg_backend_pid()]';
  const waiting = async () => (await other.query(blocked)).rowCount;
  await expect.poll(waiting).toBeGreaterThan(0);
  // The receiver stores one batch at a time, so a locked row would hold up the notifications of every empresa.
  const unlocked = 'select from notificacoes where seller_id = $1 for update skip locked';
  expect((await other.query(unlocked, [seller])).rowCount).toBe(1);
  await other.query('rollback');
  await other.end();
  await reading;
  expect(await pedidosOf(seller)).toHaveLength(1);
});

test('a sale that is only read again waits behind what the marketplace reports', async () => {
  const { seller, ana } = await aShop();
  const [old, fresh] = [await sell(seller), await sell(seller)];
  await sql('delete from notificacoes where seller_id = $1', [seller]);
  const values = [ana.empresaId, seller, String(old.id)];
  await sql(
    `insert into notificacoes (empresa_id, marketplace, seller_id, topico, recurso, proxima_em)
     values ($1, 'mercado-livre', $2, 'releituras', $3, now() - interval '1 hour')`,
    values,
  );
  await notify(about(seller, `/orders/${fresh.id}`));
  await passTime(seller);
  await sql(
    `update notificacoes set proxima_em = proxima_em - interval '1 hour' where seller_id = $1 and topico = 'releituras'`,
    [seller],
  );
  await reader.step();
  expect(await rowsOf(seller)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ recurso: String(fresh.id), pendente: false }),
      expect.objectContaining({ recurso: String(old.id), pendente: true }),
    ]),
  );
  await reader.step();
  expect((await rowsOf(seller)).map(({ pendente }) => pendente)).toEqual([false, false]);
});

test('an order read a moment ago is not read again for some seconds', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await readAll(seller);
  await notify(about(seller, `/orders/${id}`));
  expect(await dueOf(seller)).toBe(0);
  const [row] = await sql(
    "select pendente, proxima_em between now() and now() + interval '10 seconds' as soon from notificacoes where seller_id = $1",
    [seller],
  );
  expect(row).toEqual({ pendente: true, soon: true });
});

test('a failed read is retried later, and a partial answer is requested again', async () => {
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

test('an order that is missing or another seller’s is requested once, and many are looked up by search', async () => {
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
  await Promise.all(madeUp.map((each) => notify(each)));
  await readAll(seller);
  expect(await callsOf(READ, seller)).toBe(22);
  expect(await callsOf('GET /orders/search', seller)).toBe(2);
  // The notifications of the seller still take effect: a real order comes with the next search.
  const real = await sell(seller);
  await notify(about(seller, `/orders/${real.id}`));
  await readAll(seller);
  expect(await pedidosOf(seller)).toMatchObject([{ id: String(real.id) }]);
  expect(await callsOf(READ, seller)).toBe(22);
});

test('a cancellation arrives at once for a seller with many notifications about missing orders', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await readAll(seller);
  const madeUp = Array.from({ length: 40 }, (_, n) => about(seller, `/orders/${80_000 + n}`));
  await Promise.all(madeUp.map((each) => notify(each)));
  await readAll(seller);
  const read = await callsOf(READ, seller);
  // The search that a doubted seller is read by returns no cancelled orders.
  await control(`/vendas/${id}/cancelar`);
  await notify(about(seller, `/orders/${id}`));
  await notify(about(seller, '/orders/90000'));
  await readAll(seller);
  expect(await pedidosOf(seller)).toMatchObject([{ id: String(id), situacao: 'cancelado' }]);
  expect(await callsOf(READ, seller)).toBe(read + 1);
});

test('a search settles a notification only if it shows a version as new as the notification', async () => {
  const { seller } = await aShop();
  /** Simulates that the notification reports a change which the search does not show yet. */
  const reportLater = (ids: readonly number[]) =>
    sql(
      "update notificacoes set recebida_em = now() + interval '10 minutes' where seller_id = $1 and recurso = any ($2)",
      [seller, ids.map(String)],
    );
  const ids: number[] = [];
  for (let n = 0; n < 22; n++) ids.push((await sell(seller)).id);
  await Promise.all(ids.map((id) => notify(about(seller, `/orders/${id}`))));
  await reportLater(ids.slice(0, 2));
  const read = await callsOf(READ, seller);
  await readAll(seller);
  expect((await callsOf(READ, seller)) - read).toBe(2);
  expect(await pedidosOf(seller)).toHaveLength(22);
  expect(new Set((await rowsOf(seller)).map(({ pendente }) => pendente))).toEqual(new Set([false]));
  // A doubted seller: the search shows that the order exists, so it is not refused but read by its id.
  const madeUp = Array.from({ length: 40 }, (_, n) => about(seller, `/orders/${60_000 + n}`));
  await Promise.all(madeUp.map((each) => notify(each)));
  await readAll(seller);
  const before = await callsOf(READ, seller);
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await reportLater([id]);
  await readAll(seller);
  expect((await callsOf(READ, seller)) - before).toBe(1);
});

test('another reader takes over from a worker that was killed while reading', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await passTime(seller);
  const killed = openReader({
    db,
    log,
    topics: { ...topics, pedidos: () => Promise.reject(new Error('killed')) },
  });
  await expect(killed.step()).rejects.toThrow('killed');
  expect(await dueOf(seller)).toBe(0);
  await readAll(seller);
  expect(await pedidosOf(seller)).toHaveLength(1);
});

test('a conta that lost its grant keeps its notifications until it is connected again', async () => {
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

test('the notifications of a disconnected account are deleted, and new ones are not stored', async () => {
  const { seller, ana, contaId } = await aShop();
  await notify(about(seller, '/orders/2195160686'));
  await ana.delete(`/api/contas/${contaId}`);
  expect(await rowsOf(seller)).toEqual([]);
  await notify(about(seller, '/orders/2195160686'));
  expect(await rowsOf(seller)).toEqual([]);
});

test('an account that moves to another empresa leaves its notifications behind', async () => {
  const { seller } = await aShop();
  await notify(about(seller, '/orders/2195160686'));
  const bruno = await prumo.anEmpresa('Bruno Lima');
  const { conexao } = (await prumo.connect(bruno, seller)).json();
  expect((await bruno.post(`/api/contas/conexoes/${conexao}/mover`)).statusCode).toBe(201);
  expect(await rowsOf(seller)).toEqual([]);
  await notify(about(seller, '/orders/2195160686'));
  expect(await rowsOf(seller)).toMatchObject([{ empresa_id: bruno.empresaId }]);
});

test('the module of anuncios is informed once of each anuncio that changed', async () => {
  const { seller } = await aShop();
  for (const id of ['MLB111111', 'MLB222222', 'MLB111111'])
    await notify(about(seller, `/items/${id}`, 'items'));
  await readAll(seller);
  expect(told.filter((each) => each.startsWith(String(seller))).sort()).toEqual([
    `${seller} MLB111111`,
    `${seller} MLB222222`,
  ]);
});

test('undelivered notifications are fetched, and those that were read do not become due again', async () => {
  const { seller } = await aShop();
  const patch = (path: string, body: object) =>
    fetch(`${sandbox.url}/_mercado-livre${path}`, { method: 'PATCH', body: JSON.stringify(body) });
  await patch('/notificacoes', { horaMs: 20 });
  // No server listens there.
  await patch(`/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { callback: 'http://127.0.0.1:2/' });
  const { id } = await sell(seller);
  const lost = async () => {
    const answer = await fetch(`${sandbox.url}/_mercado-livre/notificacoes`);
    return ((await answer.json()) as { perdidas: number }).perdidas;
  };
  await expect.poll(lost).toBeGreaterThanOrEqual(2);
  await recover();
  expect((await rowsOf(seller)).map(({ topico }) => topico)).toEqual(['pedidos', 'envios', 'anuncios']);
  await readAll(seller);
  expect(await pedidosOf(seller)).toMatchObject([{ id: String(id) }]);
  // Moves the reading to long after the report, because the clocks may differ.
  await sql("update notificacoes set lida_em = now() + interval '10 minutes' where seller_id = $1", [seller]);
  await recover();
  expect(await rowsOf(seller)).toMatchObject(Array.from({ length: 3 }, () => ({ pendente: false })));
  await patch(`/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { callback: null });
});

test('a notification read days ago is deleted', async () => {
  const { seller } = await aShop();
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await readAll(seller);
  await sql("update notificacoes set lida_em = now() - interval '4 days' where seller_id = $1", [seller]);
  await recover();
  expect(await rowsOf(seller)).toEqual([]);
});

test('with configured sender addresses, a request from any other address is refused', async () => {
  const named = await mercadoLivreApp({
    MERCADO_LIVRE_NOTIFICATION_ADDRESSES: '54.88.218.97, 18.215.140.160',
  });
  const from = (remoteAddress: string) =>
    named.app.inject({ method: 'POST', url: '/api/notificacoes/mercado-livre', payload: {}, remoteAddress });
  expect((await from('127.0.0.1')).statusCode).toBe(403);
  expect((await from('::ffff:18.215.140.160')).statusCode).toBe(200);
});

test('a running worker reads notifications by itself', async () => {
  const { seller } = await aShop();
  // Only notifications may bring the order, so the synchronisation loses its turn.
  await sql('update pedidos_sincronia set vez = vez + 1 where seller_id = $1', [seller]);
  const { id } = await sell(seller);
  await notify(about(seller, `/orders/${id}`));
  await prumo.startWorker();
  await expect.poll(() => pedidosOf(seller)).toMatchObject([{ id: String(id) }]);
});
