import type { IdentityQuery } from '#platform/identity-db.ts';
import type { Method } from './events.ts';

const TRIES = 5;

/** Counts a try before the code is looked at; undefined when the challenge is over, or its tries are. */
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

/** How the first proof was given; undefined when somebody else was faster, or the account was changed. */
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
