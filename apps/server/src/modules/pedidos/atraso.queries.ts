import type { Pedido } from '#modules/marketplace/orders.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { marketplaceLag } from '#platform/metrics/metrics.ts';
import type { NextPoll } from './next-poll.ts';

/** A poll of one conta that a worker has leased. Instants are in milliseconds. */
export interface Conferencia extends SellerRef {
  empresaId: string;
  contaId: string;
  intervalS: number;
  failures: number;
  /** True when an untrusted notification or a refused read (`pollWithin`) has brought this poll forward. */
  isHinted: boolean;
  changesSince: number;
  /** The opaque `position` that the previous poll returned. */
  position: string | null;
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const instant = (n: number) => `to_timestamp($${n}::float8 / 1000)`;

export const claimConferencias = (db: Database, { limit, seconds }: { limit: number; seconds: number }) =>
  db.global<Conferencia>(
    `select empresa_id as "empresaId", conta_id as "contaId", marketplace, seller_id as "sellerId",
       intervalo_segundos as "intervalS", falhas as failures, sugerida as "isHinted",
       ${ms('mudancas_desde')} as "changesSince", posicao as position
     from claim_conferencias($1, $2)`,
    [limit, seconds],
  );

/** Plans the next poll. If a hint arrived during this poll, the earlier of the two instants is kept. */
export const planConferencia = (tx: TenantDb, seller: SellerRef, next: NextPoll) =>
  tx.query(
    `insert into pedidos_atraso as a (empresa_id, marketplace, seller_id, conferir_em, intervalo_segundos, falhas)
     values ($1, $2, $3, now() + make_interval(secs => $4), $5, $6)
     on conflict (empresa_id, marketplace, seller_id) do update
     set conferir_em = case when a.sugerida_em >= a.conferida_em then least(a.conferir_em, excluded.conferir_em)
         else excluded.conferir_em end,
       intervalo_segundos = excluded.intervalo_segundos, falhas = excluded.falhas, ocupada_ate = null`,
    [seller.marketplace, seller.sellerId, next.dueInS, next.intervalS, next.failures],
  );

/**
 * Plans the poll after a synchronisation. A known conta keeps its interval, and a new one begins with a short
 * interval. If a hint has brought the poll forward, the earlier of the two instants is kept. The
 * synchronisation has read all changes, so the poll needs no position of an earlier poll.
 */
export const planAfterSync = (tx: TenantDb, seller: SellerRef, next: NextPoll) =>
  tx.query(
    `insert into pedidos_atraso as a (empresa_id, marketplace, seller_id, conferir_em, intervalo_segundos)
     values ($1, $2, $3, now() + make_interval(secs => $4), $5)
     on conflict (empresa_id, marketplace, seller_id) do update
     set conferir_em = least(now() + a.intervalo_segundos * make_interval(secs => $4::float8 / $5),
         case when coalesce(a.sugerida_em >= a.conferida_em, a.sugerida_em is not null) then a.conferir_em end),
       falhas = 0, posicao = null`,
    [seller.marketplace, seller.sellerId, next.dueInS, next.intervalS],
  );

/** Plans a poll with both searches within this many seconds, because a change may have been missed. */
export const pollWithin = (tx: TenantDb, seller: SellerRef, seconds: number) =>
  tx.query(
    `update pedidos_atraso set sugerida_em = now(), conferir_em = now() + make_interval(secs => $4)
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and conferir_em > now() + make_interval(secs => $4)`,
    [seller.marketplace, seller.sellerId, seconds],
  );

/**
 * A notification announces a change if it arrived after the change, or at most this long before it, because
 * the marketplace's clock may be ahead of ours.
 */
const ANNOUNCED = `interval '5 minutes'`;
/** A change younger than this does not count as missed, because its notification may still come. */
const UNDER_WAY = `interval '2 minutes'`;

/** Counts the pedidos that are new or changed, and how many of those no notification has announced. */
export async function countNews(
  tx: TenantDb,
  seller: SellerRef,
  pedidos: readonly Pedido[],
): Promise<{ news: number; missed: number }> {
  if (pedidos.length === 0) return { news: 0, missed: 0 };
  const [row] = await tx.query<{ news: number; missed: number }>(
    `select count(*)::int as news, count(*) filter (where e.atualizado_em < now() - ${UNDER_WAY}
         and not coalesce(a.sugerida_em >= e.atualizado_em - ${ANNOUNCED}, false)
         and not exists (select from notificacoes n where n.empresa_id = $1 and n.marketplace = $2 and n.seller_id = $3
           and n.topico = 'pedidos' and n.recurso = e.id and n.recebida_em >= e.atualizado_em - ${ANNOUNCED})
       )::int as missed
     from jsonb_to_recordset($4::jsonb) as e (id text, atualizado_em timestamptz)
     left join pedidos p on p.empresa_id = $1 and p.marketplace = $2 and p.seller_id = $3 and p.id = e.id
     left join pedidos_atraso a on a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3
     where p.id is null or p.atualizado_em < e.atualizado_em`,
    [
      seller.marketplace,
      seller.sellerId,
      JSON.stringify(pedidos.map(({ id, atualizado_em }) => ({ id, atualizado_em }))),
    ],
  );
  return row ?? { news: 0, missed: 0 };
}

/**
 * Records when the newest change among these pedidos was made and when it arrived. An older change than the
 * recorded one is ignored.
 */
export async function noteArrival(
  tx: TenantDb,
  seller: SellerRef,
  pedidos: readonly Pedido[],
): Promise<void> {
  const newest = pedidos.reduce((last, { atualizado_em }) => Math.max(last, Date.parse(atualizado_em)), 0);
  if (newest === 0) return;
  const arrived = await tx.query(
    `update pedidos_atraso set mudou_em = ${instant(4)}, chegou_em = now()
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and (mudou_em is null or mudou_em < ${instant(4)})
     returning 1`,
    [seller.marketplace, seller.sellerId, newest],
  );
  if (arrived.length > 0)
    marketplaceLag({ marketplace: seller.marketplace }).observe(Math.max(0, Date.now() - newest) / 1000);
}

/** The progress of a poll. `changesSince` is by the marketplace's clock, and `syncedUntil` is by ours. */
export interface Polled {
  changesSince: number;
  /** Every change before this instant is stored. Null when the poll left changes unread. */
  syncedUntil: number | null;
}

export const savePolled = (tx: TenantDb, seller: SellerRef, polled: Polled) =>
  tx.query(
    `update pedidos_sincronia set mudancas_desde = greatest(mudancas_desde, ${instant(4)}),
       sincronizado_ate = greatest(sincronizado_ate, ${instant(5)}), falha_desde = null, sem_permissao = false
     where empresa_id = $1 and marketplace = $2 and seller_id = $3`,
    [seller.marketplace, seller.sellerId, polled.changesSince, polled.syncedUntil],
  );

/** Saves where the next poll continues, and counts the changes that no notification announced. */
export const savePosition = (
  tx: TenantDb,
  seller: SellerRef,
  { position, missed }: { position: string | null; missed: number },
) =>
  tx.query(
    `update pedidos_atraso set posicao = $4, sem_aviso = sem_aviso + $5
     where empresa_id = $1 and marketplace = $2 and seller_id = $3`,
    [seller.marketplace, seller.sellerId, position, missed],
  );

/** True when some pedidos lack data that only a synchronisation reads, one by one. */
export async function hasGaps(tx: TenantDb, seller: SellerRef): Promise<boolean> {
  const rows = await tx.query(
    `select from pedidos_sincronia s where s.empresa_id = $1 and s.marketplace = $2 and s.seller_id = $3 and (s.ilegiveis <> '{}' or exists (
       select from pedidos p where p.empresa_id = $1 and p.marketplace = $2 and p.seller_id = $3 and p.estornado is null
         and p.criado_em > now() - interval '1 year' and p.situacao = 'pago'))`,
    [seller.marketplace, seller.sellerId],
  );
  return rows.length > 0;
}
