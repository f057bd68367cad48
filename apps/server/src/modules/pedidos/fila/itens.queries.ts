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

/** Selects the items of parcels, in the order of their pedidos. */
export const selectItens = (tx: TenantDb, filaIds: readonly string[]) =>
  tx.query<ItemRow>(
    `select f.id as fila_id, v.venda, m.total::text as valor, i.anuncio_id, i.quantidade, coalesce(i.is_kit, false) as is_kit,
       p.id as produto_id, coalesce(p.nome, a.titulo, t.titulo) as nome, coalesce(p.sku, a.sku) as sku,
       ${BARCODE} as codigo_barras, p.fotos[1] as foto, r.id as reserva_id, uuid_extract_timestamp(r.id) as reservada_em,
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
     cross join lateral jsonb_to_recordset(v.itens) i (anuncio_id text, variacao_id text, quantidade int, is_kit boolean)
     left join pedidos m on m.empresa_id = $1 and m.marketplace = f.marketplace and m.seller_id = f.seller_id and m.id = v.pedido_id
     left join anuncios a on a.empresa_id = $1 and a.marketplace = f.marketplace and a.seller_id = f.seller_id
       and a.anuncio_id = i.anuncio_id and a.variacao_id = i.variacao_id
     left join pedidos_anuncio t on t.empresa_id = $1 and t.marketplace = f.marketplace and t.seller_id = f.seller_id
       and t.anuncio_id = i.anuncio_id
     left join reservas r on r.empresa_id = $1 and r.marketplace = f.marketplace and r.seller_id = f.seller_id
       and r.pedido_id = v.pedido_id and r.anuncio_id = i.anuncio_id and r.variacao_id = i.variacao_id
     left join produtos p on p.empresa_id = $1 and p.id = coalesce(r.produto_id, a.produto_id)
     left join depositos d on d.empresa_id = $1 and d.id = r.deposito_id
     left join produto_deposito s on s.empresa_id = $1 and s.produto_id = r.produto_id and s.deposito_id = r.deposito_id
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
    `select g.produto_id, p.nome, p.sku, ${BARCODE} as codigo_barras, p.fotos[1] as foto, g.deposito_id, d.nome as deposito_nome,
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
       join reservas r on r.empresa_id = $1 and r.marketplace = f.marketplace and r.seller_id = f.seller_id
         and r.pedido_id = v.pedido_id and r.reservado > 0
       group by r.produto_id, r.deposito_id) g
     left join produtos p on p.empresa_id = $1 and p.id = g.produto_id
     left join depositos d on d.empresa_id = $1 and d.id = g.deposito_id
     order by d.nome nulls last, p.nome, g.produto_id limit $3`,
    [filaIds, limit],
  );
