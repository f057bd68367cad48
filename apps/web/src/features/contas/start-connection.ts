import { contas } from '@prumo/contract/contas.ts';
import {
  type ConfiguracaoMarketplace,
  type Marketplace,
  marketplaces,
} from '@prumo/contract/marketplaces.ts';
import { call, ProblemError } from '#lib/api.ts';
import { challengeOf, createVerifier } from './pkce.ts';
import { keepStarted } from './started-connection.ts';

/** Prepares the visit to the marketplace's authorization page and returns its address. */
export async function startConnection(marketplace: Marketplace): Promise<{ url: string }> {
  const configuracao = await call(marketplaces.configuracao, { params: { marketplace } });
  if (!configuracao.client_id) throw notConfigured();
  const code_verifier = createVerifier();
  const code_challenge = await challengeOf(code_verifier);
  const { state } = await call(contas.start, { body: { marketplace, code_challenge } });
  keepStarted({ marketplace, state, code_verifier });
  return { url: authorizationUrl(configuracao, state, code_challenge) };
}

const notConfigured = () =>
  new ProblemError({ codigo: 'unavailable', mensagem: 'Client ID não configurado', pedido: '-' }, 0);

export function authorizationUrl(
  { authorization_url, client_id, redirect_uri }: ConfiguracaoMarketplace,
  state: string,
  code_challenge: string,
): string {
  const url = new URL(authorization_url);
  const asked = {
    response_type: 'code',
    client_id,
    redirect_uri,
    code_challenge,
    code_challenge_method: 'S256',
    state,
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}
