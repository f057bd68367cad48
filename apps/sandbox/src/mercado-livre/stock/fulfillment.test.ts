import { afterAll, expect, test } from 'vitest';
import { aClient, aControl, isFull, itemsOf, type Order, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const seller = await client.connect(SELLERS.middle);
const items = await itemsOf(seller, 200);
const item = items.find(
  (each) => isFull(each) && each.variations.length === 0 && each['status'] === 'active',
);
const inventory = String(item?.['inventory_id']);
const sell = async (logistica: string) =>
  (
    await control.do('POST', `/vendedores/${seller.id}/venda`, {
      anuncio: item?.id,
      quantidade: 2,
      logistica,
    })
  ).body as unknown as Order;
const stock = async () => (await seller.get(`/inventories/${inventory}/stock/fulfillment`)).body;
const operations = async () =>
  (await seller.get(`/stock/fulfillment/operations/search?seller_id=${seller.id}&inventory_id=${inventory}`))
    .body['results'] as {
    type: string;
    id: number;
    detail: { available_quantity: number };
    external_references: object[];
  }[];

test('the stock that Mercado Livre keeps has an id on the listing, and is a sum', async () => {
  const { total, available_quantity, not_available_quantity, external_references } = await stock();
  expect(available_quantity).toBe(item?.['available_quantity']);
  expect(total).toBe(Number(available_quantity) + Number(not_available_quantity));
  expect(external_references).toMatchObject([{ type: 'item', id: item?.id }]);
  expect(items.find((each) => !isFull(each))?.['inventory_id']).toBeNull();
  const several = items.find((each) => isFull(each) && each.variations.length > 0);
  expect(several?.['inventory_id']).toBeNull();
  expect(several?.variations[0]).toHaveProperty('inventory_id', expect.stringMatching(/^INV\d+V0$/));
});

test('a sale from there and its cancellation are operations, and a sale by Flex is none', async () => {
  await control.do('POST', `/anuncios/${item?.id}`, { quantidade: 20 });
  const before = (await operations()).length;
  const sold = await sell('fulfillment');
  await sell('self_service');
  await control.do('POST', `/vendas/${sold.id}/cancelar`, { repor: true });
  const after = await operations();
  expect(after).toHaveLength(before + 2);
  const own = after.filter(({ external_references: [reference] }) =>
    JSON.stringify(reference).includes(String(sold.shipping.id)),
  );
  expect((await seller.get(`/stock/fulfillment/operations/${own[0]?.id}`)).body).toEqual(own[0]);
  expect(own.map(({ type, detail }) => [type, detail.available_quantity]).sort()).toEqual([
    ['SALE_CANCELATION', 2],
    ['SALE_CONFIRMATION', -2],
  ]);
});

test('another seller, an unknown id and a wrong query are refused', async () => {
  const small = await client.connect(SELLERS.small);
  expect((await small.get(`/inventories/${inventory}/stock/fulfillment`)).status).toBe(403);
  expect(await seller.get('/inventories/INV9999999999/stock/fulfillment')).toMatchObject({
    status: 404,
    body: { error: 'seller_product_not_found' },
  });
  expect((await seller.get('/inventories/a-b/stock/fulfillment')).status).toBe(400);
  const search = '/stock/fulfillment/operations/search';
  expect((await seller.get(`${search}?seller_id=1&inventory_id=${inventory}`)).status).toBe(403);
  expect((await seller.get(`${search}?seller_id=${seller.id}`)).status).toBe(400);
  expect(
    (await seller.get(`${search}?seller_id=${seller.id}&inventory_id=${inventory}&date_from=ontem`)).status,
  ).toBe(400);
});
