import { createHash, randomBytes } from 'node:crypto';
import { hasRepeated, text } from '#http.ts';
import { GOOGLE_CLIENT } from './google-client.ts';
import { TOKEN_FAULTS, type TokenFault } from './google-faults.ts';
import type { Signer } from './signer.ts';
import type { Codes, Google, Grant } from './state.ts';

const CODE_LIFE_MS = 60_000;
const TOKEN_LIFE_S = 3600;

export async function exchangeCode(
  google: Google,
  codes: Codes,
  signer: Signer,
  request: Request,
): Promise<Response> {
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    return refuse(400, 'invalid_request');
  const form = new URLSearchParams(await request.text());
  const authorization = request.headers.get('authorization');
  // A client may use only one way to authenticate (RFC 6749, 2.3).
  if (hasRepeated(form) || (authorization !== null && form.has('client_secret')))
    return refuse(400, 'invalid_request');
  const { id, secret } = authorization === null ? posted(form) : basic(authorization);
  if (id !== GOOGLE_CLIENT.id || secret !== GOOGLE_CLIENT.secret) return refuse(401, 'invalid_client');
  if (form.get('grant_type') !== 'authorization_code') return refuse(400, 'unsupported_grant_type');

  const code = form.get('code') ?? '';
  const grant = codes.get(code);
  // Any attempt uses up the code, even a failed one.
  codes.delete(code);
  if (!grant || !isHonoured(grant, form)) return refuse(400, 'invalid_grant');

  const fault = google.faults.take('google', TOKEN_FAULTS, grant.person.email);
  if (fault === 'token_500') return text(500, 'Falha simulada.');
  if (fault === 'token_hang') return new Promise(() => {});
  return Response.json(issue(google, grant, signer, fault), { headers: { 'cache-control': 'no-store' } });
}

function isHonoured(grant: Grant, form: URLSearchParams): boolean {
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  return (
    Date.now() - grant.issuedAt <= CODE_LIFE_MS &&
    form.get('redirect_uri') === grant.redirectUri &&
    challenge === grant.challenge
  );
}

/** Issues the tokens. Every token contains a canary, so that a test can search for leaks. */
function issue(google: Google, grant: Grant, signer: Signer, fault: TokenFault | undefined) {
  const now = Math.floor(Date.now() / 1000);
  const canario = canary();
  const claims = {
    iss: google.issuer,
    aud: GOOGLE_CLIENT.id,
    azp: GOOGLE_CLIENT.id,
    sub: grant.person.sub,
    email: grant.person.email,
    email_verified: grant.person.verified,
    name: grant.person.name,
    nonce: grant.nonce,
    iat: now,
    exp: now + TOKEN_LIFE_S,
    auth_time: now,
    canario,
    ...falseClaims(fault, now),
  };
  const idToken = idTokenOf(signer, claims, fault);
  const tokens = { access_token: canary(), refresh_token: canary() };
  google.issued.push(...Object.values(tokens), idToken, canario);
  return {
    ...tokens,
    token_type: 'Bearer',
    expires_in: TOKEN_LIFE_S,
    scope: 'openid email profile',
    ...(fault !== 'no_id_token' && { id_token: idToken }),
  };
}

const canary = () => `canario-google-${randomBytes(24).toString('base64url')}`;

function falseClaims(fault: TokenFault | undefined, now: number): object {
  switch (fault) {
    case 'aud':
      return { aud: 'outro-cliente' };
    case 'azp':
      return { aud: [GOOGLE_CLIENT.id, 'outro-cliente'], azp: 'outro-cliente' };
    case 'iss':
      return { iss: 'https://impostor.example' };
    case 'expired':
      return { iat: now - 2 * TOKEN_LIFE_S, exp: now - TOKEN_LIFE_S };
    case 'nonce':
      return { nonce: 'outro-nonce' };
    case 'auth_time':
      return { auth_time: now - 3600 };
    case 'email_nao_verificado':
      return { email_verified: false };
    default:
      return {};
  }
}

function idTokenOf(signer: Signer, claims: object, fault: TokenFault | undefined): string {
  if (fault === 'alg_none') return signer.leaveUnsigned(claims);
  return fault === 'signature' ? signer.forge(claims) : signer.sign(claims);
}

const posted = (form: URLSearchParams) => ({ id: form.get('client_id'), secret: form.get('client_secret') });

/**
 * Reads HTTP Basic authentication. The client form-encodes id and secret before it joins them (RFC 6749,
 * 2.3.1).
 */
function basic(authorization: string) {
  const [, encoded = ''] = /^Basic ([\w+/=]+)$/.exec(authorization) ?? [];
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  const decode = (value: string) => new URLSearchParams(`v=${value}`).get('v');
  return { id: decode(id), secret: decode(secret) };
}

const refuse = (status: 400 | 401, error: string) =>
  Response.json(
    { error },
    {
      status,
      headers: { 'cache-control': 'no-store', ...(status === 401 && { 'www-authenticate': 'Basic' }) },
    },
  );
