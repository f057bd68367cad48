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

/** The person of a session, and the empresa of a request. */
export interface Looked {
  userId: string;
  /** Null when the person is not a membro of the empresa that the page names. */
  empresaId: string | null;
  /** The rights of the person in the empresa, each between two commas. */
  direitos: string | null;
}

/** No row means that the session has ended. */
export async function selectAccess(db: Database, tokenHash: string, empresaId: string | null) {
  const [row] = await db.global<Looked>(
    'select user_id as "userId", empresa_id as "empresaId", direitos from access_of($1, $2)',
    [tokenHash, empresaId],
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
     from session_of($1, null)`,
    [tokenHash],
  );
  return caller ?? null;
}
