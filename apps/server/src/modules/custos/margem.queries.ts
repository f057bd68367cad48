import type { SituacaoDeCusto, TipoDeCusto } from '@prumo/contract/margem.ts';
import type { PedidoDeVenda } from '#modules/marketplace/sales.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** A pedido of a parcel with its value and what it costs. */
export interface PedidoRow {
  fila_id: string;
  venda: Omit<PedidoDeVenda, 'id' | 'itens' | 'reclamacao_ids'> & { pedido_id: string };
  /** Null before the pedido has a parcel. */
  envio: { foi_dividido: boolean; has_frete: boolean } | null;
  total: string | null;
  estornado: string | null;
  /** The day of the sale in Brasília. */
  dia: string;
  linhas: LinhaRow[];
  itens: ItemRow[];
}

export interface LinhaRow {
  tipo: TipoDeCusto;
  situacao: SituacaoDeCusto;
  fonte: 'pedido' | 'envio' | 'fatura' | 'movimento' | 'conferencia';
  fonte_id: string;
  quantidade: number | null;
  valor: string;
  passo: number;
  em: string;
  texto: string | null;
  competencia: string | null;
}

/** An item of a pedido with the present custo of its produto. Null: nobody has entered one yet. */
export interface ItemRow {
  quantidade: number;
  is_kit: boolean;
  produto_id: string | null;
  custo: string | null;
  /** The units that are promised and still here, and those that left. Null without a reserva. */
  reservado: number | null;
  saiu: number | null;
  /** The units whose cost was written when they left, and those that came back without one. */
  contadas: number;
}

/** Selects the pedidos of parcels with their lines and items. Each table is looked up by its key. */
export const selectPedidosDaMargem = (tx: TenantDb, filaIds: readonly string[]) =>
  tx.query<PedidoRow>(
    `select f.id as fila_id, to_jsonb(v) as venda, m.total::text as total, m.estornado::text as estornado,
       (v.criado_em at time zone 'America/Sao_Paulo')::date::text as dia,
       case when e.id is not null then
         jsonb_build_object('foi_dividido', e.foi_dividido, 'has_frete', e.frete is not null) end as envio,
       coalesce(c.linhas, '[]') as linhas, coalesce(i.itens, '[]') as itens
     from unnest($2::uuid[]) x (id)
     cross join lateral (select * from pedidos_fila q where q.empresa_id = $1 and q.id = x.id) f
     cross join lateral (
       select * from vendas o where o.empresa_id = $1 and o.marketplace = f.marketplace and o.seller_id = f.seller_id
         and o.envio_id = f.envio_id
       union all select * from vendas o where f.envio_id is null and o.empresa_id = $1 and o.marketplace = f.marketplace
         and o.seller_id = f.seller_id and o.pedido_id = f.pedido_id
       limit 100) v
     left join lateral (select * from vendas_envios y where y.empresa_id = $1 and y.marketplace = f.marketplace
       and y.seller_id = f.seller_id and y.id = f.envio_id limit 1) e on true
     left join lateral (select * from pedidos y where y.empresa_id = $1 and y.marketplace = f.marketplace
       and y.seller_id = f.seller_id and y.id = v.pedido_id limit 1) m on true
     left join lateral (
       select jsonb_agg(jsonb_build_object('tipo', y.tipo, 'situacao', y.situacao, 'fonte', y.fonte, 'fonte_id', y.fonte_id,
           'quantidade', y.quantidade, 'valor', y.valor::text, 'passo', y.passo, 'em', coalesce(l.lancada_em, y.created_at),
           'texto', l.texto, 'competencia', l.competencia) order by y.created_at, y.id) as linhas
       from (select * from pedido_custos y where y.empresa_id = $1 and y.marketplace = f.marketplace
         and y.seller_id = f.seller_id and y.pedido_id = v.pedido_id limit 500) y
       left join lateral (select * from fatura_linhas z where y.fonte = 'fatura' and z.empresa_id = $1
         and z.marketplace = f.marketplace and z.seller_id = f.seller_id and z.id = y.fonte_id limit 1) l on true) c on true
     left join lateral (
       select jsonb_agg(jsonb_build_object('quantidade', n.quantidade, 'is_kit', coalesce(n.is_kit, false),
         'produto_id', p.id, 'custo', nullif(p.custo_unitario, 0)::text, 'reservado', r.reservado, 'saiu', r.saiu,
         'contadas', (select coalesce(sum(y.quantidade), 0) + coalesce(r.vendavel, 0) from pedido_custos y
           where y.empresa_id = $1 and y.marketplace = f.marketplace and y.seller_id = f.seller_id
           and y.pedido_id = v.pedido_id and y.tipo = 'mercadoria' and y.anuncio_id = n.anuncio_id
           and y.variacao_id = n.variacao_id))) as itens
       from (select * from jsonb_to_recordset(v.itens) n (anuncio_id text, variacao_id text, quantidade int, is_kit boolean)
         limit 100) n
       left join lateral (select * from reservas y where y.empresa_id = $1 and y.marketplace = f.marketplace
         and y.seller_id = f.seller_id and y.pedido_id = v.pedido_id and y.anuncio_id = n.anuncio_id
         and y.variacao_id = n.variacao_id limit 1) r on true
       left join lateral (select * from anuncios y where y.empresa_id = $1 and y.marketplace = f.marketplace
         and y.seller_id = f.seller_id and y.anuncio_id = n.anuncio_id and y.variacao_id = n.variacao_id limit 1) a on true
       cross join lateral (select coalesce(r.produto_id, a.produto_id) as produto_id offset 0) w
       left join lateral (select * from produtos y where y.empresa_id = $1 and y.id = w.produto_id limit 1) p on true
     ) i on true
     order by v.criado_em, v.pedido_id`,
    [filaIds],
  );

export const hasParcela = async (tx: TenantDb, filaId: string) =>
  (await tx.query('select 1 from pedidos_fila where empresa_id = $1 and id = $2', [filaId])).length > 0;
