import { afterAll, describe, expect, test } from 'vitest';
import { MERCADO_LIVRE_CLIENT } from '#mercado-livre/oauth/application.ts';
import { aClient, aControl, type Item, isPlain, itemsOf, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const middle = await client.connect(SELLERS.middle);
const control = aControl(sandbox.url);
const app = `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`;

test('the stock of a product is read at most 100 times a minute', async () => {
  const [item] = await itemsOf(middle, 1);
  const path = `/user-products/${item?.['user_product_id']}/stock`;
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await middle.get(path)).status);
  expect(statuses.slice(0, 2)).toEqual([200, 200]);
  expect(statuses).toContain(429);
  await control.do('PATCH', app, { limites: { rotas: {} } });
});

describe('stock per depot', async () => {
  const seller = await client.connect(SELLERS.warehouse);
  const own = (await itemsOf(seller, 60)).filter(isPlain);
  const stores = (await seller.get(`/users/${seller.id}/stores/search?tags=stock_location`)).body[
    'results'
  ] as {
    id: string;
    network_node_id: string;
  }[];
  const path = (item: Item | undefined) => `/user-products/${item?.['user_product_id']}/stock`;
  const write = (item: Item | undefined, version: string | null, locations: object[]) =>
    seller.call(
      'PUT',
      `${path(item)}/type/seller_warehouse`,
      { locations },
      version === null ? {} : { 'x-version': version },
    );
  const at = (n: number, quantity: number) => ({
    store_id: stores[n]?.id,
    network_node_id: stores[n]?.network_node_id,
    quantity,
  });

  test('is read with a version, and a write needs that version', async () => {
    const before = await seller.get(path(own[0]));
    const version = before.headers.get('x-version') ?? '';
    expect(version).toMatch(/^\d+$/);
    expect(await write(own[0], null, [at(0, 4)])).toMatchObject({
      status: 400,
      body: { message: 'Missing X-Version header' },
    });
    const written = await write(own[0], version, [at(0, 4), at(1, 5)]);
    expect(written).toMatchObject({
      status: 200,
      body: {
        user_id: seller.id,
        product_release_date: null,
        id: own[0]?.['user_product_id'],
        locations: [{ store_id: stores[0]?.id, type: 'seller_warehouse', quantity: 4 }, { quantity: 5 }],
      },
    });
    expect(written.headers.has('x-version')).toBe(false);
    expect(await write(own[0], version, [at(0, 9)])).toMatchObject({
      status: 409,
      body: { message: 'Version mismatch' },
    });
    expect((await seller.get(path(own[0]))).body).toMatchObject({
      user_id: seller.id,
      locations: [
        { type: 'seller_warehouse', quantity: 4 },
        { type: 'seller_warehouse', quantity: 5 },
      ],
    });
    expect((await seller.get(`/items/${own[0]?.id}`)).body).toMatchObject({ available_quantity: 9 });
  });

  test('is not changed by a write to the listing, which answers 200 anyway', async () => {
    expect(await seller.call('PUT', `/items/${own[1]?.id}`, { available_quantity: 999 })).toMatchObject({
      status: 200,
    });
    expect((await seller.get(`/items/${own[1]?.id}`)).body).toMatchObject({
      available_quantity: own[1]?.['available_quantity'],
    });
  });

  test('is accepted only for existing depots of the seller that keep stock', async () => {
    const version = (await seller.get(path(own[2]))).headers.get('x-version') ?? '';
    const refused = async (location: object) => (await write(own[2], version, [location])).body['message'];
    expect(await refused({ store_id: '000', network_node_id: '1', quantity: 1 })).toBe(
      'store not found: 000',
    );
    expect(await refused({ store_id: '', quantity: 1 })).toBe('store cannot be null or empty');
    const all = (await seller.get(`/users/${seller.id}/stores/search`)).body['results'] as {
      id: string;
      network_node_id: string;
    }[];
    expect(all).toHaveLength(3);
    expect(
      await refused({ store_id: all[2]?.id, network_node_id: all[2]?.network_node_id, quantity: 1 }),
    ).toBe('store is not configured to be a stock location');
    const address = await seller.call('PUT', `${path(own[2])}/type/selling_address`, { quantity: 1 });
    expect(address.body['message']).toBe('the site is blocked for modifications to the selling address');
  });

  test('belongs to a product with a family in the new model', async () => {
    const product = await seller.get(`/user-products/${own[0]?.['user_product_id']}`);
    const family = await seller.get(`/sites/MLB/user-products-families/${product.body['family_id']}`);
    expect(family.body['user_products_ids']).toContain(own[0]?.['user_product_id']);
    expect((await middle.get(path(own[0]))).status).toBe(403);
  });

  test('changes its version with a sale, or not, as a setting says', async () => {
    const sale = { anuncio: own[3]?.id, quantidade: 1 };
    const version = async () => (await seller.get(path(own[3]))).headers.get('x-version');
    const sell = () => control.do('POST', `/vendedores/${seller.id}/venda`, sale);
    const before = await version();
    await sell();
    const after = await version();
    expect(after).not.toBe(before);
    await control.do('PATCH', '/ajustes', { vendaMudaVersao: false });
    await sell();
    expect(await version()).toBe(after);
    await control.do('PATCH', '/ajustes', { vendaMudaVersao: true });
  });

  test('falls by a sale in the depot from which the goods come', async () => {
    const version = (await seller.get(path(own[4]))).headers.get('x-version');
    await write(own[4], version, [at(0, 6), at(1, 6)]);
    const sale = { anuncio: own[4]?.id, quantidade: 2, deposito: stores[1]?.id };
    const { body } = await control.do('POST', `/vendedores/${seller.id}/venda`, sale);
    expect(body['order_items']).toMatchObject([{ stock: [{ store_id: stores[1]?.id }] }]);
    expect((await seller.get(path(own[4]))).body['locations']).toMatchObject([
      { quantity: 6 },
      { quantity: 4 },
    ]);
  });

  test('of a seller with one depot is in that depot', async () => {
    const made = { id: 1003000020, apelido: 'UMDEPOSITO', semente: 2, anuncios: 10, vendas: 0 };
    const recursos = ['user_product_seller', 'warehouse_management', 'deposito_unico'];
    await control.do('POST', '/vendedores', { ...made, recursos });
    const single = await client.connect(made.id);
    expect((await single.get('/users/me')).body['tags']).not.toContain('multiwarehouse');
    const item = (await itemsOf(single, 10)).find(isPlain);
    const all = (await single.get(`/users/${single.id}/stores/search`)).body['results'] as typeof stores;
    const stock = await single.get(path(item));
    expect(stock.body['locations']).toHaveLength(1);
    const put = (locations: object[]) =>
      single.call(
        'PUT',
        `${path(item)}/type/seller_warehouse`,
        { locations },
        { 'x-version': stock.headers.get('x-version') ?? '' },
      );
    const location = (n: number) => ({
      store_id: all[n]?.id,
      network_node_id: all[n]?.network_node_id,
      quantity: 3,
    });
    expect(await put([location(0), location(1)])).toMatchObject({
      status: 400,
      body: { message: 'seller with a single warehouse cannot update stock across multiple network nodes' },
    });
    expect((await put([location(0)])).status).toBe(200);
  });
});
