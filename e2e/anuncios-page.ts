import type { Page } from '@playwright/test';
import { type Publicacao, SEM_ESCOLHA } from '../packages/contract/src/publicacao.ts';
import { apiHeaders, expect, type Operator, sql } from './fixtures.ts';
import { aConta } from './integracoes-page.ts';
import { aDeposito, aProduto, references, saldo } from './produtos-page.ts';

export const ANUNCIOS = '/vendas/anuncios';

export const line = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** An anuncio as a reading would store it. */
interface Stored {
  id: string;
  quantidade?: number;
  estado?: string;
  pausado_por?: string;
  is_full?: boolean;
  produto_id?: string;
}

/** An empresa with a conta, two produtos, and these anuncios. */
export async function aShop(
  page: Page,
  operator: Operator,
  anuncios: (ids: { filtro: string; vela: string }) => Stored[],
) {
  const loja = await aDeposito(page, 'Loja');
  const shared = await references(page);
  const filtro = await aProduto(page, shared, {
    ...{ nome: 'Filtro de óleo', sku: 'FIL-100', depositos: [saldo(loja.id, '5')] },
  });
  const vela = await aProduto(page, shared, {
    nome: 'Vela de ignição',
    sku: 'VEL-7',
    depositos: [saldo(loja.id, '9')],
  });
  const contaId = await aConta(operator, { nickname: 'AUTOPECASDOZE' });
  for (const each of anuncios({ filtro: filtro.id, vela: vela.id }))
    await sql(
      `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, titulo, estado, pausado_por,
         categoria_externa_id, sku, sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id)
       select empresa_id, marketplace, user_ml_id, $2, $3, $4, $5, 'MLB1', $2, false, 25, $6, $7, now(), $8
       from mercado_livre_config where id = $1`,
      [
        ...[contaId, each.id, `Peça ${each.id}`, each.estado ?? 'ativo', each.pausado_por ?? null],
        ...[each.quantidade ?? 5, each.is_full ?? false, each.produto_id ?? null],
      ],
    );
  return { contaId, loja, filtro: filtro.id, vela: vela.id };
}

/** Chooses how the anuncios of a produto share its stock, outside the screen. */
export async function chooseModo(
  page: Page,
  produtoId: string,
  publicacao: Publicacao,
  antes: Publicacao = SEM_ESCOLHA,
): Promise<void> {
  const response = await page.request.put(`/api/produtos/${produtoId}/publicacao`, {
    data: { publicacao, antes },
    headers: apiHeaders,
  });
  expect(response.status(), await response.text()).toBe(200);
}
