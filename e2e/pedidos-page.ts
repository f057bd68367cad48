import type { Page } from '@playwright/test';
import { apiHeaders, expect, type Operator, sql } from './fixtures.ts';
import { aSeller, card, connect, type Seller } from './integracoes-page.ts';
import { aDeposito, aProduto, references, saldo } from './produtos-page.ts';
import { PORT } from './setup.ts';

export const PEDIDOS = '/vendas/pedidos';
const SANDBOX = `http://127.0.0.1:${PORT + 5}/_mercado-livre`;
/** The worker reads the sales of all tests at the rate that the marketplace allows. */
const READ = { timeout: 60_000 };

export const aba = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Abas dos pedidos' }).getByRole('link', { name });
export const detalhe = (page: Page) => page.getByRole('region', { name: /^Pedido / });

/** Sells at the marketplace. The anuncio that is sold becomes one of the produto. Returns the number of the pedido. */
export async function sell(
  page: Page,
  seller: Seller,
  sale: object,
  { empresaId, produtoId }: { empresaId: string; produtoId: string },
): Promise<string> {
  const sold = await page.request.post(`${SANDBOX}/vendedores/${seller.id}/venda`, { data: sale });
  expect(sold.status()).toBe(201);
  const { id, order_items } = await sold.json();
  const [{ item }] = order_items;
  await sql(
    `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, variacao_id, titulo, estado,
       categoria_externa_id, sku, sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id)
     values ($1, 'mercado-livre', $2, $3, $4, 'Peça', 'ativo', 'MLB1', $3, false, 1, 1, false, now(), $5)
     on conflict do nothing`,
    [empresaId, String(seller.id), item.id, String(item.variation_id ?? ''), produtoId],
  );
  return String(id);
}

/** A conta whose sales reserve, with these sales of a filtro. Returns the numbers of the pedidos. */
export async function someSales(
  page: Page,
  { empresaId }: Operator,
  { recursos = [], vendas = [{}] }: { recursos?: string[]; vendas?: object[] } = {},
): Promise<string[]> {
  const seller = await aSeller(page, recursos);
  const loja = await aDeposito(page, 'Loja');
  const produto = await aProduto(page, await references(page), {
    ...{ nome: 'Filtro de óleo', sku: 'FIL-100', cod_referencia: ['90915-YZZD2', '7891234567895'] },
    depositos: [saldo(loja.id, '5')],
  });
  // The sales are older than the connection, so that the first synchronisation brings them.
  const numbers: string[] = [];
  for (const venda of vendas)
    numbers.push(await sell(page, seller, venda, { empresaId, produtoId: produto.id }));
  await connect(page, seller);
  await expect(card(page, seller.nickname)).toBeVisible();
  const [conta] = await sql('select id from mercado_livre_config where empresa_id = $1', [empresaId]);
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  const set = await page.request.put(`/api/contas/${conta?.['id']}/vendas`, {
    data: { reserva_desde: `${day}T00:00:00-03:00`, saida_em: 'despacho', depositos: [loja.id], versao: 0 },
    headers: apiHeaders,
  });
  expect(set.status(), await set.text()).toBe(200);
  await expect
    .poll(() => sql('select from pedidos_fila where empresa_id = $1 and aba is not null', [empresaId]), READ)
    .toHaveLength(vendas.length);
  return numbers;
}
