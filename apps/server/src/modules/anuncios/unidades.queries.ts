import type { TenantDb } from '#platform/db/tenant-db.ts';

/** A row of `anuncios`, as far as it is compared and shown. */
export interface Unidade {
  marketplace: string;
  seller_id: string;
  anuncio_id: string;
  variacao_id: string;
  titulo: string;
  variacao: string;
  sku: string;
  estado: string;
  pausado_por: string | null;
  preco: string;
  quantidade: string;
  is_full: boolean;
  miniatura: string | null;
  produto_fisico: string | null;
  gemeos: string[];
  produto_id: string | null;
  sumiu_em: string | null;
  /** What a person wants it to show in the mode `cotas`. */
  cota: number | null;
  /** What it has to show, as the worker last decided. */
  meta: number | null;
  /** `meta` less what it shows. Null if nothing would be sent to it. */
  mudanca: number | null;
  diferenca: string | null;
  diferenca_desde: string | null;
}

export const UNIDADE = `a.marketplace, a.seller_id, a.anuncio_id, a.variacao_id, a.titulo, a.variacao, a.sku, a.estado,
  a.pausado_por, a.preco::text as preco, a.quantidade::text as quantidade, a.is_full, a.miniatura, a.produto_fisico,
  a.gemeos, a.produto_id, a.sumiu_em, a.cota, a.meta, a.mudanca, a.diferenca, a.diferenca_desde`;

/** The maximum number of depositos of one produto that are added up. More than any shop has. */
const LUGARES = 200;

interface LugarRow {
  produto_id: string;
  deposito: string;
  ativo: boolean;
  saldo: string;
  reservado: string;
}

/** Selects what the produtos have in each of their depositos, in the order in which these were created. */
export const selectLugares = (tx: TenantDb, produtoIds: readonly string[]) =>
  tx.query<LugarRow>(
    `select p.id as produto_id, l.deposito, l.ativo, l.saldo, l.reservado
     from unnest($2::uuid[]) p (id)
     cross join lateral (
       select e.id as deposito, e.ativo, d.quantidade::text as saldo, d.reservado::text as reservado
       from produto_deposito d join depositos e on e.empresa_id = $1 and e.id = d.deposito_id
       where d.empresa_id = $1 and d.produto_id = p.id order by e.created_at, e.id limit ${LUGARES}) l`,
    [produtoIds],
  );

interface RegraRow extends Pick<Unidade, 'marketplace' | 'seller_id' | 'anuncio_id'> {
  /** The rule of the anuncio, and that of its conta. */
  anuncio: string[];
  conta: string[];
}

/** Selects the depositos that people named for the sales of these anuncios. Depositos that are not active are left out. */
export const selectRegras = (
  tx: TenantDb,
  units: readonly Pick<Unidade, 'marketplace' | 'seller_id' | 'anuncio_id'>[],
) =>
  tx.query<RegraRow>(
    `select u.marketplace, u.seller_id, u.anuncio_id, ${active('va')} as anuncio, ${active('vc')} as conta
     from (select distinct * from unnest($2::text[], $3::text[], $4::text[]) u (marketplace, seller_id, anuncio_id)) u
     left join vendas_anuncios va on va.empresa_id = $1 and va.marketplace = u.marketplace and va.seller_id = u.seller_id
       and va.anuncio_id = u.anuncio_id
     left join vendas_config vc on vc.empresa_id = $1 and vc.marketplace = u.marketplace and vc.seller_id = u.seller_id
     where va.depositos is not null or vc.depositos <> '{}'`,
    [
      units.map(({ marketplace }) => marketplace),
      units.map(({ seller_id }) => seller_id),
      units.map(({ anuncio_id }) => anuncio_id),
    ],
  );

const active = (table: string) =>
  `array(select e.id from unnest(${table}.depositos) with ordinality n (id, place)
     join depositos e on e.empresa_id = $1 and e.id = n.id and e.ativo order by n.place)`;
