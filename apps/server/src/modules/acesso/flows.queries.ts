import type { IdentityQuery } from '#platform/identity-db.ts';
import type { OidcFlow } from '#platform/oidc.ts';

/** Why somebody goes to Google: to sign in, to link it to the account they are in, to prove that it is them. */
export type Purpose = 'entrar' | 'vincular' | 'confirmar';

export interface FlowRow {
  purpose: Purpose;
  /** Who has to come back, for the last two. */
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

/** Read once: who comes back a second time with the same answer finds nothing. */
export async function takeFlow(db: IdentityQuery, tokenHash: string): Promise<FlowRow | undefined> {
  const [row] = await db.query<FlowRow>(
    `delete from auth.oauth_flows where token_hash = $1 and expires_at > now()
     returning purpose, session_id, flow, return_to`,
    [tokenHash],
  );
  return row;
}
