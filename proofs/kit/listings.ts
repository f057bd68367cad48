import type { Operator, Product } from './product.ts';
import type { StandIn } from './stand-in.ts';

/** A listing of a seller, by the ids of its variations. An unlinked one has no produto here. */
export interface Listing {
  anuncio: string;
  variacoes: readonly string[];
  produto: string | null;
  isKit: boolean;
}

interface Place extends Pick<Product, 'sql'> {
  standIn: Pick<StandIn, 'control'>;
}

/**
 * Stores the listings of a seller, each linked to a produto. Two share one produto. The last is linked to none, and the
 * one before it is a kit that is linked, so that a sale which draws the kit shows.
 */
export async function link(
  { sql, standIn }: Place,
  { empresaId }: Pick<Operator, 'empresaId'>,
  { seller, produtos }: { seller: number; produtos: readonly string[] },
): Promise<Listing[]> {
  const count = produtos.length + 2;
  const linked: Listing[] = [];
  for (let n = 0; n < count; n++) {
    const { anuncio, variacoes } = await idsOf(standIn, seller, linked[0]?.anuncio, n);
    const produto = n === count - 1 ? null : (produtos[n % produtos.length] ?? null);
    for (const variacao of variacoes)
      await sql(
        `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, variacao_id, titulo, estado,
           categoria_externa_id, sku, sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id)
         values ($1, 'mercado-livre', $2, $3, $4, 'Peça', 'ativo', 'MLB1', 'P', true, 1, 1, $5, now(), $6)`,
        [empresaId, seller, anuncio, variacao, n % 4 === 1, produto],
      );
    linked.push({ anuncio, variacoes, produto, isKit: n === count - 2 });
  }
  return linked;
}

/** The most variations of a listing. */
const VARIATIONS = 5;

/** Reads the ids of the n-th listing from a sale that is never paid, because such a sale reserves no stock. */
export async function idsOf(
  { control }: Pick<StandIn, 'control'>,
  seller: number,
  first: string | undefined,
  n: number,
) {
  const anuncio = first && `MLB${Number(first.slice(3)) + n}`;
  const { order_items } = await control<{
    order_items: { item: { id: string; variation_id: number | null } }[];
  }>('POST', `/vendedores/${seller}/venda`, { paga: false, ...(anuncio && { anuncio }) });
  const item = order_items[0]?.item;
  if (!item) throw new Error('a sale has no item');
  const { id, variation_id } = item;
  const base = variation_id === null ? null : Math.floor(variation_id / 10) * 10;
  const variacoes =
    base === null ? [''] : Array.from({ length: VARIATIONS }, (_, each) => String(base + each));
  return { anuncio: id, variacoes };
}
