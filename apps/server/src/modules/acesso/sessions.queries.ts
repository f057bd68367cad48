import type { Sessao, Usuario } from '@prumo/contract/acesso.ts';
import type { Database } from '#platform/db.ts';
import type { IdentityQuery } from '#platform/identity-db.ts';
import type { Origin } from './acesso.ts';

/** A session nobody uses for a week ends; one in use ends after thirty days all the same. */
const LIFE = "least(now() + interval '7 days', created_at + interval '30 days')";

export async function insertSession(
  db: IdentityQuery,
  session: { userId: string; tokenHash: string; origin: Origin },
): Promise<string> {
  const { userId, tokenHash, origin } = session;
  const [row] = await db.query<{ id: string }>(
    `insert into auth.sessions (user_id, empresa_id, token_hash, expires_at, ip_address, user_agent)
     values ($1, auth.ensure_empresa($1), $2, now() + interval '7 days', $3, $4) returning id`,
    [userId, tokenHash, origin.address, origin.userAgent],
  );
  if (!row) throw new Error('the session was not made');
  return row.id;
}

/** Written at most once a minute: it is also the time of last use that the profile shows. */
export const renewSession = (db: IdentityQuery, tokenHash: string, address: string) =>
  db.query(
    `update auth.sessions set updated_at = now(), ip_address = $2, expires_at = ${LIFE}
     where token_hash = $1 and expires_at > now()
       and (updated_at < now() - interval '1 minute' or expires_at < now() + interval '6 days')`,
    [tokenHash, address],
  );

/** A new token for the same session: what somebody may have seen of the old one is worth nothing from here on. */
export async function rotateSession(
  db: IdentityQuery,
  session: { before: string; after: string; confirmed: boolean },
): Promise<boolean> {
  const rows = await db.query(
    `update auth.sessions set token_hash = $2, updated_at = now(),
       confirmed_at = case when $3 then now() else confirmed_at end
     where token_hash = $1 and expires_at > now() returning id`,
    [session.before, session.after, session.confirmed],
  );
  return rows.length > 0;
}

/** Half of a proof, for who has no password but a second factor. */
export const markGoogle = (db: IdentityQuery, sessionId: string) =>
  db.query('update auth.sessions set google_at = now() where id = $1', [sessionId]);

/** Who was in it, if it was there. */
export async function endSession(
  db: IdentityQuery,
  tokenHash: string,
): Promise<{ id: string; user_id: string } | undefined> {
  const [ended] = await db.query<{ id: string; user_id: string }>(
    'delete from auth.sessions where token_hash = $1 returning id, user_id',
    [tokenHash],
  );
  return ended;
}

/** Everything that was open for the account, but for one session that goes on. */
export async function endSessions(db: IdentityQuery, userId: string, except?: string): Promise<number> {
  await db.query('delete from auth.challenges where user_id = $1', [userId]);
  const ended = await db.query(
    'delete from auth.sessions where user_id = $1 and id is distinct from $2 returning id',
    [userId, except ?? null],
  );
  return ended.length;
}

/** True when this browser was new to an account that knows others. */
export async function rememberDevice(
  db: IdentityQuery,
  device: { tokenHash: string; userId: string },
): Promise<boolean> {
  const [row] = await db.query<{ surprising: boolean }>(
    `with known as (select token_hash from auth.devices where user_id = $2),
     kept as (
       insert into auth.devices (token_hash, user_id) values ($1, $2)
       on conflict (token_hash, user_id) do update set last_used_at = now())
     select exists (select from known) and not exists (select from known where token_hash = $1) as surprising`,
    [device.tokenHash, device.userId],
  );
  return row?.surprising ?? false;
}

/** All, or all but the one at hand. */
export const forgetDevices = (db: IdentityQuery, userId: string, except: string | null = null) =>
  db.query('delete from auth.devices where user_id = $1 and token_hash is distinct from $2', [
    userId,
    except,
  ]);

export async function selectSessao(db: Database, tokenHash: string): Promise<Sessao | null> {
  const [row] = await db.global<{
    user_id: string;
    empresa_id: string;
    empresa_nome: string;
    full_name: string | null;
    email: string;
    expires_at: string;
    identities: Usuario['identities'];
    factors: Usuario['factors'];
  }>(
    `select user_id, empresa_id, empresa_nome, full_name, email, expires_at, identities, factors
     from session_of($1)`,
    [tokenHash],
  );
  return row
    ? {
        usuario: {
          id: row.user_id,
          email: row.email,
          user_metadata: { full_name: row.full_name },
          identities: row.identities,
          factors: row.factors,
        },
        empresa: { id: row.empresa_id, nome: row.empresa_nome },
        expira_em: row.expires_at,
      }
    : null;
}
