import type { FastifyRequest } from 'fastify';
import { readCookie, SESSION_COOKIE } from './cookies.ts';
import type { Access, Database } from './db.ts';
import { hashToken, isToken } from './tokens.ts';

/** Whoever is signed in, as the database knows them at this moment. */
export interface Caller {
  sessionId: string;
  userId: string;
  email: string;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Proved who they are within the last ten minutes. */
  isFresh: boolean;
  /** Came back from Google within the last ten minutes, which is half of the proof for who has no password. */
  wasAtGoogle: boolean;
}

export interface Sessions {
  /** Which user and empresa a session stands for; `use_session` checks it again inside every transaction. */
  accessOf(tokenHash: string): Promise<Access | null>;
  /** Asks the database each time. */
  callerOf(tokenHash: string): Promise<Caller | null>;
  forget(tokenHash: string): void;
}

/** The hash of the session token in the request's cookie, which is all the database knows of it. */
export function sessionHashOf(request: FastifyRequest): string | null {
  const token = readCookie(request, SESSION_COOKIE);
  return isToken('prs', token) ? hashToken(token) : null;
}

const REMEMBERED = 10_000;

/**
 * The fast session check. What is remembered here is only a belief (this session works in that empresa), so that the
 * check can travel in the same round trip as the query: `use_session` refuses a session that ended meanwhile.
 */
export function openSessions(db: Database): Sessions {
  const beliefs = new Map<string, Access>();
  return {
    async accessOf(tokenHash) {
      const known = beliefs.get(tokenHash);
      if (known) return known;
      const [row] = await db.global<{ user_id: string; empresa_id: string }>(
        'select user_id, empresa_id from session_of($1)',
        [tokenHash],
      );
      if (!row) return null;
      const access = { sessionHash: tokenHash, empresaId: row.empresa_id, userId: row.user_id };
      if (beliefs.size >= REMEMBERED) beliefs.clear();
      beliefs.set(tokenHash, access);
      return access;
    },
    async callerOf(tokenHash) {
      const [caller] = await db.global<Caller>(
        `select session_id as "sessionId", user_id as "userId", email,
           jsonb_path_exists(identities, '$[*] ? (@.provider == "email")') as "hasPassword",
           jsonb_path_exists(factors, '$[*] ? (@.status == "verified")') as "hasSecondFactor",
           confirmed_at > now() - interval '10 minutes' as "isFresh",
           coalesce(google_at > now() - interval '10 minutes', false) as "wasAtGoogle"
         from session_of($1)`,
        [tokenHash],
      );
      return caller ?? null;
    },
    forget: (tokenHash) => void beliefs.delete(tokenHash),
  };
}
