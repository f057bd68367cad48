import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Progress } from './window.ts';

/**
 * The progress, the conta, and the turn `vez`. Only the job with the current turn may write. A disconnected
 * conta is not synchronised.
 */
export interface Sincronia extends Progress {
  contaId: string;
  vez: number;
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
/** The instant at which the newest pedido was created, by the marketplace's clock. */
const NEWEST =
  '(select max(p.criado_em) from pedidos p where p.empresa_id = s.empresa_id and p.marketplace = s.marketplace and p.seller_id = s.seller_id)';

export async function selectSincronia(tx: TenantDb, seller: SellerRef): Promise<Sincronia | undefined> {
  const [row] = await tx.query<Sincronia>(
    `select s.conta_id as "contaId", s.vez, ${ms('s.completo_desde')} as "completeSince",
       ${ms('s.historico_desde')} as "historySince", s.janela_segundos * 1000::float8 as "spanMs",
       ${ms('s.mudancas_desde')} as "changesSince", ${ms('s.sincronizado_ate')} as "syncedUntil",
       ${ms(NEWEST)} as "seenUntil"
     from pedidos_sincronia s
     join mercado_livre_config c on c.empresa_id = s.empresa_id and c.id = s.conta_id and c.active
     where s.empresa_id = $1 and s.marketplace = $2 and s.seller_id = $3`,
    [seller.marketplace, seller.sellerId],
  );
  return row;
}

/** Records that the job is alive. Returns false when another job has taken the turn. */
export async function touchTurn(tx: TenantDb, seller: SellerRef, vez: number): Promise<boolean> {
  const rows = await tx.query(
    `update pedidos_sincronia set passo_em = now()
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and vez = $4 returning vez`,
    [seller.marketplace, seller.sellerId, vez],
  );
  return rows.length > 0;
}

/**
 * The maximum number of unreadable pedidos that are remembered. The newest ones are kept, for a year at most.
 */
const MOST_UNREAD = 1000;
const ILEGIVEIS = `(select coalesce(jsonb_object_agg(i.key, i.value), '{}') from (
    select e.key, e.value from jsonb_each_text(s.ilegiveis || $9::jsonb) e
    where e.value::timestamptz > now() - interval '1 year' order by e.value::timestamptz desc limit ${MOST_UNREAD}) i)`;

/**
 * Saves the progress, and keeps other jobs from taking the turn until the transaction ends. Returns false
 * when another job has already taken it.
 */
export async function saveProgress(
  tx: TenantDb,
  seller: SellerRef,
  {
    vez,
    progress,
    unread,
  }: { vez: number; progress: Progress; unread: readonly { id: string; criadoEm: string }[] },
): Promise<boolean> {
  const instant = (n: number) => `to_timestamp($${n}::float8 / 1000)`;
  const rows = await tx.query(
    `update pedidos_sincronia s set passo_em = now(), sem_permissao = false, falha_desde = null, completo_desde = ${instant(5)},
       janela_segundos = $6, mudancas_desde = ${instant(7)}, sincronizado_ate = ${instant(8)},
       ilegiveis = ${ILEGIVEIS}
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and vez = $4 returning vez`,
    [
      seller.marketplace,
      seller.sellerId,
      vez,
      progress.completeSince,
      Math.round(progress.spanMs / 1000),
      progress.changesSince,
      progress.syncedUntil,
      JSON.stringify(Object.fromEntries(unread.map(({ id, criadoEm }) => [id, criadoEm]))),
    ],
  );
  return rows.length > 0;
}

/** Selects random unreadable pedidos. */
export async function selectUnread(tx: TenantDb, seller: SellerRef, count: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select i.id from pedidos_sincronia s, jsonb_object_keys(s.ilegiveis) i (id)
     where s.empresa_id = $1 and s.marketplace = $2 and s.seller_id = $3 order by random() limit $4`,
    [seller.marketplace, seller.sellerId, count],
  );
  return rows.map(({ id }) => id);
}

export const forgetUnread = (tx: TenantDb, seller: SellerRef, ids: readonly string[]) =>
  tx.query(
    `update pedidos_sincronia set ilegiveis = ilegiveis - $4::text[]
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and ilegiveis ?| $4::text[]`,
    [seller.marketplace, seller.sellerId, ids],
  );

/** Gives the turn to the next job. Returns undefined when this job no longer held it. */
export async function passTurn(
  tx: TenantDb,
  seller: SellerRef,
  {
    vez,
    isUnderWay,
    failure,
  }: { vez: number; isUnderWay: boolean; failure?: 'forbidden' | 'passing' | undefined },
): Promise<number | undefined> {
  const [row] = await tx.query<{ vez: number }>(
    `update pedidos_sincronia set vez = vez + 1, passo_em = now(), em_andamento = $5,
       sem_permissao = sem_permissao or $6 = 'forbidden',
       falha_desde = case when $6 = 'passing' then coalesce(falha_desde, now()) else falha_desde end
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and vez = $4 returning vez`,
    [seller.marketplace, seller.sellerId, vez, isUnderWay, failure ?? ''],
  );
  return row?.vez;
}

/**
 * Starts or resumes the synchronisation of a conta and returns the new turn, unless the synchronisation is
 * running or ran less than a minute ago. A job without progress for a long time was lost, perhaps because its
 * step was too wide, so the next step is narrower. A conta that was just connected starts immediately.
 */
export async function takeTurn(
  tx: TenantDb,
  { contaId, isConnected, ...seller }: SellerRef & { contaId: string; isConnected: boolean },
): Promise<number | undefined> {
  const [row] = await tx.query<{ vez: number }>(
    `insert into pedidos_sincronia as s (empresa_id, marketplace, seller_id, conta_id) values ($1, $2, $3, $4)
     on conflict (empresa_id, marketplace, seller_id) do update
     set vez = s.vez + 1, conta_id = excluded.conta_id, em_andamento = true, passo_em = now(),
       janela_segundos = case when s.em_andamento then greatest(s.janela_segundos / 4, 3600) else s.janela_segundos end
     where s.conta_id <> excluded.conta_id or ${IS_DUE} or ($5 and not s.em_andamento) returning vez`,
    [seller.marketplace, seller.sellerId, contaId, isConnected],
  );
  return row?.vez;
}

/**
 * The condition that a row `s` is due. A running job records every half minute that it is alive, but its next
 * run may wait in the queue for some minutes.
 */
export const IS_DUE = `s.passo_em < now() - case when s.em_andamento then interval '15 minutes' else interval '1 minute' end`;

/** Selects the contas whose synchronisation has stopped. */
export const selectStopped = (db: Database, limit: number) =>
  db.global<SellerRef & { empresaId: string; contaId: string }>(
    'select empresa_id as "empresaId", conta_id as "contaId", marketplace, seller_id as "sellerId" from pedidos_parados($1)',
    [limit],
  );
