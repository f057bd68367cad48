import type { Sessao, Usuario } from '@prumo/contract/acesso.ts';
import { direitosNaExclusao, direitosOf, type Papel } from '@prumo/contract/papeis.ts';
import type { Database } from '#platform/db/db.ts';
import type { IdentityQuery } from '#platform/db/identity-db.ts';
import type { Origin } from './origin.ts';

/** A session ends after a week without use, and after thirty days in any case. */
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

export async function isSessionAlive(
  db: IdentityQuery,
  { id, tokenHash }: { id: string; tokenHash: string | null },
): Promise<boolean> {
  const rows = await db.query(
    'select from auth.sessions where id = $1 and token_hash = $2 and expires_at > now()',
    [id, tokenHash],
  );
  return rows.length > 0;
}

/**
 * Extends the session. It writes at most once a minute. `updated_at` is also the time of last use that the
 * profile shows.
 */
export const renewSession = (db: IdentityQuery, tokenHash: string, address: string) =>
  db.query(
    `update auth.sessions set updated_at = now(), ip_address = $2, expires_at = ${LIFE}
     where token_hash = $1 and expires_at > now()
       and (updated_at < now() - interval '1 minute' or expires_at < now() + interval '6 days')`,
    [tokenHash, address],
  );

/** Gives the session a new token, so that a leaked old token stops working. */
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

/** Records the Google half of a proof, for an account without a password but with a second factor. */
export const markGoogle = (db: IdentityQuery, sessionId: string) =>
  db.query('update auth.sessions set google_at = now() where id = $1', [sessionId]);

/** Ends a session. Returns its id and user, or undefined when there was no such session. */
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

/** Ends the account's sessions and challenges. The session `except` stays open. */
export async function endSessions(db: IdentityQuery, userId: string, except?: string): Promise<number> {
  await db.query('delete from auth.challenges where user_id = $1', [userId]);
  const ended = await db.query(
    'delete from auth.sessions where user_id = $1 and id is distinct from $2 returning id',
    [userId, except ?? null],
  );
  return ended.length;
}

export async function isSessionOf(
  db: IdentityQuery,
  userId: string,
  tokenHash: string | null,
): Promise<boolean> {
  const rows = await db.query(
    'select from auth.sessions where user_id = $1 and token_hash = $2 and expires_at > now()',
    [userId, tokenHash],
  );
  return rows.length > 0;
}

/** Records the browser. Returns true when it is new to an account that already knows other browsers. */
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

/** Forgets all browsers of the account except `except`. */
export const forgetDevices = (db: IdentityQuery, userId: string, except: string | null = null) =>
  db.query('delete from auth.devices where user_id = $1 and token_hash is distinct from $2', [
    userId,
    except,
  ]);

const direitos = ({ papel, ve_custo }: { papel: Papel; ve_custo: boolean }) => direitosOf(papel, ve_custo);

/** Reads the session as the page of this empresa sees it. Without an empresa, as the session used it last. */
export async function selectSessao(
  db: Database,
  tokenHash: string,
  empresaId: string | null = null,
): Promise<Sessao | null> {
  const [row] = await db.global<{
    user_id: string;
    empresa_id: string;
    empresa_nome: string;
    empresa_logo: string | null;
    papel: Papel;
    ve_custo: boolean;
    duas_etapas_ate: string | null;
    exclui_em: string | null;
    full_name: string | null;
    email: string;
    expires_at: string;
    identities: Usuario['identities'];
    factors: Usuario['factors'];
  }>(
    `select user_id, empresa_id, empresa_nome, empresa_logo, papel, ve_custo, full_name, email, expires_at,
       identities, factors, duas_etapas_ate_of($1, empresa_id) as duas_etapas_ate,
       exclusao_of($1, empresa_id) as exclui_em
     from session_of($1, $2)`,
    [tokenHash, empresaId],
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
        empresa: {
          id: row.empresa_id,
          nome: row.empresa_nome,
          logo_url: row.empresa_logo,
          papel: row.papel,
          direitos: row.exclui_em === null ? direitos(row) : direitosNaExclusao(direitos(row)),
          exclui_em: row.exclui_em,
          duas_etapas_ate: row.duas_etapas_ate,
        },
        expira_em: row.expires_at,
      }
    : null;
}
