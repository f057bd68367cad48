import { type Handler, text } from '#http.ts';
import { decide, showAuthorize } from './authorize.ts';
import { openSigner } from './signer.ts';
import type { Codes, Google } from './state.ts';
import { exchangeCode } from './token.ts';

/**
 * Google as an OpenID Connect issuer. It is as strict as the real one wherever the product could make a
 * mistake.
 */
export function openGoogle(google: Google): Handler {
  const signer = openSigner();
  const codes: Codes = new Map();
  const base = new URL(google.issuer).pathname;

  return (request) => {
    const { pathname } = new URL(request.url);
    switch (`${request.method} ${pathname.slice(base.length)}`) {
      case 'GET /.well-known/openid-configuration':
        if (google.faults.take('google', ['discovery_500'])) return text(500, 'Falha simulada.');
        return Response.json(metadata(google.issuer));
      case 'GET /jwks':
        return Response.json({ keys: [signer.jwk] });
      case 'GET /authorize':
        return showAuthorize(google, request);
      case 'POST /authorize/decisao':
        return decide(google, codes, request);
      case 'POST /token':
        return exchangeCode(google, codes, signer, request);
      default:
        return text(404, 'Nada aqui.');
    }
  };
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});
