import type { IdentityQuery } from '#platform/db/identity-db.ts';
import type { OidcFlow } from '#platform/outside/oidc.ts';

/**
 * The purpose of a Google sign-in: to enter, to link Google to the current account, or to confirm the
 * person's identity.
 */
export type Purpose = 'entrar' | 'vincular' | 'confirmar';

export interface FlowRow {
  purpose: Purpose;
  /** The session that must finish the flow. It is set for `vincular` and `confirmar`. */
  session_id: string | null;
  flow: OidcFlow;
  return_to: string | null;
}

export const insertFlow = (
  db: IdentityQuery,
  flow: {
    tokenHash: string;
    purpose: Purpose;
    sessionId: string | null;
    flow: OidcFlow;
    returnTo: string | null;
  },
) =>
  db.query(
    'insert into auth.oauth_flows (token_hash, purpose, session_id, flow, return_to) values ($1, $2, $3, $4, $5)',
    [flow.tokenHash, flow.purpose, flow.sessionId, flow.flow, flow.returnTo],
  );

/** Reads and deletes the flow in one statement, so that a replayed response finds none. */
export async function takeFlow(db: IdentityQuery, tokenHash: string): Promise<FlowRow | undefined> {
  const [row] = await db.query<FlowRow>(
    `delete from auth.oauth_flows where token_hash = $1 and expires_at > now()
     returning purpose, session_id, flow, return_to`,
    [tokenHash],
  );
  return row;
}
