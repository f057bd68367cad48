import type { Perfil } from '@prumo/contract/perfil.ts';
import type { IdentityQuery } from '#platform/db/identity-db.ts';

/** The profile of the signed-in user. */
export async function selectPerfil(
  db: IdentityQuery,
  userId: string,
): Promise<Omit<Perfil, 'google_disponivel'> | undefined> {
  const [row] = await db.query<Omit<Perfil, 'google_disponivel'>>(
    `select p.id, p.full_name, p.email, p.google_auth_enabled, p.two_factor_enabled,
       exists (select from auth.accounts a where a.user_id = p.id and a.provider_id = 'credential') as tem_senha,
       (select jsonb_build_object('email', a.email, 'vinculado_em', a.created_at)
         from auth.accounts a where a.user_id = p.id and a.provider_id = 'google') as google,
       (select count(*)::int from auth.backup_codes c where c.user_id = p.id and c.used_at is null) as codigos_restantes,
       (select e.address from auth.emails e where e.user_id = p.id and e.kind = 'novo_email' and e.used_at is null
         and e.created_at > now() - interval '24 hours' order by e.id desc limit 1) as novo_email
     from auth.profile_of($1) p`,
    [userId],
  );
  return row;
}

export const updateNome = (db: IdentityQuery, userId: string, nome: string) =>
  db.query('update auth.users set name = $2, updated_at = now() where id = $1', [userId, nome]);

export const setGoogleAuth = (db: IdentityQuery, userId: string, enabled: boolean) =>
  db.query('select auth.set_google_auth($1, $2)', [userId, enabled]);

/** Voids earlier requests for a new address when a newer one comes. */
export const dropNewEmail = (db: IdentityQuery, userId: string) =>
  db.query(
    "update auth.emails set used_at = now() where user_id = $1 and kind = 'novo_email' and used_at is null",
    [userId],
  );

export interface SessionRow {
  id: string;
  user_agent: string | null;
  endereco: string | null;
  criada_em: Date;
  usada_em: Date;
}

export const selectSessions = (db: IdentityQuery, userId: string) =>
  db.query<SessionRow>(
    `select id, user_agent, ip_address as endereco, created_at as criada_em, updated_at as usada_em
     from auth.sessions where user_id = $1 and expires_at > now() order by updated_at desc limit 100`,
    [userId],
  );

export async function endOwnSession(db: IdentityQuery, userId: string, id: string): Promise<boolean> {
  const rows = await db.query('delete from auth.sessions where user_id = $1 and id = $2 returning id', [
    userId,
    id,
  ]);
  return rows.length > 0;
}

export interface EventRow {
  id: string;
  tipo: string;
  em: Date;
  user_agent: string | null;
  endereco: string | null;
  meio: string | null;
}

/** Selects events, newest first. The caller requests one row more than a page, to detect the next page. */
export const selectEvents = (db: IdentityQuery, userId: string, before: string | undefined, limit: number) =>
  db.query<EventRow>(
    `select id, kind as tipo, created_at as em, user_agent, address as endereco, method as meio
     from auth.events where user_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [userId, before ?? null, limit],
  );
