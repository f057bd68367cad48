import type { FastifyRequest } from 'fastify';
import type { IdentityDb, IdentityQuery } from '#platform/db/identity-db.ts';
import { unauthenticated } from '#platform/errors.ts';
import { isSessionAlive } from './sessions.queries.ts';
import { type Account, lockAccount } from './users.queries.ts';

/**
 * Runs a change of the caller's own account. It locks the account and checks the session again inside the
 * transaction, so a session that a recovery or a new password has just ended changes nothing. Every function
 * that opens a session takes the same lock (`entry.ts`), so no session is based on the state before the
 * change.
 */
export const changeAccount = <T>(
  db: IdentityDb,
  { caller, sessionHash }: FastifyRequest,
  work: (tx: IdentityQuery, account: Account) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    const account = await lockAccount(tx, caller.userId);
    const isAlive = await isSessionAlive(tx, { id: caller.sessionId, tokenHash: sessionHash });
    if (!account || !isAlive) throw unauthenticated();
    return work(tx, account);
  });
