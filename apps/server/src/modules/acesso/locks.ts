import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '#platform/errors.ts';
import type { IdentityDb, IdentityQuery } from '#platform/identity-db.ts';
import { type Account, lockAccount } from './users.queries.ts';

/**
 * A change to the own account. The account is locked and the session looked at again inside the transaction: whoever
 * was put out a moment ago, by a recovery or a new password, changes nothing any more. Every way to a session takes the
 * same lock (`entry.ts`), so that none is opened on what was true before the change.
 */
export const changeAccount = <T>(
  db: IdentityDb,
  { caller, sessionHash }: FastifyRequest,
  work: (tx: IdentityQuery, account: Account) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    const account = await lockAccount(tx, caller.userId);
    const alive = await tx.query(
      'select from auth.sessions where id = $1 and token_hash = $2 and expires_at > now()',
      [caller.sessionId, sessionHash],
    );
    if (!account || alive.length === 0) throw unauthenticated();
    return work(tx, account);
  });
