import { afterAll, describe, expect, test } from 'vitest';
import { aClient, aControl, SELLERS, scanItems } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const small = await client.connect(SELLERS.small);
const middle = await client.connect(SELLERS.middle);
const search = `/users/${SELLERS.middle}/items/search`;

type Entry = { id?: string; status_code?: number; body?: Record<string, unknown> };
const idsOf = (body: Record<string, unknown>) => body['results'] as string[];

describe('the search', () => {
  test('returns pages of ids in the documented form', async () => {
    const { body } = await middle.get(search);
    expect(body).toMatchObject({
      seller_id: String(SELLERS.middle),
      query: null,
      paging: { limit: 50, offset: 0, total: 5000 },
      orders: [{ id: 'stop_time_asc' }],
    });
    expect(new Set(idsOf(body)).size).toBe(50);
  });

  test('refuses a limit over 100 and an offset over 1000, each with its own message', async () => {
    const message = 'Invalid limit and offset values';
    expect(await middle.get(`${search}?limit=100&offset=1000`)).toMatchObject({ status: 200 });
    expect(await middle.get(`${search}?limit=101`)).toMatchObject({ status: 400, body: { message } });
    expect(await middle.get(`${search}?offset=1001`)).toMatchObject({ status: 400, body: { message } });
    const far = await middle.get(`${search}?offset=10000`);
    expect(far.status).toBe(400);
    expect(far.body['message']).not.toBe(message);
  });

  test('refuses other sellers, unknown filters and unknown statuses', async () => {
    expect(await small.get(search)).toMatchObject({ status: 403, body: { error: 'access_denied' } });
    expect((await middle.get(`${search}?stauts=active`)).status).toBe(400);
    expect((await middle.get(`${search}?status=ACTIVE`)).status).toBe(400);
    expect((await middle.get(`${search}?orders=acaso`)).status).toBe(400);
  });

  test('filters by status, with the same counts as the control route', async () => {
    const truth = await control.do('GET', `/vendedores/${SELLERS.middle}/anuncios`);
    const counts = truth.body['status'] as Record<string, number>;
    for (const status of ['active', 'paused', 'closed'])
      expect((await middle.get(`${search}?status=${status}`)).body).toMatchObject({
        paging: { total: counts[status] },
      });
    const { ids } = await scanItems(middle, '&status=paused');
    expect(ids).toHaveLength(counts['paused'] ?? 0);
  });

  test('finds listings by SKU, in the attribute or in the old field', async () => {
    const { ids } = await scanItems(small);
    const { body } = await small.get(`/items/bulk?ids=${ids.slice(0, 20).join(',')}`);
    const items = (body as unknown as Entry[]).map((entry) => entry.body ?? {});
    const attributeOf = (item: Record<string, unknown>) =>
      (item['attributes'] as { id: string; value_name: string }[]).find(({ id }) => id === 'SELLER_SKU')
        ?.value_name;
    const withSku = items.find((item) => attributeOf(item) !== undefined);
    const found = await small.get(
      `/users/${small.id}/items/search?seller_sku=${encodeURIComponent(attributeOf(withSku ?? {}) ?? '')}`,
    );
    expect(idsOf(found.body)).toContain(withSku?.['id']);
    const withField = items.find((item) => item['seller_custom_field'] !== null);
    const byField = await small.get(
      `/users/${small.id}/items/search?sku=${encodeURIComponent(String(withField?.['seller_custom_field']))}`,
    );
    expect(idsOf(byField.body)).toContain(withField?.['id']);
  });

  test('sorts by price in both directions', async () => {
    const prices = async (order: string) => {
      const { body } = await middle.get(`${search}?orders=${order}&limit=20`);
      const items = await middle.get(`/items/bulk?ids=${idsOf(body).join(',')}&attributes=body.price`);
      return (items.body as unknown as Entry[]).map((entry) => Number(entry.body?.['price']));
    };
    const ascending = await prices('price_asc');
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
    expect((await prices('price_desc'))[0]).toBeGreaterThan(ascending.at(-1) ?? 0);
  });
});

describe('the scan', () => {
  test('returns every listing once, with a new scroll id every time', async () => {
    const { ids, scrolls } = await scanItems(middle);
    expect(new Set(ids).size).toBe(5000);
    expect(ids).toHaveLength(5000);
    expect(scrolls.size).toBe(50);
  });

  test('refuses an offset, and a scroll id that is used, unknown or of another search', async () => {
    const invalid = { status: 400, body: { message: 'Invalid scroll_id' } };
    expect((await middle.get(`${search}?search_type=scan&offset=0`)).status).toBe(400);
    const first = await middle.get(`${search}?search_type=scan&limit=10`);
    const next = `${search}?search_type=scan&limit=10&scroll_id=${encodeURIComponent(String(first.body['scroll_id']))}`;
    expect(await middle.get(`${next}&status=active`)).toMatchObject(invalid);
    expect(await middle.get(next)).toMatchObject({ status: 200 });
    expect(await middle.get(next)).toMatchObject(invalid);
    expect(await middle.get(`${search}?search_type=scan&scroll_id=nada`)).toMatchObject(invalid);
  });

  test('expires after five idle minutes, and too many open scans are refused', async () => {
    const world = await startSandbox({ port: 0 });
    const seller = await aClient(world.url).connect(SELLERS.middle);
    const first = await seller.get(`${search}?search_type=scan`);
    for (const _ of [1, 2]) expect((await seller.get(`${search}?search_type=scan`)).status).toBe(200);
    expect((await seller.get(`${search}?search_type=scan`)).status).toBe(429);
    await aControl(world.url).do('POST', '/relogio', { avancarSegundos: 301 });
    const late = `${search}?search_type=scan&scroll_id=${encodeURIComponent(String(first.body['scroll_id']))}`;
    expect((await seller.get(late)).status).toBe(400);
    expect((await seller.get(`${search}?search_type=scan`)).status).toBe(200);
    await world.stop();
  });
});
