import { createHash, randomBytes } from 'node:crypto';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { visitMercadoLivre } from '../apps/sandbox/src/mercado-livre/oauth/visitor.ts';

const marketplace = 'mercado-livre';

/**
 * Obtains a seller's consent as the page does: it starts a conexao, the seller consents at Mercado Livre, and
 * Mercado Livre returns a code. Returns the body of the request that creates the conta.
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
