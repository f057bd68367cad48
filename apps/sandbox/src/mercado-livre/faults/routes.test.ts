import { afterAll, expect, test } from 'vitest';
import { API_ROUTES } from '#mercado-livre/api.ts';
import { aClient, aControl, isFull, itemsOf, type Order, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';
import { MERCADO_LIVRE_FAULT_KINDS } from './faults.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const control = aControl(sandbox.url);
const seller = await aClient(sandbox.url).connect(SELLERS.middle);

/** Faults after which no answer comes within the time of a test. */
const SILENT = ['lento', 'gotejamento'];
/** Faults that break the connection. */
const BROKEN = ['fora', 'fora-depois', 'corta'];

/** Routes of shipments, claims and the stock of Full, each with a request that it answers. */
async function requests(): Promise<Map<string, string>> {
  const items = await itemsOf(seller, 100);
  const full = items.find((each) => isFull(each) && each.variations.length === 0);
  const sold = await control.do('POST', `/vendedores/${seller.id}/carrinho`, {
    itens: [{ anuncio: items[0]?.id }, { anuncio: items[1]?.id }],
    kit: items[2]?.id,
    logistica: 'drop_off',
  });
  const [order] = sold.body as unknown as Order[];
  const claim = (await control.do('POST', `/vendas/${order?.id}/reclamacao`, {})).body['id'];
  const back = await control.do('POST', `/reclamacoes/${claim}/devolucao`, { para: 'meli' });
  for (let n = 0; n < 3; n += 1) await control.do('POST', `/reclamacoes/${claim}/devolucao/avancar`, {});
  await control.do('POST', `/reclamacoes/${claim}/triagem`, { condicao: 'saleable' });
  await control.do('POST', `/envios/${order?.shipping.id}`, { prazo: '2026-01-01T00:00:00Z' });
  const returned = (back.body['devolucao'] as { id: number }).id;
  const kept = full?.['inventory_id'];
  await control.do('POST', `/vendedores/${seller.id}/venda`, { anuncio: full?.id, logistica: 'fulfillment' });
  const search = `/stock/fulfillment/operations/search?seller_id=${seller.id}&inventory_id=${kept}`;
  const [operation] = (await seller.get(search)).body['results'] as { id: number }[];
  const month = `${new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 7)}-01`;
  const ids: readonly [start: string, id: unknown][] = [
    ['/shipments/', order?.shipping.id],
    ['/packs/', order?.pack_id],
    ['/orders/', order?.id],
    ['/post-purchase/v1/returns/', returned],
    ['/post-purchase/', claim],
    ['/inventories/', kept],
    ['/stock/fulfillment/', operation?.id],
    ['/billing/', month],
  ];
  const queries: Readonly<Record<string, string>> = {
    'GET /shipment_labels': `?shipment_ids=${order?.shipping.id}`,
    'GET /stock/fulfillment/operations/search': search.slice(search.indexOf('?')),
    'GET /post-purchase/v1/claims/search': '?status=opened',
    'GET /billing/integration/periods/key/:key/group/:group/details': '?document_type=BILL&sort_by=ID',
    'GET /orders/search': `?seller=${seller.id}`,
  };
  const wanted = API_ROUTES.map(({ name }) => name).filter(
    (name) =>
      name.startsWith('GET ') &&
      (ids.some(([start]) => name.includes(start)) || /shipment_(labels|statuses)/.test(name)) &&
      !name.includes('invoice_data'),
  );
  return new Map(
    wanted.map((name) => {
      const path = name.slice('GET '.length);
      const id = ids.find(([start]) => path.startsWith(start))?.[1];
      const named = path.replace(/:(id|key)/, String(id)).replace(':group', 'ML');
      return [name, `${named}${queries[name] ?? ''}`];
    }),
  );
}

const known = await requests();

test('every route of a sale answers', async () => {
  expect(known.size).toBeGreaterThan(20);
  for (const [name, path] of known)
    expect.soft([200, 201], `${name} at ${path}`).toContain((await seller.get(path)).status);
});

test.each(MERCADO_LIVRE_FAULT_KINDS.filter((kind) => !SILENT.includes(kind)))(
  'the fault %s affects every route of a sale',
  async (kind) => {
    for (const [name, path] of known) {
      const bytes = async () => {
        const answer = await fetch(`${sandbox.url}/mercado-livre${path}`, {
          headers: { authorization: `Bearer ${seller.accessToken}`, 'x-format-new': 'true' },
          redirect: 'manual',
        });
        const body = Buffer.from(await answer.arrayBuffer());
        return { status: answer.status, type: answer.headers.get('content-type'), body };
      };
      const right = await bytes();
      expect(await control.inject({ 'mercado-livre': kind, rota: `${name} ${seller.id}` })).toBe(204);
      if (BROKEN.includes(kind)) await expect(bytes(), name).rejects.toThrow();
      else if (kind !== 'duplicado' && kind !== 'parcial') expect(await bytes(), name).not.toEqual(right);
      else await bytes();
      expect(await bytes(), name).toEqual(right);
    }
  },
);
