import { expect, test } from 'vitest';
import * as z from 'zod';
import { openBudget } from '#modules/contas/budget.ts';
import type { Asker } from '#modules/marketplace/calls.ts';
import type { OrderWindow, Pedido } from '#modules/marketplace/orders.ts';
import { readCategory } from '#modules/mercado-livre/listings/categories.ts';
import {
  type ItemPage,
  type ItemSearch,
  readItemIds,
  readItems,
} from '#modules/mercado-livre/listings/items.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { decimal, toDecimal } from './amount.ts';
import { openMercadoLivre } from './mercado-livre.ts';

const prumo = await mercadoLivreApp();
const { anEmpresa, authorize, misbehave, callsOf, config, control, openPool, sandbox } = prumo;
const db = openPool(4);
const mercadoLivre = openMercadoLivre({
  config,
  budget: openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 }),
});
const { client } = mercadoLivre;
let sellers = 0;
async function aSession(anuncios: number, vendas: number) {
  sellers += 1;
  const seller = 4_000_000_000 + sellers;
  await control('/vendedores', { id: seller, apelido: `LOJA${sellers}`, semente: sellers, anuncios, vendas });
  const { code, code_verifier } = await authorize(await anEmpresa(), seller);
  const { accessToken } = await mercadoLivre.exchange({ code, codeVerifier: code_verifier });
  return {
    seller,
    asker: { accessToken, turn: { waits: 'background', key: String(seller) } } as const,
    calls: (route: string) => callsOf(route, seller),
  };
}

const SEARCH = 'GET /users/:id/items/search';

/** Reads the pages of a scan until its end. */
async function* scanItemIds(from: typeof client, asker: Asker, search: ItemSearch): AsyncGenerator<ItemPage> {
  for (let scrollId = search.scrollId; ; ) {
    const page = await readItemIds(from, asker, { ...search, scrollId });
    yield page;
    if (page.scrollId === null) return;
    scrollId = page.scrollId;
  }
}

const idsOf = async (pages: AsyncGenerator<ItemPage>) => {
  const ids: string[] = [];
  for await (const page of pages) ids.push(...page.ids);
  return ids;
};

test('a scan gives every listing once, however the end is signalled', async () => {
  for (const count of [0, 1, 100, 250]) {
    const { seller, asker, calls } = await aSession(count, 0);
    const ids = await idsOf(scanItemIds(client, asker, { userId: String(seller) }));
    expect(new Set(ids).size).toBe(count);
    expect(ids).toHaveLength(count);
    expect(await calls(SEARCH)).toBeLessThanOrEqual(Math.floor(count / 100) + 2);
  }
});

test('a scroll whose answer was lost becomes invalid, and the search can start at either end', async () => {
  const { seller, asker } = await aSession(350, 0);
  const scan = scanItemIds(client, asker, { userId: String(seller) });
  const first = (await scan.next()).value;
  await misbehave({ 'mercado-livre': 'fora-depois', rota: `${SEARCH} ${seller}` });
  await expect(idsOf(scan)).rejects.toMatchObject({ kind: 'misconfigured' });
  const reversed = await idsOf(scanItemIds(client, asker, { userId: String(seller), reversed: true }));
  expect(reversed).toHaveLength(350);
  expect(reversed.slice(-100).toReversed()).toEqual(first.ids);
});

test.each(['200-erro', 'forma', 'campo-ausente'])('a page with %s is not the last one', async (kind) => {
  const { seller, asker } = await aSession(150, 0);
  await misbehave({ 'mercado-livre': kind, rota: `${SEARCH} ${seller}` });
  const scan = idsOf(scanItemIds(client, asker, { userId: String(seller) }));
  await expect(scan).rejects.toMatchObject({ kind: 'uncertain' });
});

test('an interrupted search continues at its page, from another process too', async () => {
  const { seller, asker, calls } = await aSession(350, 0);
  const first = (await scanItemIds(client, asker, { userId: String(seller) }).next()).value;
  expect(first).toMatchObject({ total: 350, scrollId: expect.any(String) });
  const search = { userId: String(seller), scrollId: first.scrollId };
  const rest = await idsOf(scanItemIds(client, asker, search));
  expect(new Set([...first.ids, ...rest]).size).toBe(350);
  expect(rest).toHaveLength(250);
  expect(await calls(SEARCH)).toBeLessThanOrEqual(5);
  // The scroll has been used up meanwhile.
  await expect(idsOf(scanItemIds(client, asker, search))).rejects.toMatchObject({ kind: 'misconfigured' });
});

const Title = z.object({ id: z.string(), title: z.string(), price: decimal });
const fields = ['title', 'price'];

test('listings are read twenty at a time and once each, and a missing one has status 404', async () => {
  const { seller, asker, calls } = await aSession(45, 0);
  const ids = await idsOf(scanItemIds(client, asker, { userId: String(seller) }));
  const asked = [...ids, ...ids.slice(0, 5), 'MLB9999999999'];
  const items = await readItems(client, asker, { ids: asked, fields, schema: Title });
  expect(await calls('GET /items/bulk')).toBe(3);
  expect(items.size).toBe(46);
  expect(items.get('MLB9999999999')).toEqual({ status: 404, body: null });
  for (const id of ids)
    expect(items.get(id)?.body).toMatchObject({ id, price: expect.stringMatching(/^\d+\.\d\d$/) });
});

test('a partial answer or one with duplicates gives each id its own entry', async () => {
  const { seller, asker } = await aSession(20, 0);
  const ids = await idsOf(scanItemIds(client, asker, { userId: String(seller) }));
  const read = () => readItems(client, asker, { ids, fields, schema: Title });
  await misbehave({ 'mercado-livre': 'parcial', rota: `GET /items/bulk ${seller}` });
  const parts = await read();
  expect(ids.map((id) => parts.get(id)?.status).slice(0, 3)).toEqual([200, 500, 206]);
  await misbehave({ 'mercado-livre': 'duplicado', rota: `GET /items/bulk ${seller}` });
  for (const [id, { body }] of await read()) expect(body?.id).toBe(id);
});

interface TrueOrder {
  id: number;
  date_created: string;
  total_amount: number;
  tags: string[];
}

const truth = async (seller: number): Promise<TrueOrder[]> => {
  const text = await (await fetch(`${sandbox.url}/_mercado-livre/vendedores/${seller}/verdade`)).text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};
const year = () => {
  const to = new Date(Date.now() + 3_600_000);
  return { from: new Date(to.getTime() - 364 * 86_400_000), to };
};
/** Reads a window page by page with nothing but the cursor, as a worker that was killed and resumed does. */
async function allOrders(asker: Asker, window: OrderWindow): Promise<Pedido[]> {
  const pedidos: Pedido[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await mercadoLivre.orders.page(asker, window, cursor);
    pedidos.push(...page.pedidos);
    cursor = page.cursor;
    if (cursor === null) return pedidos;
  }
}

const cents = (amount: string) => BigInt(amount.replace('.', ''));

test('twelve months of orders beyond the offset limit come completely, to the cent', async () => {
  const { seller, asker } = await aSession(200, 12_000);
  const window = { sellerId: String(seller), by: 'created', wants: 'every', ...year() } as const;
  const orders = new Map((await allOrders(asker, window)).map((pedido) => [pedido.id, pedido]));
  const from = window.from.toISOString();
  // A test order is no sale.
  const expected = (await truth(seller)).filter(
    ({ date_created, tags }) => new Date(date_created).toISOString() >= from && !tags.includes('test_order'),
  );
  expect(expected.length).toBeGreaterThan(10_000);
  const missing = expected.filter(({ id }) => !orders.has(String(id)));
  expect(missing).toEqual([]);
  let [ours, theirs] = [0n, 0n];
  for (const { id, total_amount } of expected) {
    ours += cents(orders.get(String(id))?.total ?? '0');
    theirs += BigInt(Math.round(total_amount * 100));
  }
  expect(ours).toBe(theirs);
});

test('a parsed order contains nothing about the buyer', async () => {
  const { seller, asker } = await aSession(5, 50);
  const window = { sellerId: String(seller), by: 'changed', wants: 'most', ...year() } as const;
  const orders = await allOrders(asker, window);
  expect(orders.length).toBeGreaterThan(0);
  expect(JSON.stringify(orders)).not.toMatch(/buyer|payer/);
});

test('a category has its path, and an unknown category is null', async () => {
  const { seller, asker } = await aSession(1, 0);
  const [id = ''] = await idsOf(scanItemIds(client, asker, { userId: String(seller) }));
  const schema = z.object({ category_id: z.string() });
  const item = (await readItems(client, asker, { ids: [id], fields: ['category_id'], schema })).get(id);
  const category = await readCategory(client, asker, item?.body?.category_id ?? '');
  expect(category?.caminho.split(' > ').at(-1)).toBe(category?.nome);
  expect(category?.nome).not.toBe('');
  expect(await readCategory(client, asker, 'MLB0')).toBeNull();
});

test('an amount becomes the decimal it was written as', () => {
  const written: [number, string][] = [
    [19.9, '19.90'],
    [1234.56, '1234.56'],
    [0, '0.00'],
    [0.1 + 0.2, '0.30'],
    [1.005, '1.01'],
    [-0.005, '-0.01'],
    [-0.001, '0.00'],
    [7, '7.00'],
    [1e-7, '0.00'],
    [123456789012.34, '123456789012.34'],
  ];
  for (const [amount, text] of written) expect(toDecimal(amount)).toBe(text);
  expect(decimal.safeParse(1e21).success).toBe(false);
});
