import { afterAll, describe, expect, test } from 'vitest';
import { aClient, aControl, itemsOf, SELLERS, scanItems } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const small = await client.connect(SELLERS.small);
const middle = await client.connect(SELLERS.middle);
const search = `/users/${SELLERS.middle}/items/search`;

const idsOf = (body: Record<string, unknown>) => body['results'] as string[];

describe('the multiget', () => {
  test('returns up to twenty items, each with a status and the id at the root', async () => {
    const { ids } = await scanItems(small);
    const foreign = idsOf((await middle.get(search)).body)[0];
    const asked = [ids[0], 'MLB9', foreign];
    const { status, body } = await small.get(`/items/bulk?ids=${asked.join('%2C')}`);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: ids[0], status_code: 200, body: { id: ids[0], seller_id: SELLERS.small } },
      { id: 'MLB9', status_code: 404 },
      { id: foreign, status_code: 403, body: { error: 'access_denied' } },
    ]);
    expect(await small.get(`/items/bulk?ids=${ids.slice(0, 21).join(',')}`)).toMatchObject({
      status: 400,
      body: { message: 'Too many IDs. Maximum allowed: 20' },
    });
    expect((await small.get(`/items/bulk?ids=${ids[0]},${ids[0]}`)).status).toBe(400);
  });

  test('returns only the named fields if attributes are given', async () => {
    const { ids } = await scanItems(small);
    const ask = async (attributes: string) =>
      (await small.get(`/items/bulk?ids=${ids[0]},MLB9&attributes=${attributes}`)).body;
    expect(await ask('status_code,body.id,body.shipping.mode')).toEqual([
      { status_code: 200, body: { id: ids[0], shipping: { mode: 'me2' } } },
      { status_code: 404 },
    ]);
    expect(await ask('body.id')).toEqual([{ body: { id: ids[0] } }, {}]);
    expect(await ask('status_code,title')).toEqual([{ status_code: 200 }, { status_code: 404 }]);
  });

  test('in its old form is a 404, unless a setting restores it', async () => {
    const { ids } = await scanItems(small);
    expect((await small.get(`/items?ids=${ids[0]}`)).status).toBe(404);
    await control.do('PATCH', '/ajustes', { multigetAntigo: true });
    expect((await small.get(`/items?ids=${ids[0]},${ids[0]},MLB9&attributes=id`)).body).toEqual([
      { code: 200, body: { id: ids[0] } },
      {
        code: 404,
        body: {
          id: 'MLB9',
          message: 'Item with id MLB9 not found',
          error: 'not_found',
          status: 404,
          cause: [],
        },
      },
    ]);
    expect((await small.get(`/items?ids=${ids.slice(0, 21).join(',')}`)).body['message']).toContain(
      'by sending 21',
    );
    await control.do('PATCH', '/ajustes', { multigetAntigo: false });
  });
});

describe('the listings', () => {
  test('differ in status, SKU, GTIN, variations, pictures and price, as those of a shop do', async () => {
    const items = await itemsOf(middle, 1000);
    const attribute = (item: Record<string, unknown>, id: string) =>
      (item['attributes'] as { id: string; value_name: string }[]).find((each) => each.id === id)?.value_name;
    const some = (test: (item: Record<string, unknown>) => boolean) => expect(items.some(test)).toBe(true);
    for (const id of ['BRAND', 'GTIN', 'PART_NUMBER', 'SELLER_SKU', 'EMPTY_GTIN_REASON']) {
      some((item) => attribute(item, id) !== undefined);
      some((item) => attribute(item, id) === undefined);
    }
    some((item) => attribute(item, 'GTIN')?.includes(',') ?? false);
    some((item) => item['seller_custom_field'] !== null);
    some((item) => (item['variations'] as unknown[]).length > 1);
    some((item) => (item['shipping'] as { logistic_type: string }).logistic_type === 'fulfillment');
    some((item) => item['catalog_listing'] === true && (item['item_relations'] as unknown[]).length === 1);
    some((item) => (item['pictures'] as unknown[]).length === 0);
    some((item) => (item['pictures'] as unknown[]).length === 12);
    some((item) => String(item['title']).includes('<b>'));
    some((item) => !Number.isInteger(item['price']));
    for (const status of ['active', 'paused', 'closed', 'under_review'])
      some((item) => item['status'] === status);
    const skus = items.map((item) => attribute(item, 'SELLER_SKU')).filter((sku) => sku !== undefined);
    expect(new Set(skus).size).toBeLessThan(skus.length);
    expect(items.every((item) => String(item['title']).length <= 60)).toBe(true);
  });

  test('have the sum of their variations as stock, whose attributes come only on request', async () => {
    const varied = (await itemsOf(small, 50)).find(({ variations }) => variations.length > 0);
    for (const { variations, ...item } of await itemsOf(middle, 200)) {
      const sum = variations.reduce((all, each) => all + each.available_quantity, 0);
      if (variations.length > 0) expect(sum).toBe(item['available_quantity']);
    }
    expect(varied?.variations[0]).toHaveProperty('attributes');
    const plain = await small.get(`/items/${varied?.id}`);
    expect((plain.body['variations'] as object[])[0]).not.toHaveProperty('attributes');
  });

  test('of the new model have families and no variations', async () => {
    const items = await itemsOf(await client.connect(SELLERS.userProduct), 120);
    expect(
      items.every((item) => item['family_name'] !== null && (item['variations'] as unknown[]).length === 0),
    ).toBe(true);
  });

  test('are the same in another sandbox, and hidden from other sellers', async () => {
    const world = await startSandbox({ port: 0 });
    const again = await aClient(world.url).connect(SELLERS.small);
    const { ids } = await scanItems(again);
    const strip = (body: object) => JSON.parse(JSON.stringify(body).replaceAll(/127\.0\.0\.1:\d+/g, ''));
    expect(strip((await again.get(`/items/${ids[7]}`)).body)).toEqual(
      strip((await small.get(`/items/${ids[7]}`)).body),
    );
    await world.stop();
    expect(await middle.get(`/items/${ids[7]}`)).toMatchObject({
      status: 403,
      body: { error: 'access_denied' },
    });
    expect(await small.get('/items/MLB9999999999')).toMatchObject({
      status: 404,
      body: { message: 'Item with id MLB9999999999 not found', cause: [] },
    });
  });

  test('have a description, a sale price, prices, and a category with its path', async () => {
    const { ids } = await scanItems(small);
    const item = await small.get(`/items/${ids[0]}`);
    expect((await small.get(`/items/${ids[0]}/description`)).body).toHaveProperty('plain_text');
    expect((await small.get(`/items/${ids[0]}/sale_price?context=channel_marketplace`)).body).toHaveProperty(
      'amount',
    );
    expect((await small.get(`/items/${ids[0]}/prices`)).body).toHaveProperty('prices');
    const category = await small.get(`/categories/${item.body['category_id']}`);
    expect((category.body['path_from_root'] as object[]).length).toBeGreaterThan(2);
    expect((await small.get('/sites/MLB/categories')).body).toContainEqual({
      id: 'MLB5672',
      name: 'Acessórios para Veículos',
    });
    expect((await small.get(`/categories/${item.body['category_id']}/attributes`)).body).toContainEqual(
      expect.objectContaining({ id: 'BRAND' }),
    );
    expect((await small.get('/categories/MLB0')).status).toBe(404);
  });
});
