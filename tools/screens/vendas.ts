import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import pg from 'pg';
import type { Product } from '../product.ts';
import { DEMO } from '../seed/demo.ts';
import { connect, type Screen } from './contas.ts';

/** The seller whose sales are drawn. No other screen needs it. */
const SELLER = { id: 1_003_000_009, apelido: 'AURORA.AUTOPECAS', semente: 3, anuncios: 8, vendas: 0 };
const SALES = 14;
/** The orders whose goods have left already, so that the figures of the margin are not all estimates. */
const GONE = 4;
const MARGEM = '/vendas/margem';

const listed = (page: Page) => page.getByRole('row').nth(2).waitFor();

export const VENDAS: readonly Screen[] = [
  ['pedidos', true, '/vendas/pedidos', listed],
  [
    'pedidos-aberto',
    true,
    '/vendas/pedidos',
    async (page) => {
      await listed(page);
      await page
        .getByRole('row')
        .getByRole('button', { name: /, pedido / })
        .first()
        .click();
      await page.getByText('Andamento', { exact: true }).waitFor();
    },
  ],
  ['separacao', true, '/vendas/pedidos/separacao', listed],
  ['margem', true, MARGEM, (page) => page.getByRole('region', { name: 'Margem do período' }).waitFor()],
  [
    'venda-balcao',
    true,
    '/vendas/balcao',
    async (page) => {
      const code = page.getByPlaceholder(/código/i).first();
      for (const sku of ['PSL55', 'PSL55']) {
        await code.fill(sku);
        await code.press('Enter');
      }
      await page
        .getByRole('button', { name: /^Concluir/ })
        .first()
        .waitFor();
    },
  ],
];

interface Order {
  id: number;
  shipping: { id: number };
  order_items: { item: { id: string; variation_id: number | null; title: string } }[];
}

/** Sells listings of a seller that are produtos of the demo empresa, and waits until each is a parcel. */
export async function sellSome(
  browser: Browser,
  { url, sandbox, postgres, database }: Product,
): Promise<void> {
  const control = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${sandbox}/_mercado-livre${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const pool = new pg.Pool({ connectionString: postgres.url(database), max: 1 });
  const context = await browser.newContext({ baseURL: url, locale: 'pt-BR' });
  try {
    await control('/vendedores', SELLER);
    await context.request.post('/api/sessoes', { data: DEMO, headers: { origin: url } });
    const produtos = await pool.query<{ empresa_id: string; id: string; nome: string; sku: string }>(
      `select distinct on (p.id) p.empresa_id, p.id, p.nome, p.sku from produtos p
       join produto_deposito d on d.empresa_id = p.empresa_id and d.produto_id = p.id and d.quantidade > 2
       where p.custo_unitario > 0 order by p.id limit $1`,
      [SELLER.anuncios],
    );
    const orders: Order[] = [];
    let first: number | undefined;
    for (let n = 0; n < SALES; n++) {
      const [order] = await control<Order[]>(`/vendedores/${SELLER.id}/carrinho`, {
        // The ids of the listings of a seller follow each other.
        itens: [
          { quantidade: 1 + (n % 2), ...(first && { anuncio: `MLB${first + (n % SELLER.anuncios)}` }) },
        ],
        logistica: n % 4 === 1 ? 'xd_drop_off' : 'drop_off',
      });
      const item = order?.order_items[0]?.item;
      const produto = produtos.rows[n % produtos.rows.length];
      if (!order || !item || !produto) throw new Error('a sale has no item, or the demo no produto');
      orders.push(order);
      first ??= Number(item.id.slice(3));
      await pool.query(
        `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, variacao_id, titulo, estado,
           categoria_externa_id, sku, sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id)
         values ($1, 'mercado-livre', $2, $3, $4, $5, 'ativo', 'MLB1', $6, true, 50, 20, false, now(), $7)
         on conflict do nothing`,
        [
          ...[produto.empresa_id, String(SELLER.id), item.id, String(item.variation_id ?? '')],
          ...[produto.nome, produto.sku, produto.id],
        ],
      );
    }
    for (const { shipping } of orders.slice(0, GONE))
      await control(`/envios/${shipping.id}/avancar`, { ate: 'saiu' });
    const page = await context.newPage();
    const conta = await connect(page, String(SELLER.id));
    const set = await page.request.put(`/api/contas/${conta.split('/').at(-1)}/vendas`, {
      data: { reserva_desde: daysAgo(2), saida_em: 'despacho', depositos: [], versao: 0 },
      headers: { origin: url },
    });
    if (!set.ok()) throw new Error(`the conta does not reserve: ${await set.text()}`);
    const read = () =>
      pool.query('select from pedidos_fila where seller_id = $1 and aba is not null', [String(SELLER.id)]);
    while (((await read()).rowCount ?? 0) < SALES) await sleep(500);
  } finally {
    await context.close();
    await pool.end();
  }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
