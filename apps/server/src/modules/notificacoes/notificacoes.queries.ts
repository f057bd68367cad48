import type { ContaRef } from '#modules/contas/tokens.queries.ts';
import type { Notification, Topic } from '#modules/mercado-livre/notifications.ts';
import type { Database } from '#platform/db.ts';
import type { TenantDb } from '#platform/tenant-db.ts';

/** Whose they are is known by the database alone; answers how many are nobody's. */
export async function receiveNotificacoes(
  db: Database,
  notifications: readonly Notification[],
): Promise<number> {
  const avisos = notifications.map(({ userMlId, topic, resourceId, toldAt }) => ({
    user_ml_id: userMlId,
    topico: topic,
    recurso: resourceId,
    contada_em: toldAt,
  }));
  const [row] = await db.global<{ unknown: number }>('select receive_notificacoes($1) as unknown', [
    JSON.stringify(avisos),
  ]);
  return row?.unknown ?? 0;
}

/** Something to read, and what had been told of it by then. */
export interface Due {
  recurso: string;
  vez: number;
  tentativas: number;
}

/** What is due of one seller and topic. */
export interface Claim extends ContaRef {
  userMlId: string;
  topico: Topic;
  due: Due[];
}

interface ClaimRow extends Due {
  empresa_id: string;
  conta_id: string;
  user_ml_id: string;
  topico: Topic;
}

export async function claimNotificacoes(
  db: Database,
  { except, limit, seconds }: { except: readonly string[]; limit: number; seconds: number },
): Promise<Claim | null> {
  const rows = await db.global<ClaimRow>('select * from claim_notificacoes($1, $2, $3)', [
    except,
    limit,
    seconds,
  ]);
  const [first] = rows;
  if (!first) return null;
  return {
    empresaId: first.empresa_id,
    contaId: first.conta_id,
    userMlId: first.user_ml_id,
    topico: first.topico,
    due: rows.map(({ recurso, vez, tentativas }) => ({ recurso, vez, tentativas })),
  };
}

/** How a reading ended. */
export interface Outcome extends Due {
  isRead: boolean;
  /** Not to be read again for so long, whatever is told. */
  restSeconds: number;
}

/** What was told since its reading began is due again; what somebody else has taken over meanwhile is left to them. */
export const settleNotificacoes = (
  tx: TenantDb,
  { userMlId, topico }: Pick<Claim, 'userMlId' | 'topico'>,
  outcomes: readonly Outcome[],
) =>
  tx.query(
    `with fins as (
       select f.* from jsonb_to_recordset($4::jsonb) as f (recurso text, vez integer, "isRead" boolean, "restSeconds" float8)
     ), linhas as (
       select n.recurso from notificacoes n join fins f on f.recurso = n.recurso and f.vez = n.lendo_vez
       where n.empresa_id = $1 and n.user_ml_id = $2 and n.topico = $3 order by n.recurso for update of n
     )
     update notificacoes n set lendo_vez = null, pendente = not f."isRead" or n.vez <> f.vez,
       tentativas = case when f."isRead" then 0 else n.tentativas + 1 end,
       lida_em = case when f."isRead" then n.lendo_desde else n.lida_em end,
       proxima_em = now() + make_interval(secs => f."restSeconds")
     from linhas l join fins f on f.recurso = l.recurso
     where n.empresa_id = $1 and n.user_ml_id = $2 and n.topico = $3 and n.recurso = l.recurso and n.lendo_vez = f.vez`,
    [userMlId, topico, JSON.stringify(outcomes)],
  );

/** Whether the conta is still connected here. */
export async function isConnected(tx: TenantDb, contaId: string): Promise<boolean> {
  const rows = await tx.query(
    'select from mercado_livre_config where empresa_id = $1 and id = $2 and active',
    [contaId],
  );
  return rows.length > 0;
}

export const selectInUse = (db: Database, limit: number) =>
  db.global<ContaRef>('select empresa_id as "empresaId", conta_id as "contaId" from contas_in_use($1)', [
    limit,
  ]);

export const sweepNotificacoes = (db: Database) => db.global('select sweep_notificacoes()');
