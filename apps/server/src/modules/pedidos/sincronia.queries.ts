import type { Database } from '#platform/db.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import type { Progress } from './window.ts';

/** Whose turn it is, and for which conta; those of a disconnected one are left alone. */
export interface Sincronia extends Progress {
  contaId: string;
  vez: number;
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
/** Whatever was made there was made by its clock. */
const NEWEST =
  '(select max(p.criado_em) from pedidos p where p.empresa_id = s.empresa_id and p.user_ml_id = s.user_ml_id)';

export async function selectSincronia(tx: TenantDb, userMlId: string): Promise<Sincronia | undefined> {
  const [row] = await tx.query<Sincronia>(
    `select s.conta_id as "contaId", s.vez, ${ms('s.completo_desde')} as "completeSince",
       ${ms('s.historico_desde')} as "historySince", s.janela_segundos * 1000::float8 as "spanMs",
       ${ms('s.mudancas_desde')} as "changesSince", ${ms('s.sincronizado_ate')} as "syncedUntil",
       ${ms(NEWEST)} as "seenUntil"
     from pedidos_sincronia s
     join mercado_livre_config c on c.empresa_id = s.empresa_id and c.id = s.conta_id and c.active
     where s.empresa_id = $1 and s.user_ml_id = $2`,
    [userMlId],
  );
  return row;
}

/** Somebody is at work; false where somebody else has the turn by now. */
export async function touchTurn(tx: TenantDb, userMlId: string, vez: number): Promise<boolean> {
  const rows = await tx.query(
    `update pedidos_sincronia set passo_em = now()
     where empresa_id = $1 and user_ml_id = $2 and vez = $3 returning vez`,
    [userMlId, vez],
  );
  return rows.length > 0;
}

/** Of so many pedidos nobody could read, the newest, it is remembered which they are; no longer than a year. */
const MOST_UNREAD = 1000;
const ILEGIVEIS = `(select coalesce(jsonb_object_agg(i.key, i.value), '{}') from (
    select e.key, e.value from jsonb_each_text(s.ilegiveis || $8::jsonb) e
    where e.value::timestamptz > now() - interval '1 year' order by e.value::timestamptz desc limit ${MOST_UNREAD}) i)`;

/** False: somebody else has the turn by now. Until the transaction ends nobody takes it. */
export async function saveProgress(
  tx: TenantDb,
  userMlId: string,
  {
    vez,
    progress,
    unread,
  }: { vez: number; progress: Progress; unread: readonly { id: string; criadoEm: string }[] },
): Promise<boolean> {
  const instant = (n: number) => `to_timestamp($${n}::float8 / 1000)`;
  const rows = await tx.query(
    `update pedidos_sincronia s set passo_em = now(), sem_permissao = false, falha_desde = null, completo_desde = ${instant(4)},
       janela_segundos = $5, mudancas_desde = ${instant(6)}, sincronizado_ate = ${instant(7)},
       ilegiveis = case when $8::jsonb = '{}' then s.ilegiveis else ${ILEGIVEIS} end
     where empresa_id = $1 and user_ml_id = $2 and vez = $3 returning vez`,
    [
      userMlId,
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

/** Some of those nobody could read. */
export async function selectUnread(tx: TenantDb, userMlId: string, count: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select i.id from pedidos_sincronia s, jsonb_object_keys(s.ilegiveis) i (id)
     where s.empresa_id = $1 and s.user_ml_id = $2 order by random() limit $3`,
    [userMlId, count],
  );
  return rows.map(({ id }) => id);
}

export const forgetUnread = (tx: TenantDb, userMlId: string, ids: readonly string[]) =>
  tx.query(
    `update pedidos_sincronia set ilegiveis = ilegiveis - $3::text[]
     where empresa_id = $1 and user_ml_id = $2 and ilegiveis ?| $3::text[]`,
    [userMlId, ids],
  );

/** Hands the turn on; undefined where it was somebody else's. */
export async function passTurn(
  tx: TenantDb,
  userMlId: string,
  {
    vez,
    isUnderWay,
    failure,
  }: { vez: number; isUnderWay: boolean; failure?: 'forbidden' | 'passing' | undefined },
): Promise<number | undefined> {
  const [row] = await tx.query<{ vez: number }>(
    `update pedidos_sincronia set vez = vez + 1, passo_em = now(), em_andamento = $4,
       sem_permissao = sem_permissao or $5 = 'forbidden',
       falha_desde = case when $5 = 'passing' then coalesce(falha_desde, now()) else falha_desde end
     where empresa_id = $1 and user_ml_id = $2 and vez = $3 returning vez`,
    [userMlId, vez, isUnderWay, failure ?? ''],
  );
  return row?.vez;
}

/**
 * Begins or goes on for a conta, unless that was done a moment ago or is being done; answers with the turn to take. One
 * that stands still for long was lost, and its step may have been too wide. A conta just connected waits for nothing.
 */
export async function takeTurn(
  tx: TenantDb,
  { userMlId, contaId, isConnected }: { userMlId: string; contaId: string; isConnected: boolean },
): Promise<number | undefined> {
  const [row] = await tx.query<{ vez: number }>(
    `insert into pedidos_sincronia as s (empresa_id, user_ml_id, conta_id) values ($1, $2, $3)
     on conflict (empresa_id, user_ml_id) do update
     set vez = s.vez + 1, conta_id = excluded.conta_id, em_andamento = true, passo_em = now(),
       janela_segundos = case when s.em_andamento then greatest(s.janela_segundos / 4, 3600) else s.janela_segundos end
     where s.conta_id <> excluded.conta_id or ${IS_DUE} or ($4 and not s.em_andamento) returning vez`,
    [userMlId, contaId, isConnected],
  );
  return row?.vez;
}

/** For a row `s`. Whoever is at work says so every half minute, and may wait for a while until it is their turn. */
export const IS_DUE = `s.passo_em < now() - case when s.em_andamento then interval '15 minutes' else interval '1 minute' end`;

/** Contas whose pedidos nobody looks after any more. */
export const selectStopped = (db: Database, limit: number) =>
  db.global<{ empresaId: string; contaId: string; userMlId: string }>(
    'select empresa_id as "empresaId", conta_id as "contaId", user_ml_id as "userMlId" from pedidos_parados($1)',
    [limit],
  );
