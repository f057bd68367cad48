import type { IdentityQuery } from '#platform/db/identity-db.ts';

/** A token bucket. It holds `capacity` attempts and regains one every `seconds`. */
export interface Bucket {
  key: string;
  capacity: number;
  seconds: number;
}

/**
 * Takes one attempt from each bucket. Returns the seconds to wait when a bucket is empty, and otherwise 0.
 */
export async function takeAttempts(db: IdentityQuery, buckets: readonly Bucket[]): Promise<number> {
  const [row] = await db.query<{ wait: number }>('select auth.take_limits($1, $2, $3) as wait', [
    buckets.map(({ key }) => key),
    buckets.map(({ capacity }) => capacity),
    buckets.map(({ seconds }) => seconds),
  ]);
  return row?.wait ?? 0;
}

/**
 * Returns one attempt to each bucket. Locks the rows in the order in which `take_limits` takes them, so that
 * two requests cannot deadlock.
 */
export const giveAttemptsBack = (db: IdentityQuery, buckets: readonly Bucket[]) =>
  db.query(
    `with locked as (select key from auth.limits where key = any ($1) order by array_position($1, key) for update)
     update auth.limits l set level = l.level + 1 from locked where l.key = locked.key`,
    [buckets.map(({ key }) => key)],
  );
