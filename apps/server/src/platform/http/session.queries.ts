import type { Database } from '#platform/db/db.ts';

/** The signed-in person, according to the database at the time of the request. */
export interface Caller {
  sessionId: string;
  userId: string;
  email: string;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Whether the person proved their identity within the last ten minutes. */
  isFresh: boolean;
  /**
   * Whether the person returned from Google within the last ten minutes. For a person without a password,
   * this is half of the proof.
   */
  wasAtGoogle: boolean;
}

export async function selectAccess(db: Database, tokenHash: string) {
  const [row] = await db.global<{ user_id: string; empresa_id: string }>(
    'select user_id, empresa_id from session_of($1)',
    [tokenHash],
  );
  return row;
}

export async function selectCaller(db: Database, tokenHash: string): Promise<Caller | null> {
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
}
