import type { AbaDeAnuncios, BlocoDeAnuncios, UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { toUnits } from '@prumo/contract/exact-decimal.ts';
import { SEM_ESCOLHA } from '@prumo/contract/publicacao.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import {
  type Conta,
  type Produto,
  selectProdutos,
  selectProdutosById,
  selectSoltos,
  selectUnidades,
  selectUnreadSellers,
  sellerText,
  UNIDADES,
} from './anuncios.queries.ts';
import {
  hasMoreSoltos,
  isNaAba,
  MOST_PRODUTOS,
  selectById,
  selectProdutosByText,
  selectSoltosByText,
} from './busca.queries.ts';
import { afterSolto, cursorOf, type Posicao } from './cursor.ts';
import { type Disponivel, readDisponivel } from './metas/disponivel.ts';
import { gruposOf } from './metas/grupos.ts';
import { type UnidadeMedida, type UnitMeta, unitMetasOf } from './metas/unit-metas.ts';
import { publicadoOf, situacaoOf, unitsOf } from './situacao.ts';
import type { Unidade } from './unidades.queries.ts';

interface Pagina {
  itens: BlocoDeAnuncios[];
  proximo: string | null;
  parcial: boolean;
}

interface Asked {
  aba: AbaDeAnuncios;
  contas: readonly Conta[];
  limite: number;
}

/** Reads a page of the list: first produtos, then units without one. */
export async function readPagina(
  tx: TenantDb,
  { aba, contas, limite }: Asked,
  depois: Posicao | null,
): Promise<Pagina> {
  const asked = { aba, sellers: contas.map(sellerText) };
  let produtoIds: string[] = [];
  if (aba !== 'sem_produto' && (depois === null || 'produto' in depois)) {
    const page = await selectProdutos(tx, { ...asked, depois: depois?.produto ?? null, limit: limite });
    produtoIds = page.rows;
    if (page.last !== null)
      return pagina(await readBlocos(tx, contas, { produtoIds, soltos: [] }), { produto: page.last });
  }
  if (aba === 'diferenca') return pagina(await readBlocos(tx, contas, { produtoIds, soltos: [] }), null);
  const left = limite - produtoIds.length;
  if (left === 0) return pagina(await readBlocos(tx, contas, { produtoIds, soltos: [] }), { soltos: true });
  const solto = depois !== null && 'solto' in depois ? depois.solto : null;
  const { rows, last } = await selectSoltos(tx, { ...asked, depois: solto, limit: left });
  return pagina(await readBlocos(tx, contas, { produtoIds, soltos: rows }), last && afterSolto(last));
}

const pagina = (itens: BlocoDeAnuncios[], proximo: Posicao | null): Pagina => ({
  itens,
  proximo: proximo && cursorOf(proximo),
  parcial: false,
});

/** Reads what a person means by words, a SKU or the id of an anuncio. A search has one page. */
export async function readBusca(
  tx: TenantDb,
  { aba, contas, limite }: Asked,
  busca: string,
): Promise<Pagina> {
  const sellers = new Set(contas.map(sellerText));
  const byId = await selectById(tx, contas, busca);
  // Who types the id of an anuncio means that anuncio.
  const [byText, soltosByText, hasMore] =
    byId.length > 0
      ? [[], [], false]
      : await Promise.all([
          selectProdutosByText(tx, busca),
          selectSoltosByText(tx, busca, limite + 1),
          hasMoreSoltos(tx),
        ]);
  const soltos = new Map(
    [...byId.filter(({ produto_id }) => produto_id === null), ...soltosByText]
      .filter((unit) => sellers.has(sellerText(unit)) && isNaAba(aba, unit))
      .map((unit) => [JSON.stringify(afterSolto(unit)), unit]),
  );
  const produtoIds = [
    ...new Set([...byId.flatMap(({ produto_id }) => produto_id ?? []), ...byText.map(({ id }) => id)]),
  ];
  const blocos = await readBlocos(
    tx,
    contas,
    { produtoIds: produtoIds.slice(0, MOST_PRODUTOS), soltos: [...soltos.values()] },
    aba,
  );
  const isMore =
    blocos.length > limite || byText.length > MOST_PRODUTOS || soltosByText.length > limite || hasMore;
  return { itens: blocos.slice(0, limite), proximo: null, parcial: isMore };
}

/** Reads produtos with their units, and units without one. With an aba, produtos without a unit of it are left out. */
async function readBlocos(
  tx: TenantDb,
  contas: readonly Conta[],
  { produtoIds, soltos }: { produtoIds: readonly string[]; soltos: readonly Unidade[] },
  aba: AbaDeAnuncios = 'todos',
): Promise<BlocoDeAnuncios[]> {
  const sellers = contas.map(sellerText);
  const [units, produtos, unread] = await Promise.all([
    produtoIds.length > 0 ? selectUnidades(tx, produtoIds, sellers) : [],
    produtoIds.length > 0 ? selectProdutosById(tx, produtoIds) : [],
    contas.length > 0 ? selectUnreadSellers(tx, contas) : [],
  ]);
  const disponivel = await readDisponivel(tx, units);
  const show = unidadeOf(contas, new Set(unread.map(sellerText)));
  const measured = (own: readonly Unidade[]) => own.map((unit) => ({ unit, disponivel: disponivel(unit) }));
  const byProduto = Map.groupBy(units, ({ produto_id }) => produto_id);
  const byId = new Map(produtos.map((produto) => [produto.id, produto]));
  const blocos = produtoIds.flatMap((id) => {
    const own = byProduto.get(id) ?? [];
    const produto = byId.get(id);
    if (!produto || !own.some((unit) => aba === 'todos' || isNaAba(aba, unit))) return [];
    return [blocoOf(produto, measured(own), show)];
  });
  return [...blocos, ...soltos.map((unit) => blocoOf(null, measured([unit]), show))];
}

type Show = (meta: UnitMeta, disponivel: Disponivel | null, grupo: number) => UnidadeDeAnuncio;

function blocoOf(produto: Produto | null, units: readonly UnidadeMedida[], show: Show): BlocoDeAnuncios {
  const shown = units.slice(0, UNIDADES);
  const grupos = gruposOf(shown.map(({ unit }) => unit));
  const metas = unitMetasOf(shown, produto?.publicacao ?? SEM_ESCOLHA);
  // What a unit shows may depend on units that are not on the screen, so the worker has decided it.
  const isKept = produto?.publicacao.modo === 'cotas' || units.length > UNIDADES;
  return {
    produto,
    miniatura: produto === null ? (units[0]?.unit.miniatura ?? null) : null,
    unidades: metas.map((meta, n) => {
      const known = isKept ? { ...meta, esperado: meta.unit.meta } : meta;
      return show(known, shown[n]?.disponivel ?? null, grupos[n] ?? n);
    }),
    mais: units.length > UNIDADES,
  };
}

function unidadeOf(contas: readonly Conta[], unread: ReadonlySet<string>): Show {
  const ids = new Map(contas.map((conta) => [sellerText(conta), conta.id]));
  return ({ unit, esperado, divide }, disponivel, grupo) => {
    const quantidade = unitsOf(toUnits(unit.quantidade, 2));
    const { situacao, motivo } = situacaoOf({ ...unit, esperado, quantidade });
    const isUnread = motivo === 'oferece_a_menos' && unread.has(sellerText(unit));
    return {
      conta_id: ids.get(sellerText(unit)) ?? '',
      ...{ anuncio_id: unit.anuncio_id, variacao_id: unit.variacao_id, titulo: unit.titulo },
      ...{ variacao: unit.variacao, sku: unit.sku, estado: unit.estado, preco: unit.preco },
      ...{ full: unit.is_full, cota: unit.cota },
      publicado: String(publicadoOf({ estado: unit.estado, quantidade })),
      aqui: disponivel === null ? null : String(unitsOf(disponivel.total)),
      esperado: esperado === null ? null : String(esperado),
      ...{ situacao, motivo: isUnread ? 'vendas_nao_lidas' : motivo },
      desde: motivo !== null && unit.diferenca === motivo ? unit.diferenca_desde : null,
      ...{ grupo, divide },
    };
  };
}
