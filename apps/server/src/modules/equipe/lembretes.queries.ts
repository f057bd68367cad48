import type { TenantDb } from '#platform/db/tenant-db.ts';

/** The SQL for the current day in Brazil. */
const TODAY = "(now() at time zone 'America/Sao_Paulo')::date";

/**
 * Records a request for a lembrete. Returns undefined when one was requested earlier on the same day. A request whose
 * e-mail could not be sent does not count. The primary key lets one of several concurrent requests through.
 */
export async function insertLembrete(tx: TenantDb, userId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ pedido_em: string }>(
    `insert into lembretes as l (empresa_id, user_id, pedido_por) values ($1, $2, $3)
     on conflict (empresa_id, user_id) do update set pedido_por = $3, pedido_em = now(), envio = 'pendente'
     where l.envio = 'devolvido' or (l.pedido_em at time zone 'America/Sao_Paulo')::date < ${TODAY}
     returning pedido_em`,
    [userId, tx.userId],
  );
  return row?.pedido_em;
}

export interface Letter {
  email: string;
  nome: string | null;
  empresa: string;
  prazo: string;
  /** Whether `prazo` has passed. */
  vencido: boolean;
}

/** Selects what the e-mail says. Returns undefined when it was sent, or when nothing is demanded of the person. */
export async function selectLetter(tx: TenantDb, userId: string): Promise<Letter | undefined> {
  const [row] = await tx.query<Letter>(
    `select p.email, p.full_name as nome, e.nome as empresa, d.prazo, d.prazo <= now() as vencido
     from lembretes l join profiles p on p.id = l.user_id join empresas e on e.id = $1,
       lateral (select duas_etapas_ate($1, l.user_id) as prazo) d
     where l.empresa_id = $1 and l.user_id = $2 and l.envio = 'pendente' and d.prazo is not null`,
    [userId],
  );
  return row;
}

export const setEnvio = (tx: TenantDb, userId: string, envio: 'enviado' | 'devolvido') =>
  tx.query("update lembretes set envio = $3 where empresa_id = $1 and user_id = $2 and envio = 'pendente'", [
    userId,
    envio,
  ]);
