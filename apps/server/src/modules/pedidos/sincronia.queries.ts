import type { TenantDb } from '#platform/tenant-db.ts';
import type { Progress } from './window.ts';

/** Whose turn it is, and for which conta; those of a disconnected one are left alone. */
export interface Sincronia extends Progress {
  contaId: string;
  vez: number;
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

export async function selectSincronia(tx: TenantDb, userMlId: string): Promise<Sincronia | undefined> {
  const [row] = await tx.query<Sincronia>(
    `select s.conta_id as "contaId", s.vez, ${ms('s.completo_desde')} as "completeSince",
       ${ms('s.historico_desde')} as "historySince", s.janela_segundos * 1000::float8 as "spanMs",
       ${ms('s.mudancas_desde')} as "changesSince", ${ms('s.sincronizado_ate')} as "syncedUntil"
     from pedidos_sincronia s
     join mercado_livre_config c on c.empresa_id = s.empresa_id and c.id = s.conta_id and c.active
     where s.empresa_id = $1 and s.user_ml_id = $2`,
    [userMlId],
  );
  return row;
}

/** False: somebody else has the turn by now. Until the transaction ends nobody takes it. */
export async function saveProgress(
  tx: TenantDb,
  userMlId: string,
  { vez, progress }: { vez: number; progress: Progress },
): Promise<boolean> {
  const instant = (n: number) => `to_timestamp($${n}::float8 / 1000)`;
  const rows = await tx.query(
    `update pedidos_sincronia set passo_em = now(), sem_permissao = false, falha_desde = null, completo_desde = ${instant(4)},
       janela_segundos = $5, mudancas_desde = ${instant(6)}, sincronizado_ate = ${instant(7)}
     where empresa_id = $1 and user_ml_id = $2 and vez = $3 returning vez`,
    [
      userMlId,
      vez,
      progress.completeSince,
      Math.round(progress.spanMs / 1000),
      progress.changesSince,
      progress.syncedUntil,
    ],
  );
  return rows.length > 0;
}

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
 * that stands still for minutes was lost.
 */
export async function takeTurn(
  tx: TenantDb,
  { userMlId, contaId }: { userMlId: string; contaId: string },
): Promise<number | undefined> {
  const [row] = await tx.query<{ vez: number }>(
    `insert into pedidos_sincronia as s (empresa_id, user_ml_id, conta_id) values ($1, $2, $3)
     on conflict (empresa_id, user_ml_id) do update
     set vez = s.vez + 1, conta_id = excluded.conta_id, em_andamento = true, passo_em = now()
     where s.conta_id <> excluded.conta_id or ${IS_DUE} returning vez`,
    [userMlId, contaId],
  );
  return row?.vez;
}

/** For a row `s`. */
export const IS_DUE = `s.passo_em < now() - case when s.em_andamento then interval '5 minutes' else interval '1 minute' end`;
