import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { VendaFacts } from './refresh-fila.queries.ts';

/** An item of a pedido in a parcel, with its produto and the saldo of its deposito. */
export interface ItemRow {
  fila_id: string;
  venda: VendaFacts;
  valor: string | null;
  anuncio_id: string;
  quantidade: number;
  is_kit: boolean;
  produto_id: string | null;
  nome: string | null;
  sku: string | null;
  codigo_barras: string | null;
  codigos: string[];
  foto: string | null;
  reserva_id: string | null;
  reservada_em: string | null;
  reservado: number;
  a_conferir: number;
  deposito_id: string | null;
  deposito_nome: string | null;
  saldo: string | null;
  reservado_total: string | null;
  disponivel: string | null;
  minimo: string | null;
}

/** The first code of a produto that looks like a GTIN. */
export const BARCODE = `(select c from unnest(p.cod_referencia) c where c ~ '^([0-9]{8}|[0-9]{12,14})$' limit 1)`;

/** The codes that a scanner may read. A produto has up to 200, and its packing carries one of the first. */
const CODES = `coalesce(p.cod_referencia[1:20], '{}')`;

/**
 * Selects the items of parcels, in the order of their pedidos. Each table is looked up by its key: a plain join would let
 * PostgreSQL read all reservas of the empresa, because it expects a hundred items in every pedido.
 */
export const selectItens = (tx: TenantDb, filaIds: readonly string[]) =>
  tx.query<ItemRow>(
    `select f.id as fila_id, v.venda, m.total::text as valor, i.anuncio_id, i.quantidade, coalesce(i.is_kit, false) as is_kit,
       p.id as produto_id, coalesce(p.nome, a.titulo, t.titulo) as nome, coalesce(p.sku, a.sku) as sku,
       ${BARCODE} as codigo_barras, ${CODES} as codigos, p.fotos[1] as foto, r.id as reserva_id, uuid_extract_timestamp(r.id) as reservada_em,
       coalesce(r.reservado, 0) as reservado, greatest(0, coalesce(r.a_conferir - r.vendavel - r.avariado, 0)) as a_conferir,
       r.deposito_id, d.nome as deposito_nome, s.quantidade::text as saldo, s.reservado::text as reservado_total,
       (s.quantidade - s.reservado)::text as disponivel, s.minimo::text as minimo
     from unnest($2::uuid[]) x (id)
     cross join lateral (select * from pedidos_fila q where q.empresa_id = $1 and q.id = x.id) f
     cross join lateral (
       select o.pedido_id, o.criado_em, o.itens, to_jsonb(o) as venda from vendas o where o.empresa_id = $1
         and o.marketplace = f.marketplace and o.seller_id = f.seller_id and o.envio_id = f.envio_id
       union all select o.pedido_id, o.criado_em, o.itens, to_jsonb(o) from vendas o where f.envio_id is null
         and o.empresa_id = $1 and o.marketplace = f.marketplace and o.seller_id = f.seller_id and o.pedido_id = f.pedido_id
       limit 100) v
     cross join lateral (select * from jsonb_to_recordset(v.itens) n (anuncio_id text, variacao_id text, quantidade int,
       is_kit boolean) limit 100) i
     left join lateral (select * from pedidos x where x.empresa_id = $1 and x.marketplace = f.marketplace
       and x.seller_id = f.seller_id and x.id = v.pedido_id limit 1) m on true
     left join lateral (select * from anuncios x where x.empresa_id = $1 and x.marketplace = f.marketplace
       and x.seller_id = f.seller_id and x.anuncio_id = i.anuncio_id and x.variacao_id = i.variacao_id limit 1) a on true
     left join lateral (select * from pedidos_anuncio x where x.empresa_id = $1 and x.marketplace = f.marketplace
       and x.seller_id = f.seller_id and x.anuncio_id = i.anuncio_id limit 1) t on true
     left join lateral (select * from reservas x where x.empresa_id = $1 and x.marketplace = f.marketplace
       and x.seller_id = f.seller_id and x.pedido_id = v.pedido_id and x.anuncio_id = i.anuncio_id
       and x.variacao_id = i.variacao_id limit 1) r on true
     -- Row level security keeps an expression with coalesce out of the index, so it is computed first.
     cross join lateral (select coalesce(r.produto_id, a.produto_id) as produto_id offset 0) w
     left join lateral (select * from produtos x where x.empresa_id = $1 and x.id = w.produto_id limit 1) p on true
     left join lateral (select * from depositos x where x.empresa_id = $1 and x.id = r.deposito_id limit 1) d on true
     left join lateral (select * from produto_deposito x where x.empresa_id = $1 and x.produto_id = r.produto_id
       and x.deposito_id = r.deposito_id limit 1) s on true
     order by v.criado_em, v.pedido_id, i.anuncio_id, i.variacao_id`,
    [filaIds],
  );

/** Selects when the goods of a seller's sales leave the saldo. */
export async function selectSaidaEm(
  tx: TenantDb,
  { marketplace, seller_id }: { marketplace: string; seller_id: string },
): Promise<'etiqueta' | 'despacho' | null> {
  const [row] = await tx.query<{ saida_em: 'etiqueta' | 'despacho' }>(
    `select saida_em from vendas_config where empresa_id = $1 and marketplace = $2 and seller_id = $3
       and reserva_desde is not null`,
    [marketplace, seller_id],
  );
  return row?.saida_em ?? null;
}

/** A line of the picking list. */
export interface LinhaRow {
  produto_id: string;
  nome: string | null;
  sku: string | null;
  codigo_barras: string | null;
  codigos: string[];
  foto: string | null;
  deposito_id: string | null;
  deposito_nome: string | null;
  unidades: number;
  pedidos: number;
  primeiro_prazo: string | null;
}

/** Adds up what parcels take from each deposito. A pedido of a cart that is not to be sent promises nothing. */
export const selectLinhas = (tx: TenantDb, filaIds: readonly string[], limit: number) =>
  tx.query<LinhaRow>(
    `select g.produto_id, p.nome, p.sku, ${BARCODE} as codigo_barras, ${CODES} as codigos, p.fotos[1] as foto, g.deposito_id, d.nome as deposito_nome,
       g.unidades, g.pedidos, nullif(g.prazo, 'infinity') as primeiro_prazo
     from (
       select r.produto_id, r.deposito_id, sum(r.reservado)::int as unidades, count(distinct f.id)::int as pedidos,
         min(f.prazo) as prazo
       from unnest($2::uuid[]) x (id)
       cross join lateral (select * from pedidos_fila q where q.empresa_id = $1 and q.id = x.id) f
       cross join lateral (
         select v.pedido_id from vendas v where v.empresa_id = $1 and v.marketplace = f.marketplace
           and v.seller_id = f.seller_id and v.envio_id = f.envio_id
         union all select f.pedido_id where f.envio_id is null limit 100) v
       cross join lateral (select * from reservas x where x.empresa_id = $1 and x.marketplace = f.marketplace
         and x.seller_id = f.seller_id and x.pedido_id = v.pedido_id and x.reservado > 0 limit 100) r
       group by r.produto_id, r.deposito_id) g
     left join lateral (select * from produtos x where x.empresa_id = $1 and x.id = g.produto_id limit 1) p on true
     left join lateral (select * from depositos x where x.empresa_id = $1 and x.id = g.deposito_id limit 1) d on true
     order by d.nome nulls last, p.nome, g.produto_id limit $3`,
    [filaIds, limit],
  );
