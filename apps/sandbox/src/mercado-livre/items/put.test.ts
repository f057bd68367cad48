import { afterAll, describe, expect, test } from 'vitest';
import { MERCADO_LIVRE_CLIENT } from '#mercado-livre/oauth/application.ts';
import {
  aClient,
  aControl,
  type Item,
  isFull,
  isPlain,
  itemsOf,
  SELLERS,
} from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const sandbox = await startSandbox({ port: 0, mercadoLivre: { settings: { intervaloDeEscritaMs: 0 } } });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
// The default limit of one write every 140 ms would make these tests slow.
await control.do('PATCH', `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { limites: { rotas: {} } });
const small = await client.connect(SELLERS.small);
const middle = await client.connect(SELLERS.middle);
const items = await itemsOf(middle, 100);
const plain = items.filter(isPlain);
const put = (item: Item | undefined, body: object, seller = middle) =>
  seller.call('PUT', `/items/${item?.id}`, body);

describe('a write to a listing', () => {
  test('changes price and stock, and returns the listing', async () => {
    expect(await put(plain[0], { price: 1234.56, available_quantity: 7 })).toMatchObject({
      status: 200,
      body: { id: plain[0]?.id, price: 1234.56, available_quantity: 7, warnings: [] },
    });
    expect((await middle.get(`/items/${plain[0]?.id}`)).body).toMatchObject({
      price: 1234.56,
      available_quantity: 7,
    });
  });

  test('pauses a listing without stock and reactivates it with stock, unless the seller paused it', async () => {
    expect((await put(plain[1], { available_quantity: 0 })).body).toMatchObject({
      status: 'paused',
      sub_status: ['out_of_stock'],
    });
    expect((await put(plain[1], { available_quantity: 5 })).body).toMatchObject({
      status: 'active',
      sub_status: [],
    });
    await put(plain[1], { status: 'paused' });
    expect((await put(plain[1], { available_quantity: 6 })).body).toMatchObject({
      status: 'paused',
      sub_status: ['paused_by_seller'],
    });
  });

  test.each<[string, object]>([
    ['a negative quantity', { available_quantity: -1 }],
    ['half a unit', { available_quantity: 1.5 }],
    ['a price as text', { price: '10.00' }],
    ['a price with three places', { price: 10.005 }],
    ['a price under the minimum', { price: 1 }],
    ['a status in capitals', { status: 'ACTIVE' }],
    ['a title of 61 letters', { title: 'a'.repeat(61) }],
    ['a field that cannot be written', { sold_quantity: 1 }],
    ['variations where there are none', { variations: [{ id: 1, available_quantity: 1 }] }],
  ])('refuses %s', async (_what, body) => {
    expect(await put(plain[2], body)).toMatchObject({
      status: 400,
      body: { error: 'validation_error', cause: [{ type: 'error', code: expect.any(String) }] },
    });
  });

  test('changes a title only where nothing was sold', async () => {
    const sold = plain.find((item) => item['sold_quantity'] !== 0);
    const unsold = plain.find((item) => item['sold_quantity'] === 0);
    expect((await put(sold, { title: 'Outro' })).status).toBe(400);
    expect((await put(unsold, { title: 'Outro' })).body).toMatchObject({ title: 'Outro' });
  });

  test('is refused for another seller, for a closed listing and for Full stock', async () => {
    expect(await put(plain[3], { price: 10 }, small)).toMatchObject({
      status: 403,
      body: { error: 'invalid_user' },
    });
    expect(
      (
        await put(
          items.find((item) => item['status'] === 'closed'),
          { status: 'active' },
        )
      ).status,
    ).toBe(400);
    const full = items.find(
      (item) => isFull(item) && item['status'] === 'active' && item.variations.length === 0,
    );
    expect((await put(full, { available_quantity: 1 })).status).toBe(400);
  });

  test('fails for an automatic price alone, and ignores that price with a warning beside other fields', async () => {
    const automatic = await client.connect(SELLERS.automatic);
    const [item] = (await itemsOf(automatic, 30)).filter(isPlain);
    expect(await put(item, { price: 99.9 }, automatic)).toMatchObject({
      status: 400,
      body: {
        error: 'item.price.not_modifiable',
        message: 'Cannot modify price on items with dynamic pricing',
      },
    });
    expect(await put(item, { price: 99.9, available_quantity: 3 }, automatic)).toMatchObject({
      status: 200,
      body: {
        price: item?.['price'],
        available_quantity: 3,
        warnings: [{ code: 'item.price.not_modifiable', cause_id: 502 }],
      },
    });
  });

  test('immediately after another write is a conflict', async () => {
    await control.do('PATCH', '/ajustes', { intervaloDeEscritaMs: 60_000 });
    expect((await put(plain[4], { price: 20 })).status).toBe(200);
    expect(await put(plain[4], { price: 21 })).toMatchObject({
      status: 409,
      body: { message: 'item optimistic locking error: conflict' },
    });
    await control.do('PATCH', '/ajustes', { intervaloDeEscritaMs: 0 });
  });

  test('with variations deletes the variations that it leaves out and requires one price for all', async () => {
    const varied = items.find(
      (item) => item.variations.length > 2 && !isFull(item) && item['status'] === 'active',
    );
    const [first, second] = varied?.variations ?? [];
    const both = (price: number, other: number) => ({
      variations: [
        { id: first?.id, price, available_quantity: 2 },
        { id: second?.id, price: other, available_quantity: 3 },
      ],
    });
    expect((await put(varied, { price: 10 })).status).toBe(400);
    expect((await put(varied, both(10, 11))).status).toBe(400);
    const { body } = await put(varied, both(50, 50));
    expect(body).toMatchObject({ price: 50, available_quantity: 5 });
    expect(body['variations']).toHaveLength(2);
  });

  test('also sets the stock of the catalogue twin', async () => {
    const twin = items.find(
      (item) => item['catalog_listing'] === true && !isFull(item) && item['status'] !== 'closed',
    );
    const [{ id } = { id: '' }] = (twin?.['item_relations'] ?? []) as { id: string }[];
    expect((await put(twin, { available_quantity: 77 })).status).toBe(200);
    expect((await middle.get(`/items/${id}`)).body).toMatchObject({ available_quantity: 77 });
  });

  test('with variations is refused for a seller of the new model', async () => {
    const newModel = await client.connect(SELLERS.userProduct);
    const [item] = (await itemsOf(newModel, 20)).filter(isPlain);
    expect((await put(item, { variations: [{ id: 1, price: 10 }] }, newModel)).status).toBe(400);
  });

  test('of 0 units pauses only a new item that is not listed for free', async () => {
    const [used, free, fresh] = items.filter(isPlain).slice(-3);
    await control.do('POST', `/anuncios/${used?.id}`, { condicao: 'used' });
    await control.do('POST', `/anuncios/${free?.id}`, { tipo: 'free' });
    for (const item of [used, free]) {
      expect((await put(item, { available_quantity: 0 })).status).toBe(400);
      expect((await middle.get(`/items/${item?.id}`)).body).toMatchObject({ status: 'active' });
    }
    expect((await put(fresh, { available_quantity: 0 })).body).toMatchObject({
      sub_status: ['out_of_stock'],
    });
    // The seller pauses the item again, so new stock does not bring it back.
    expect((await put(fresh, { status: 'paused' })).body).toMatchObject({ sub_status: ['paused_by_seller'] });
    expect((await put(fresh, { available_quantity: 5 })).body).toMatchObject({ status: 'paused' });
  });
});
