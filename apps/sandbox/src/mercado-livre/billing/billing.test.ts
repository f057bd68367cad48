import { afterAll, expect, test } from 'vitest';
import { aClient, aControl } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const sandbox = await startSandbox({
  port: 0,
  mercadoLivre: { now: () => NOW, settings: { expiresIn: 90 * 86_400 } },
});
afterAll(sandbox.stop);
const control = aControl(sandbox.url);
const SELLER = 1003000009;
await control.do('POST', '/vendedores', {
  ...{ id: SELLER, apelido: 'FATURADA', semente: 12, anuncios: 100, vendas: 3000 },
});
const seller = await aClient(sandbox.url).connect(SELLER);
const bill = (key: string, query: string) =>
  seller.get(`/billing/integration/periods/key/${key}/group/ML/details?${query}`);

interface Detail {
  charge_info: { detail_id: number; detail_amount: number; detail_type: string; detail_sub_type: string };
  sales_info: { order_id: number }[];
  shipping_info: { shipping_id: string | null };
}

async function all(key: string, document: string, limit: number): Promise<Detail[]> {
  const lines: Detail[] = [];
  for (let from = 0; ; ) {
    const { status, body } = await bill(
      key,
      `document_type=${document}&sort_by=ID&limit=${limit}&from_id=${from}`,
    );
    expect(status).toBe(200);
    const page = body['results'] as Detail[];
    if (page.length === 0) return lines;
    lines.push(...page);
    from = body['last_id'] as number;
  }
}

test('the pages of a month hold every line once, in the order of their numbers', async () => {
  const pages = await all('2026-10-01', 'BILL', 37);
  const ids = pages.map(({ charge_info }) => charge_info.detail_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect(pages).toEqual(await all('2026-10-01', 'BILL', 1000));
  const types = new Set(pages.map(({ charge_info }) => charge_info.detail_sub_type));
  expect([...types].sort()).toEqual(['BV', 'CFF', 'CV', 'CXD', 'PADS']);
  const credits = await all('2026-10-01', 'CREDIT_NOTE', 1000);
  expect(new Set(credits.map(({ charge_info }) => charge_info.detail_type))).toEqual(new Set(['BONUS']));
});

test('the charge for a parcel of a cart names the parcel and no order', async () => {
  const freights = (await all('2026-10-01', 'BILL', 1000)).filter(
    ({ charge_info }) => charge_info.detail_sub_type === 'CXD',
  );
  expect(freights.every(({ shipping_info }) => shipping_info.shipping_id !== null)).toBe(true);
  expect(freights.some(({ sales_info }) => sales_info.length === 0)).toBe(true);
});

test('a charge that comes later has a greater number, also when it is about an earlier instant', async () => {
  const before = await all('2026-11-01', 'BILL', 1000);
  await control.do('POST', `/vendedores/${SELLER}/venda`, { em: '2026-11-02T12:00:00Z' });
  const after = await all('2026-11-01', 'BILL', 1000);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toHaveLength(before.length + 1);
});

test.each([
  ['2026-11-02', 'document_type=BILL&sort_by=ID', 400],
  ['2026-11-01', 'sort_by=ID', 400],
  ['2026-11-01', 'document_type=BILL', 400],
  ['2026-11-01', 'document_type=BILL&sort_by=ID&limit=1001', 400],
  ['2026-11-01', 'document_type=BILL&sort_by=ID&from_id=x', 400],
  ['2026-11-01', 'document_type=BILL&sort_by=ID&offset=1', 400],
  ['2026-12-01', 'document_type=BILL&sort_by=ID', 404],
  ['2025-11-01', 'document_type=BILL&sort_by=ID', 404],
])('%s with %s is answered with %i', async (key, query, status) => {
  expect((await bill(key, query)).status).toBe(status);
});
