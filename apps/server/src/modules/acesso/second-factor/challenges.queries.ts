import type { Method } from '#modules/acesso/events.queries.ts';
import type { IdentityQuery } from '#platform/db/identity-db.ts';

/** The number of codes that a person may try per challenge. */
const TRIES = 5;

/**
 * Counts a try before the code is checked. Returns undefined when the challenge has expired or has no tries
 * left.
 */
export async function tryChallenge(
  db: IdentityQuery,
  tokenHash: string,
): Promise<{ userId: string } | undefined> {
  const [challenge] = await db.query<{ userId: string }>(
    `update auth.challenges set tries = tries + 1
     where token_hash = $1 and expires_at > now() and tries < ${TRIES}
     returning user_id as "userId"`,
    [tokenHash],
  );
  return challenge;
}

/**
 * Deletes the challenge and returns the method of the first proof. Returns undefined when another request
 * took the challenge first, or a change of the account deleted it.
 */
export async function takeChallenge(db: IdentityQuery, tokenHash: string): Promise<Method | undefined> {
  const [challenge] = await db.query<{ method: Method }>(
    'delete from auth.challenges where token_hash = $1 returning method',
    [tokenHash],
  );
  return challenge?.method;
}

export const insertChallenge = (
  db: IdentityQuery,
  challenge: { tokenHash: string; userId: string; method: Method },
) =>
  db.query('insert into auth.challenges (token_hash, user_id, method) values ($1, $2, $3)', [
    challenge.tokenHash,
    challenge.userId,
    challenge.method,
  ]);
