import type { Nota } from '@prumo/contract/notas.ts';
import type { AbaDePedidos, ModalidadeDeEnvio, ProblemaDoPedido } from '@prumo/contract/pedidos-fila.ts';
import type { EtapaDeEnvio, Etiqueta } from '#modules/marketplace/sales.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** A parcel of the fila with what the marketplace says of it. */
export interface Parcela {
  id: string;
  marketplace: string;
  seller_id: string;
  pedido_id: string;
  envio_id: string | null;
  criado_em: string;
  aba: AbaDePedidos | null;
  problema: ProblemaDoPedido | null;
  /** The text of the order in the list: `infinity` without a deadline. */
  prazo: string;
  despachar_ate: string | null;
  separado_em: string | null;
  resolvido_em: string | null;
  etapa: EtapaDeEnvio | null;
  etiqueta: Etiqueta | null;
  etiqueta_em: string | null;
  modalidade: ModalidadeDeEnvio | null;
  despachado_em: string | null;
  liberado_em: string | null;
  impresso_em: string | null;
  entregue_em: string | null;
  envio_dividido: boolean | null;
  nota: Nota | null;
  conta_id: string | null;
  apelido: string | null;
}

const COLUMNS = `f.id, f.marketplace, f.seller_id, f.pedido_id, f.envio_id, f.criado_em, f.aba, f.problema, f.prazo::text as prazo,
  e.despachar_ate, f.separado_em, f.resolvido_em, e.etapa, e.etiqueta, e.etiqueta_em, e.modalidade, e.despachado_em,
  e.liberado_em, e.impresso_em, e.entregue_em, e.foi_dividido as envio_dividido, c.id as conta_id, c.nickname as apelido, n.nota`;
/** Looks each row up by its key. A plain join could read every parcel or conta of the empresa for a page. */
const ENVIO_AND_CONTA = `left join lateral (select * from vendas_envios x where x.empresa_id = $1 and x.marketplace = f.marketplace
    and x.seller_id = f.seller_id and x.id = f.envio_id limit 1) e on true
  left join lateral (select id, nickname from mercado_livre_config x where x.empresa_id = $1
    and x.marketplace = f.marketplace and x.user_ml_id = f.seller_id and x.active limit 1) c on true`;
const JOINS = `${ENVIO_AND_CONTA}
  left join lateral (select jsonb_build_object('chave', x.chave, 'serie', x.serie, 'numero', x.numero, 'valor', x.valor::text,
    'emitida_em', x.emitida_em, 'situacao', x.situacao, 'motivo', x.motivo, 'enviada_em', x.enviada_em) as nota
    from notas x where x.empresa_id = $1 and x.marketplace = f.marketplace and x.seller_id = f.seller_id
      and x.envio_id = f.envio_id limit 1) n on true`;

export interface Filtros {
  deposito_id?: string | undefined;
  conta_id?: string | undefined;
  modalidade?: string | undefined;
}

/** The position in the list after which a page begins. */
export interface Depois {
  prazo: string;
  criado_em: string;
  id: string;
}

/** The maximum number of parcels of an aba that a filter, a search or a picking list looks at (ADR 0042): 2,000. */
const LOOKED_AT = '(search_limits()).lista';

const FILTERED = (n: number) => `($${n}::uuid is null or f.depositos @> array[$${n}::uuid])
  and ($${n + 1}::uuid is null or c.id = $${n + 1}) and ($${n + 2}::text is null or e.modalidade = $${n + 2})`;

const filtersOf = ({ deposito_id, conta_id, modalidade }: Filtros) => [
  ...[deposito_id ?? null, conta_id ?? null, modalidade ?? null],
];

export const isNarrowed = (filtros: Filtros) => Object.values(filtros).some((value) => value !== undefined);

/** Selects the parcels of an aba after a position. Without a filter it reads as many rows as it returns. */
export const selectAba = (
  tx: TenantDb,
  { aba, depois, limit, filtros }: { aba: string; depois: Depois | null; limit: number; filtros: Filtros },
) => {
  return tx.query<Parcela>(
    `select ${COLUMNS} from (
       select * from pedidos_fila where empresa_id = $1 and aba = $2
         and (prazo, criado_em, id) > ($3::timestamptz, $4::timestamptz, $5::uuid)
       order by prazo, criado_em, id limit ${isNarrowed(filtros) ? LOOKED_AT : '$6::int'}) f
     ${JOINS} where ${FILTERED(7)} order by f.prazo, f.criado_em, f.id limit $6`,
    [aba, ...positionOf(depois), limit, ...filtersOf(filtros)],
  );
};

/** Selects the ids of the first parcels of an aba. Reads other tables only for a filter, because a list may be long. */
export async function selectIds(
  tx: TenantDb,
  { aba, limit, filtros }: { aba: string; limit: number; filtros: Filtros },
): Promise<string[]> {
  const isFiltered = isNarrowed(filtros);
  const rows = await tx.query<{ id: string }>(
    `select f.id from (
       select * from pedidos_fila where empresa_id = $1 and aba = $2
       order by prazo, criado_em, id limit ${LOOKED_AT}) f
     ${isFiltered ? `${ENVIO_AND_CONTA} where ${FILTERED(4)}` : ''} order by f.prazo, f.criado_em, f.id limit $3`,
    [aba, limit, ...(isFiltered ? filtersOf(filtros) : [])],
  );
  return rows.map(({ id }) => id);
}

const positionOf = (depois: Depois | null) =>
  depois
    ? [depois.prazo, depois.criado_em, depois.id]
    : ['-infinity', '-infinity', '00000000-0000-0000-0000-000000000000'];

/** The abas in which a person has something to do. */
const WITH_WORK: readonly AbaDePedidos[] = ['preparar', 'nota', 'imprimir', 'problemas', 'devolucoes'];

/** The maximum number of produtos whose parcels a search finds. */
const PRODUTOS = 100;

/**
 * Selects the parcels that a person means: by the number of a pedido, a cart or a parcel, or by a produto that is in
 * them. A number also finds what is done. A produto finds only parcels of an aba: of `aba`, or of those with work left.
 */
export const selectBusca = (
  tx: TenantDb,
  parts: { busca: string; aba: string | null; depois: Depois | null; limit: number; filtros: Filtros },
) =>
  tx.query<Parcela>(
    `with sold as (
       (select marketplace, seller_id, pedido_id, envio_id from vendas where empresa_id = $1 and pedido_id = $2 limit 100)
       union (select marketplace, seller_id, pedido_id, envio_id from vendas where empresa_id = $1 and pacote_id = $2 limit 100)
     ), numbered as (
       select f.id from sold s cross join lateral (select id from pedidos_fila q where q.empresa_id = $1
         and q.envio_id = s.envio_id and q.marketplace = s.marketplace and q.seller_id = s.seller_id offset 0) f
       union select f.id from sold s cross join lateral (select id from pedidos_fila q where q.empresa_id = $1
         and q.pedido_id = s.pedido_id and q.marketplace = s.marketplace and q.seller_id = s.seller_id offset 0) f
       union (select id from pedidos_fila where empresa_id = $1 and envio_id = $2 limit 100)
     ), meant as materialized (
       select array_agg(s.id) as ids from find_produtos('created_at', true, jsonb_build_object('busca', $2::text), null, null, ${PRODUTOS}) p
       cross join lateral unnest(p.ids) s (id)
     ), looked_at as (
       select f.* from meant m, unnest(case when $3::text is null
           then array[${WITH_WORK.map((aba) => `'${aba}'`).join(', ')}] else array[$3::text] end) a (aba)
       cross join lateral (select * from pedidos_fila q where q.empresa_id = $1 and q.aba = a.aba
         order by q.prazo, q.criado_em, q.id limit ${LOOKED_AT}) f
       where m.ids is not null
     ), holding as (
       select f.id from looked_at f where f.produtos && (select ids from meant)::uuid[]
       -- A row that was last written before the column existed.
       union select f.id from looked_at f
       cross join lateral (
         select pedido_id from vendas v where v.empresa_id = $1 and v.marketplace = f.marketplace
           and v.seller_id = f.seller_id and v.envio_id = f.envio_id
         union all select f.pedido_id where f.envio_id is null limit 100) v
       cross join lateral (select produto_id from reservas q where q.empresa_id = $1 and q.marketplace = f.marketplace
         and q.seller_id = f.seller_id and q.pedido_id = v.pedido_id limit 100) r
       where f.produtos is null and r.produto_id = any ((select ids from meant)::uuid[])
     )
     select ${COLUMNS} from (select id from numbered union select id from holding) found
     cross join lateral (select * from pedidos_fila q where q.empresa_id = $1 and q.id = found.id offset 0) f
     ${JOINS}
     where ($3::text is null or f.aba = $3) and (f.prazo, f.criado_em, f.id) > ($4::timestamptz, $5::timestamptz, $6::uuid)
       and ${FILTERED(8)}
     order by f.prazo, f.criado_em, f.id limit $7`,
    [parts.busca, parts.aba, ...positionOf(parts.depois), parts.limit, ...filtersOf(parts.filtros)],
  );

export const selectParcelas = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<Parcela>(
    `select ${COLUMNS} from pedidos_fila f ${JOINS} where f.empresa_id = $1 and f.id = any ($2::uuid[])`,
    [ids],
  );

/** Whether one of the abas has more parcels than a search or a filter looks at, so that it may miss some. */
export async function hasUnread(tx: TenantDb, aba: string | undefined): Promise<boolean> {
  const rows = await tx.query(
    `select from unnest($2::text[]) a (aba)
     cross join lateral (select from pedidos_fila q where q.empresa_id = $1 and q.aba = a.aba
       order by q.prazo, q.criado_em, q.id offset ${LOOKED_AT} limit 1) more limit 1`,
    [aba ? [aba] : WITH_WORK],
  );
  return rows.length > 0;
}

/** Counts each aba, and finds its first deadline. Reads at most `most` rows of an aba. */
export const countAbas = (tx: TenantDb, abas: readonly string[], most: number) =>
  tx.query<{ aba: AbaDePedidos; total: number; primeiro_prazo: string | null }>(
    `select a.aba, count(f.prazo)::int as total, nullif(min(f.prazo), 'infinity') as primeiro_prazo
     from unnest($2::text[]) with ordinality a (aba, n)
     left join lateral (select prazo from pedidos_fila q where q.empresa_id = $1 and q.aba = a.aba
       order by q.prazo, q.criado_em, q.id limit $3) f on true
     group by a.aba, a.n order by a.n`,
    [abas, most],
  );

/** Selects the active contas, and when their pedidos were last read. */
export const selectContas = (tx: TenantDb) =>
  tx.query<{ id: string; apelido: string | null; lida_em: string | null; reserva: boolean }>(
    `select c.id, c.nickname as apelido, greatest(s.sincronizado_ate, a.chegou_em) as lida_em,
       v.reserva_desde is not null as reserva
     from mercado_livre_config c
     left join pedidos_sincronia s on s.empresa_id = $1 and s.marketplace = c.marketplace and s.seller_id = c.user_ml_id
     left join pedidos_atraso a on a.empresa_id = $1 and a.marketplace = c.marketplace and a.seller_id = c.user_ml_id
     left join vendas_config v on v.empresa_id = $1 and v.marketplace = c.marketplace and v.seller_id = c.user_ml_id
     where c.empresa_id = $1 and c.active order by c.created_at desc, c.id desc limit 50`,
  );

/** Marks a parcel, unless it has the mark already. The caller has the lock of the row, and refreshes it afterwards. */
export const markSeparado = (tx: TenantDb, id: string, separado: boolean) =>
  tx.query(
    `update pedidos_fila set separado_em = case when $3 then now() end, separado_por = case when $3 then $4::uuid end
     where empresa_id = $1 and id = $2 and (separado_em is not null) <> $3`,
    [id, separado, tx.userId],
  );

export const markResolvido = (tx: TenantDb, id: string, resolvido: boolean) =>
  tx.query(
    `update pedidos_fila set resolvido_em = case when $3 then now() end
     where empresa_id = $1 and id = $2 and (resolvido_em is not null) <> $3`,
    [id, resolvido],
  );
