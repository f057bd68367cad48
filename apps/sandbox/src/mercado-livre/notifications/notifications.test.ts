import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { MERCADO_LIVRE_CLIENT } from '#mercado-livre/oauth/application.ts';
import { aClient, aControl, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

type Message = Record<string, unknown>;

/** Starts a new sandbox with a connected seller, and a server that receives the notifications. */
async function aListener(answer: (message: Message, n: number) => { status: number; afterMs?: number }) {
  const sandbox = await startSandbox({ port: 0, mercadoLivre: { settings: { expiresIn: 30 * 86_400 } } });
  const heard: Message[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const message = JSON.parse(Buffer.concat(await incoming.toArray()).toString()) as Message;
    heard.push(message);
    const { status, afterMs = 0 } = answer(message, heard.length);
    setTimeout(() => outgoing.writeHead(status).end(), afterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await sandbox.stop();
    server.closeAllConnections();
    server.close();
  });
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos`;
  const control = aControl(sandbox.url);
  await control.do('PATCH', `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { callback });
  await control.do('PATCH', '/notificacoes', { horaMs: 100 });
  const seller = await aClient(sandbox.url).connect(SELLERS.small);
  const sell = async () => (await control.do('POST', `/vendedores/${seller.id}/venda`, {})).body['id'];
  const missed = (query = '') => seller.get(`/missed_feeds?app_id=${MERCADO_LIVRE_CLIENT.id}${query}`);
  return { control, seller, heard, sell, missed };
}
const ofTopic = (messages: readonly Message[], topic: string) =>
  messages.filter((each) => each['topic'] === topic);

test('a sale notifies the subscribed application in the documented form', async () => {
  const { heard, sell, seller } = await aListener(() => ({ status: 200 }));
  const id = await sell();
  await expect.poll(() => ofTopic(heard, 'orders_v2')).toHaveLength(1);
  expect(ofTopic(heard, 'orders_v2')[0]).toEqual({
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    resource: `/orders/${id}`,
    user_id: seller.id,
    topic: 'orders_v2',
    application_id: Number(MERCADO_LIVRE_CLIENT.id),
    attempts: 1,
    sent: expect.stringMatching(/Z$/),
    received: expect.stringMatching(/Z$/),
  });
  await expect.poll(() => ofTopic(heard, 'items').length).toBeGreaterThan(0);
});

test('a notification without a 200 is sent eight times and then listed as missed', async () => {
  const { heard, sell, missed } = await aListener(({ topic }) => ({
    status: topic === 'orders_v2' ? 201 : 200,
  }));
  const id = await sell();
  await expect.poll(async () => (await missed('&topic=orders_v2')).body['messages']).toHaveLength(1);
  expect(ofTopic(heard, 'orders_v2').map(({ attempts }) => attempts)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect((await missed('&topic=orders_v2')).body['messages']).toMatchObject([
    {
      resource: `/orders/${id}`,
      attempts: 8,
      request: { data: expect.any(String) },
      response: { http_code: 201 },
    },
  ]);
});

test('an answer after half a second does not count', async () => {
  const { heard, sell } = await aListener((_message, n) => ({ status: 200, afterMs: n <= 1 ? 600 : 0 }));
  await sell();
  await expect.poll(() => heard.some(({ attempts }) => attempts === 2)).toBe(true);
});

test('missed notifications are kept for two days, need the site for items, and belong to the application', async () => {
  const { control, sell, missed, seller } = await aListener(() => ({ status: 500 }));
  await sell();
  await expect.poll(async () => (await missed('&topic=orders_v2')).body['messages']).toHaveLength(1);
  expect((await missed('&topic=items')).status).toBe(400);
  expect((await missed('&topic=items&site_id=MLB')).status).toBe(200);
  expect((await seller.get('/missed_feeds?app_id=1')).status).toBe(403);
  await control.do('POST', '/relogio', { avancarSegundos: 47 * 3600 });
  expect((await missed('&topic=orders_v2')).body['messages']).toHaveLength(1);
  await control.do('POST', '/relogio', { avancarSegundos: 2 * 3600 });
  expect((await missed('&topic=orders_v2')).body['messages']).toEqual([]);
});

test('a topic without answers is disabled, and its later notifications are lost', async () => {
  const { control, heard, seller } = await aListener(() => ({ status: 500 }));
  const recursos = Array.from({ length: 20 }, (_, n) => `/orders/${n}`);
  await control.do('POST', '/notificacoes', { vendedor: seller.id, topico: 'orders_v2', recursos });
  const off = async () =>
    ((await control.do('GET', '/aplicacoes')).body as unknown as { topicosDesligados: string[] }[])[0]
      ?.topicosDesligados;
  await expect.poll(off).toEqual(['orders_v2']);
  const before = heard.length;
  await control.do('POST', '/notificacoes', {
    vendedor: seller.id,
    topico: 'orders_v2',
    recursos: ['/orders/1'],
  });
  expect((await control.do('GET', '/notificacoes')).body).toMatchObject({ perdidas: 20, caladas: 1 });
  expect(heard).toHaveLength(before);
  await control.do('PATCH', `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { topicos: ['orders_v2'] });
  expect(await off()).toEqual([]);
});

test('a control route sends duplicates and irregular forms', async () => {
  const { control, heard, seller } = await aListener(() => ({ status: 200 }));
  const send = (body: object) =>
    control.do('POST', '/notificacoes', {
      vendedor: seller.id,
      topico: 'items',
      recursos: ['/items/MLB1'],
      ...body,
    });
  await send({ copias: 3 });
  await expect.poll(() => heard).toHaveLength(3);
  expect(new Set(heard.map(({ _id }) => _id)).size).toBe(1);
  const forms: Record<string, object> = {
    'sem-id': { _id: undefined },
    id: { _id: undefined, id: expect.any(String) },
    'user-id-texto': { user_id: String(seller.id) },
    recieved: { received: undefined, recieved: expect.any(String) },
    actions: { actions: ['created'] },
    'recurso-solto': { resource: 'MLB1' },
  };
  for (const [irregular, form] of Object.entries(forms)) {
    heard.length = 0;
    await send({ irregular });
    await expect.poll(() => heard).toHaveLength(1);
    for (const [name, value] of Object.entries(form)) expect(heard[0]?.[name]).toEqual(value);
  }
});

test('a burst keeps its rate and its fractions, and reports the result', async () => {
  const { control, heard, seller } = await aListener(() => ({ status: 200 }));
  const { body } = await control.do('POST', '/rajada', {
    vendedor: seller.id,
    porSegundo: 100,
    segundos: 1,
    recursos: 10,
    duplicadas: 0.2,
    reordenadas: 0.1,
    topico: 'orders_v2',
  });
  const report = async () => (await control.do('GET', `/rajada/${body['id']}`)).body;
  await expect.poll(async () => (await report())['terminada']).toBe(true);
  expect(await report()).toMatchObject({ planejadas: 100, enviadas: 100, respondidas: expect.any(Number) });
  expect(new Set(heard.map(({ _id }) => _id)).size).toBe(80);
  expect(new Set(heard.map(({ resource }) => resource)).size).toBe(10);
});

test('a sale of Full, its parcel and a claim notify their topics, and a claim says what happened', async () => {
  const { control, heard, seller } = await aListener(() => ({ status: 200 }));
  const topicos = ['shipments', 'post_purchase', 'fbm_stock_operations', 'stock-location'];
  await control.do('PATCH', `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { topicos });
  const sale = await control.do('POST', `/vendedores/${seller.id}/venda`, { logistica: 'fulfillment' });
  const { id, shipping } = sale.body as { id: number; shipping: { id: number } };
  const shipment = `/shipments/${shipping.id}`;
  await expect.poll(() => ofTopic(heard, 'shipments')).toMatchObject([{ resource: shipment }]);
  await expect.poll(() => ofTopic(heard, 'fbm_stock_operations')).toHaveLength(1);
  await expect.poll(() => ofTopic(heard, 'stock-location')).toHaveLength(1);
  const operation = String(ofTopic(heard, 'fbm_stock_operations')[0]?.['resource']);
  expect(operation).toMatch(/^\/stock\/fulfillment\/operations\/\d+$/);
  const claim = (await control.do('POST', `/vendas/${id}/reclamacao`, {})).body['id'];
  await expect
    .poll(() => ofTopic(heard, 'post_purchase'))
    .toMatchObject([{ resource: `/post-purchase/v1/claims/${claim}`, actions: ['claims'] }]);
});

test('a setting notifies each change several times, each with an id of its own', async () => {
  const { control, heard, sell } = await aListener(() => ({ status: 200 }));
  await control.do('PATCH', '/ajustes', { copiasDosAvisos: 5 });
  const id = await sell();
  await expect.poll(() => ofTopic(heard, 'orders_v2')).toHaveLength(5);
  expect(new Set(ofTopic(heard, 'orders_v2').map(({ resource }) => resource))).toEqual(
    new Set([`/orders/${id}`]),
  );
  expect(new Set(ofTopic(heard, 'orders_v2').map(({ _id }) => _id)).size).toBe(5);
});
