import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export type Passo = 'limpar' | 'buscar' | 'ler' | 'conferir' | 'encerrar';

/**
 * The right to go on with the reading of an account. `vez` is a fencing token: a job with an older `vez` has lost the
 * lease.
 */
export interface Lease extends SellerRef {
  empresaId: string;
  vez: number;
}

export interface HeldLeitura {
  passo: Passo;
  varredura: string | null;
}

const KEY = 'empresa_id = $1 and marketplace = $2 and seller_id = $3';
const keyOf = ({ marketplace, sellerId }: SellerRef) => [marketplace, sellerId];

/**
 * Begins a reading, unless one is under way. Returns its `vez`. What an earlier reading left is removed first, by the
 * step `limpar`.
 */
export async function beginLeitura(tx: TenantDb, seller: SellerRef): Promise<number | undefined> {
  const [row] = await tx.query<{ vez: number }>(
    `insert into anuncios_leituras as l (empresa_id, marketplace, seller_id, situacao, vez, iniciada_em, proxima_em)
     values ($1, $2, $3, 'lendo', 1, now(), now() + interval '1 day')
     on conflict (empresa_id, marketplace, seller_id) do update
     set situacao = 'lendo', passo = 'limpar', varredura = null, encontrados = 0, lidos = 0, vez = l.vez + 1,
       iniciada_em = now(), passo_em = now(), progresso_em = now(), aviso = null
     where l.situacao <> 'lendo' returning vez`,
    keyOf(seller),
  );
  return row?.vez;
}

/**
 * Holds the lease until the transaction ends. It is the first statement of every transaction of a step. Returns undefined
 * when another job holds the lease, and the step then writes nothing.
 */
export async function holdLeitura(tx: TenantDb, lease: Lease): Promise<HeldLeitura | undefined> {
  const [row] = await tx.query<HeldLeitura>(
    `update anuncios_leituras set passo_em = now(), progresso_em = now(), aviso = null
     where ${KEY} and vez = $4 and situacao = 'lendo' returning passo, varredura`,
    [...keyOf(lease), lease.vez],
  );
  return row;
}

/** Reads the leitura without locking it, with the conta that can read it and the seconds since its last progress. */
export async function selectLeitura(tx: TenantDb, lease: Lease) {
  const [row] = await tx.query<HeldLeitura & { contaId: string | null; stood: number }>(
    `select l.passo, l.varredura, extract(epoch from now() - l.progresso_em)::float8 as stood,
       (select c.id from mercado_livre_config c where c.empresa_id = $1 and c.marketplace = $2 and c.user_ml_id = $3
         and c.active) as "contaId"
     from anuncios_leituras l where l.${KEY} and l.vez = $4 and l.situacao = 'lendo'`,
    [...keyOf(lease), lease.vez],
  );
  return row;
}

/** Gives the lease to the next job. Returns undefined when this job no longer held it. */
export async function passLeitura(
  tx: TenantDb,
  lease: Lease,
  { situacao, aviso }: { situacao?: 'lida' | 'parada'; aviso?: string } = {},
): Promise<number | undefined> {
  const [row] = await tx.query<{ vez: number }>(
    // Contas that were read together drift apart, so that they do not ask all at once every day.
    `update anuncios_leituras set vez = vez + 1, passo_em = now(), situacao = coalesce($5, situacao), aviso = $6,
       proxima_em = case when $5::text is null then proxima_em else now() + interval '23 hours' + random() * interval '2 hours' end,
       lida_em = case when $5 = 'lida' then now() else lida_em end, total = case when $5 = 'lida' then encontrados else total end
     where ${KEY} and vez = $4 and situacao = 'lendo' returning vez`,
    [...keyOf(lease), lease.vez, situacao ?? null, aviso ?? null],
  );
  return row?.vez;
}

export const moveTo = (tx: TenantDb, seller: SellerRef, passo: Passo) =>
  tx.query(`update anuncios_leituras set passo = $4 where ${KEY}`, [...keyOf(seller), passo]);

/** Inserts the ids that the search found, and returns how many were new. */
export async function insertFound(tx: TenantDb, seller: SellerRef, ids: readonly string[]): Promise<number> {
  const rows = await tx.query(
    `insert into anuncios_leituras_itens (empresa_id, marketplace, seller_id, anuncio_id)
     select $1::uuid, $2, $3, id from unnest($4::text[]) as t (id) on conflict do nothing returning anuncio_id`,
    [...keyOf(seller), ids],
  );
  return rows.length;
}

/** Stores the cursor and the number of anuncios known so far. A null cursor means that the search is over. */
export const keepVarredura = (
  tx: TenantDb,
  seller: SellerRef,
  { cursor, known }: { cursor: string | null; known: number },
) =>
  tx.query(
    `update anuncios_leituras set varredura = $4::text, passo = case when $4::text is null then 'ler' else passo end,
       encontrados = case when $4::text is null
         then (select count(*)::int from anuncios_leituras_itens where ${KEY}) else $5::int end
     where ${KEY}`,
    [...keyOf(seller), cursor, known],
  );

export async function selectUnread(tx: TenantDb, seller: SellerRef, limit: number): Promise<string[]> {
  const rows = await tx.query<{ anuncio_id: string }>(
    `select anuncio_id from anuncios_leituras_itens where ${KEY} and not lido order by anuncio_id limit $4`,
    [...keyOf(seller), limit],
  );
  return rows.map(({ anuncio_id }) => anuncio_id);
}

/** Marks anuncios as read, and counts those that another job with the same lease has not marked. */
export const markRead = (tx: TenantDb, seller: SellerRef, ids: readonly string[]) =>
  tx.query(
    `with marked as (
       update anuncios_leituras_itens set lido = true where ${KEY} and anuncio_id = any ($4::text[]) and not lido
       returning anuncio_id)
     update anuncios_leituras set lidos = lidos + (select count(*)::int from marked) where ${KEY}`,
    [...keyOf(seller), ids],
  );

/** Marks anuncios that the search no longer found. A newer one may have been stored since. Returns how many. */
export async function markGone(tx: TenantDb, seller: SellerRef, limit: number): Promise<number> {
  const rows = await tx.query(
    `update anuncios a set sumiu_em = now()
     from (
       select g.anuncio_id, g.variacao_id from anuncios g
       join anuncios_leituras l on l.empresa_id = $1 and l.marketplace = $2 and l.seller_id = $3
       where g.empresa_id = $1 and g.marketplace = $2 and g.seller_id = $3 and g.sumiu_em is null
         and g.lido_em < l.iniciada_em and not exists (select from anuncios_leituras_itens i where i.empresa_id = $1
           and i.marketplace = $2 and i.seller_id = $3 and i.anuncio_id = g.anuncio_id)
       limit $4) g
     where a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3 and a.anuncio_id = g.anuncio_id
       and a.variacao_id = g.variacao_id returning a.anuncio_id`,
    [...keyOf(seller), limit],
  );
  return rows.length;
}

/** Deletes some of the ids of a reading. Returns how many. */
export async function deleteFound(tx: TenantDb, seller: SellerRef, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from anuncios_leituras_itens where ${KEY} and anuncio_id in (
       select anuncio_id from anuncios_leituras_itens where ${KEY} order by anuncio_id limit $4) returning anuncio_id`,
    [...keyOf(seller), limit],
  );
  return rows.length;
}

export interface Due extends SellerRef {
  empresaId: string;
}

/** Selects readings that are due, and those whose job was lost. */
export const selectDue = (db: Database, limit: number) =>
  db.global<Due>(
    'select empresa_id as "empresaId", marketplace, seller_id as "sellerId" from anuncios_leituras_devidas($1)',
    [limit],
  );

/** Selects connected contas without a plan. */
export const selectUnplanned = (db: Database, limit: number) =>
  db.global<Due>(
    'select empresa_id as "empresaId", marketplace, seller_id as "sellerId" from contas_sem_leitura($1)',
    [limit],
  );

/** Plans the first reading at some time of the next day, so that contas that were connected together are read apart. */
export const planLeitura = (tx: TenantDb, seller: SellerRef) =>
  tx.query(
    `insert into anuncios_leituras (empresa_id, marketplace, seller_id, proxima_em)
     values ($1, $2, $3, now() + random() * interval '1 day') on conflict do nothing`,
    keyOf(seller),
  );

/** Takes the lease of a reading whose job was lost. */
export async function takeLost(tx: TenantDb, seller: SellerRef): Promise<number | undefined> {
  const [row] = await tx.query<{ vez: number }>(
    `update anuncios_leituras set vez = vez + 1, passo_em = now()
     where ${KEY} and situacao = 'lendo' and passo_em < now() - interval '5 minutes' returning vez`,
    keyOf(seller),
  );
  return row?.vez;
}

/** Puts a reading off for a day if the conta is not connected, or has neither anuncios nor reservas. */
export async function putOff(tx: TenantDb, seller: SellerRef): Promise<boolean> {
  const rows = await tx.query(
    `update anuncios_leituras l set proxima_em = now() + interval '1 day'
     where l.${KEY} and l.situacao <> 'lendo' and not exists (
       select from mercado_livre_config c where c.empresa_id = $1 and c.marketplace = $2 and c.user_ml_id = $3 and c.active
         and (exists (select from anuncios a where a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3)
           or exists (select from vendas_config v where v.empresa_id = $1 and v.marketplace = $2 and v.seller_id = $3
             and v.reserva_desde is not null)))
     returning l.seller_id`,
    keyOf(seller),
  );
  return rows.length > 0;
}
