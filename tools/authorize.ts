import { createHash, randomBytes } from 'node:crypto';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import { visitMercadoLivre } from '../apps/sandbox/src/mercado-livre/visitor.ts';

const marketplace = 'mercado-livre';

/**
 * As the page does: a connection is begun, the seller agrees at Mercado Livre, and a code comes back. Answers with the
 * request that makes the conta.
 */
export async function authorize(
  env: Readonly<Record<string, string>>,
  begin: (body: { marketplace: string; code_challenge: string }) => Promise<{ state: string }>,
  seller: number,
) {
  const code_verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const { state } = await begin({ marketplace, code_challenge });
  const url = new URL(`${env['MERCADO_LIVRE_AUTH_URL']}/authorization`);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: MERCADO_LIVRE_CLIENT.id,
    redirect_uri: `${env['PUBLIC_URL']}/configuracao/integracoes`,
    code_challenge,
    code_challenge_method: 'S256',
    state,
  }).toString();
  const code = (await visitMercadoLivre(url.href, seller)).searchParams.get('code') ?? '';
  return { marketplace, code, state, code_verifier };
}
