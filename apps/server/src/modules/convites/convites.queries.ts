import { type Convite, DIAS_DO_CONVITE } from '@prumo/contract/convites.ts';
import type { Papel } from '@prumo/contract/papeis.ts';
import type { IdentityQuery } from '#platform/db/identity-db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const PENDENTE = 'c.aceito_em is null and c.revogado_em is null';

const COLUMNS = `c.id, c.email, c.papel, c.ve_custo, p.full_name as convidado_por, c.created_at, c.vence_em,
  case
    when c.aceito_em is not null then 'aceito'
    when c.recusado_em is not null then 'recusado'
    when c.revogado_em is not null then 'revogado'
    when c.envio = 'devolvido' then 'devolvido'
    when c.vence_em <= now() then 'vencido'
    when c.aberto_em is not null then 'aberto'
    else 'enviado'
  end as situacao`;

/** The maximum number of convites in the list that wait for an answer, also those whose time is over. */
const LISTED = 100;
/** The number of newest convites among which the list finds those with an answer. */
const RECENT = 100;

/** Selects the convites that wait for an answer, then the recent ones that do not, each with the newest first. */
export const selectConvites = (tx: TenantDb) =>
  tx.query<Convite>(
    `select ${COLUMNS} from (
       (select c.*, true as pendente from convites c where c.empresa_id = $1 and ${PENDENTE} order by c.id desc limit ${LISTED})
       union all
       (select c.*, false from (select * from convites where empresa_id = $1 order by id desc limit ${RECENT}) c
        where not (${PENDENTE}) and c.created_at > now() - interval '30 days')
     ) c left join profiles p on p.id = c.user_id
     order by c.pendente desc, c.id desc`,
  );

export async function selectConvite(tx: TenantDb, id: string): Promise<Convite | undefined> {
  const [row] = await tx.query<Convite>(
    `select ${COLUMNS} from convites c left join profiles p on p.id = c.user_id where c.empresa_id = $1 and c.id = $2`,
    [id],
  );
  return row;
}

/** Serialises the changes of an empresa's convites, so that concurrent ones count each other. */
export const lockConvites = (tx: TenantDb) =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('convites ' || $1::text, 0))");

interface Known {
  email: string;
  resultado: 'ja_membro' | 'ja_convidado';
}

/** Selects those of the addresses that need no convite, or have one. */
export const selectKnown = (tx: TenantDb, emails: readonly string[]) =>
  tx.query<Known>(
    `select p.email, 'ja_membro' as resultado from profiles p
     join membros m on m.empresa_id = $1 and m.user_id = p.id and m.saiu_em is null
     where lower(p.email) = any ($2)
     union all
     select c.email, 'ja_convidado' from convites c
     where c.empresa_id = $1 and c.email = any ($2) and ${PENDENTE}`,
    [emails],
  );

/** Counts the valid convites without an answer, apart from the given one. */
export async function countPendentes(tx: TenantDb, except: string | null = null): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `select count(*)::int as total from convites c
     where c.empresa_id = $1 and ${PENDENTE} and c.vence_em > now() and c.id is distinct from $2::uuid`,
    [except],
  );
  return row?.total ?? 0;
}

export async function insertConvite(
  tx: TenantDb,
  { email, papel, ve_custo }: { email: string; papel: Papel; ve_custo: boolean },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into convites (empresa_id, user_id, email, papel, ve_custo, vence_em)
     values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning id`,
    [tx.userId, email, papel, ve_custo, DIAS_DO_CONVITE],
  );
  if (!row) throw new Error('the convite was not written');
  return row.id;
}

/** Voids the link, so that the worker sends another one. Its person is from now on the one who invites. */
export const renewConvite = (tx: TenantDb, id: string, email: string) =>
  tx.query(
    `update convites set email = $3, user_id = $4, token_hash = null, envio = 'pendente', aberto_em = null,
       vence_em = now() + make_interval(days => $5)
     where empresa_id = $1 and id = $2`,
    [id, email, tx.userId, DIAS_DO_CONVITE],
  );

export const setRevogado = (tx: TenantDb, id: string, isRevogado: boolean) =>
  tx.query(
    `update convites set revogado_em = case when $3 then coalesce(revogado_em, now()) end
     where empresa_id = $1 and id = $2 and aceito_em is null`,
    [id, isRevogado],
  );

export interface Letter {
  email: string;
  papel: Papel;
  empresa: string;
  quem: string | null;
}

/** Gives the convite a link. Returns undefined when there is nothing to send. */
export async function setLink(tx: TenantDb, id: string, tokenHash: string): Promise<Letter | undefined> {
  const [row] = await tx.query<Letter>(
    `update convites c set token_hash = $3
     where c.empresa_id = $1 and c.id = $2 and c.envio = 'pendente' and ${PENDENTE} and c.vence_em > now()
     returning c.email, c.papel, (select e.nome from empresas e where e.id = $1) as empresa,
       (select p.full_name from profiles p where p.id = c.user_id) as quem`,
    [id, tokenHash],
  );
  return row;
}

/** Notes what became of the e-mail with this link. A link that was replaced meanwhile changes nothing. */
export const setEnvio = (tx: TenantDb, id: string, tokenHash: string, envio: 'enviado' | 'devolvido') =>
  tx.query(
    `update convites set envio = $4 where empresa_id = $1 and id = $2 and token_hash = $3 and envio = 'pendente'`,
    [id, tokenHash, envio],
  );

export const giveUpEnvio = (tx: TenantDb, id: string) =>
  tx.query(
    "update convites set envio = 'devolvido' where empresa_id = $1 and id = $2 and envio = 'pendente'",
    [id],
  );

export interface Opened {
  empresa_nome: string;
  email: string;
  papel: Papel;
  convidado_por: string | null;
  situacao: 'pendente' | 'aceito' | 'vencido' | 'revogado' | 'recusado';
}

export async function openConvite(db: IdentityQuery, tokenHash: string): Promise<Opened | undefined> {
  const [row] = await db.query<Opened>('select * from auth.open_convite($1)', [tokenHash]);
  return row;
}

/** The hash of the link of a convite, if it is for the confirmed address of this person. */
export async function selectLink(
  db: IdentityQuery,
  userId: string,
  conviteId: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ hash: string | null }>('select auth.link_of_convite($1, $2) as hash', [
    ...[userId, conviteId],
  ]);
  return row?.hash ?? undefined;
}

/** Why a convite does not wait for this person. */
type NotForThem = 'outro_email' | 'nao_confirmado' | 'usado' | 'revogado' | 'vencido';

export interface Accepted {
  situacao: 'aceito' | NotForThem;
  empresa_id: string;
  empresa_nome: string;
  email: string;
}

export async function acceptConvite(
  db: IdentityQuery,
  userId: string,
  tokenHash: string,
): Promise<Accepted | undefined> {
  const [row] = await db.query<Accepted>('select * from auth.accept_convite($1, $2)', [userId, tokenHash]);
  return row;
}

export interface Declined {
  situacao: 'recusado' | NotForThem;
  email: string;
}

export async function declineConvite(
  db: IdentityQuery,
  userId: string,
  tokenHash: string,
): Promise<Declined | undefined> {
  const [row] = await db.query<Declined>('select * from auth.decline_convite($1, $2)', [userId, tokenHash]);
  return row;
}
