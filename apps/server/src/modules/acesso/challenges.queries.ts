import type { IdentityQuery } from '#platform/identity-db.ts';
import type { Method } from './events.ts';

const TRIES = 5;

/** Counts a try before the code is looked at; undefined when the challenge is over, or its tries are. */
export async function tryChallenge(
  db: IdentityQuery,
  tokenHash: string,
): Promise<{ userId: string; method: Method } | undefined> {
  const [challenge] = await db.query<{ userId: string; method: Method }>(
    `update auth.challenges set tries = tries + 1
     where token_hash = $1 and expires_at > now() and tries < ${TRIES}
     returning user_id as "userId", method`,
    [tokenHash],
  );
  return challenge;
}

export async function takeChallenge(db: IdentityQuery, tokenHash: string): Promise<boolean> {
  const rows = await db.query('delete from auth.challenges where token_hash = $1 returning token_hash', [
    tokenHash,
  ]);
  return rows.length > 0;
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
