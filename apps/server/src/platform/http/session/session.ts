import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/db/db.ts';
import { hashToken, isToken } from '#platform/secrets/tokens.ts';
import { readCookie, SESSION_COOKIE } from './cookies.ts';
import { type Caller, type Looked, selectAccess, selectCaller } from './session.queries.ts';

export interface Sessions {
  /**
   * Looks up the user of a session and checks the empresa that the page names. Without a named empresa it is
   * the one that the session used last. `use_session` checks both again inside every transaction.
   */
  accessOf(tokenHash: string, empresaId: string | null): Promise<Looked | null>;
  /** Returns the same from memory, and undefined when only the database can answer. */
  known(tokenHash: string, empresaId: string | null): Looked | undefined;
  /** Queries the database each time. */
  callerOf(tokenHash: string): Promise<Caller | null>;
  /** Forgets the session in the named empresa and in the empresa that it used last. */
  forget(tokenHash: string, empresaId?: string | null): void;
}

/** The hash of the session token in the request's cookie. The database stores only this hash. */
export function sessionHashOf(request: FastifyRequest): string | null {
  const token = readCookie(request, SESSION_COOKIE);
  return isToken('prs', token) ? hashToken(token) : null;
}

const REMEMBERED = 10_000;

/**
 * A cache of sessions, from token hash and named empresa to user, empresa and rights. With it the session check
 * travels in the same round trip as the query. A stale entry is safe, because `use_session` refuses a session
 * that has ended and a person who has left the empresa meanwhile.
 */
export function openSessions(db: Database): Sessions {
  const beliefs = new LRUCache<string, Looked>({ max: REMEMBERED });
  const keyOf = (tokenHash: string, empresaId: string | null) => `${tokenHash} ${empresaId ?? ''}`;
  return {
    known: (tokenHash, empresaId) => beliefs.get(keyOf(tokenHash, empresaId)),
    async accessOf(tokenHash, empresaId) {
      const looked = await selectAccess(db, tokenHash, empresaId);
      if (looked?.empresaId) beliefs.set(keyOf(tokenHash, empresaId), looked);
      return looked ?? null;
    },
    callerOf: (tokenHash) => selectCaller(db, tokenHash),
    forget(tokenHash, empresaId = null) {
      beliefs.delete(keyOf(tokenHash, null));
      beliefs.delete(keyOf(tokenHash, empresaId));
    },
  };
}
