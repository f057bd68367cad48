import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Access, Database } from '#platform/db/db.ts';
import { hashToken, isToken } from '#platform/secrets/tokens.ts';
import { readCookie, SESSION_COOKIE } from './cookies.ts';
import { type Caller, selectAccess, selectCaller } from './session.queries.ts';

export interface Sessions {
  /** Looks up the user and empresa of a session. `use_session` checks them again inside every transaction. */
  accessOf(tokenHash: string): Promise<Access | null>;
  /** Returns the same from memory, and undefined when only the database can answer. */
  known(tokenHash: string): Access | undefined;
  /** Queries the database each time. */
  callerOf(tokenHash: string): Promise<Caller | null>;
  forget(tokenHash: string): void;
}

/** The hash of the session token in the request's cookie. The database stores only this hash. */
export function sessionHashOf(request: FastifyRequest): string | null {
  const token = readCookie(request, SESSION_COOKIE);
  return isToken('prs', token) ? hashToken(token) : null;
}

const REMEMBERED = 10_000;

/**
 * A cache of sessions, from token hash to user and empresa. With it the session check travels in the same
 * round trip as the query. A stale entry is safe, because `use_session` refuses a session that has ended
 * meanwhile.
 */
export function openSessions(db: Database): Sessions {
  const beliefs = new LRUCache<string, Access>({ max: REMEMBERED });
  return {
    known: (tokenHash) => beliefs.get(tokenHash),
    async accessOf(tokenHash) {
      const known = beliefs.get(tokenHash);
      if (known) return known;
      const row = await selectAccess(db, tokenHash);
      if (!row) return null;
      const access = { sessionHash: tokenHash, empresaId: row.empresa_id, userId: row.user_id };
      beliefs.set(tokenHash, access);
      return access;
    },
    callerOf: (tokenHash) => selectCaller(db, tokenHash),
    forget: (tokenHash) => void beliefs.delete(tokenHash),
  };
}
