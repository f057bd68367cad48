import * as oauth from 'oauth4webapi';
import { refuseInsideTransaction } from '#platform/db/transaction-mark.ts';
import { remembered } from '#platform/remembered.ts';
import { isLoopback } from './loopback.ts';

export interface OidcClaims {
  issuer: string;
  sub: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

/** The secrets of one authorization flow, kept until the browser returns from the provider. */
export interface OidcFlow {
  state: string;
  nonce: string;
  verifier: string;
  /** Whether the provider was asked to authenticate the person again. */
  again: boolean;
}

export interface Oidc {
  /** Returns the address to redirect the browser to, and the flow to keep until the browser returns. */
  begin(options?: { loginHint?: string; again?: boolean }): Promise<{ url: string; flow: OidcFlow }>;
  /** Validates the callback's query string against the kept flow and exchanges the code. */
  finish(query: URLSearchParams, flow: OidcFlow): Promise<OidcClaims>;
}

/**
 * The person cancelled, the provider's response failed validation, or the provider is unreachable. The error
 * has no `cause`, because the library's errors contain the tokens that they complain about, and a cause
 * reaches the log.
 */
export class OidcError extends Error {
  override readonly name = 'OidcError';
  readonly reason: 'cancelled' | 'refused' | 'unreachable';

  constructor(reason: OidcError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const TIME_LIMIT_MS = 5000;
const SIZE_LIMIT = 256 * 1024;
/** How long the provider's metadata is cached. */
const METADATA_LIFE_MS = 60 * 60 * 1000;
/** The maximum age of an authentication when the flow asked for reauthentication. */
const FRESH_SECONDS = 10 * 60;

/**
 * Signs people in at an OpenID Connect provider. Returns only claims; the tokens are read once and discarded.
 */
export function openOidc(options: {
  /** Plain http is accepted only for a loopback issuer. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}): Oidc {
  const issuer = new URL(options.issuer);
  const isInsecure = issuer.protocol === 'http:' && isLoopback(issuer.hostname);
  if (issuer.protocol !== 'https:' && !isInsecure) throw new Error(`${issuer.href} must be reached by https`);

  const client: oauth.Client = { client_id: options.clientId };
  // The secret is sent in the body, because providers disagree about its encoding in the Authorization
  // header.
  const authentication = oauth.ClientSecretPost(options.clientSecret);
  const http = { [oauth.customFetch]: fetchWithin, [oauth.allowInsecureRequests]: isInsecure };
  const metadata = remembered(METADATA_LIFE_MS, async () => {
    const response = await oauth.discoveryRequest(issuer, http);
    const provider = await oauth.processDiscoveryResponse(issuer, response);
    return { ...provider, id_token_signing_alg_values_supported: ['RS256', 'ES256'] };
  });

  const begin: Oidc['begin'] = async ({ loginHint, again = false } = {}) => {
    const flow = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
      again,
    };
    const url = new URL((await metadata()).authorization_endpoint ?? '');
    oauth.checkProtocol(url, !isInsecure);
    const parameters = {
      response_type: 'code',
      client_id: options.clientId,
      redirect_uri: options.redirectUri,
      scope: 'openid email profile',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      ...(loginHint !== undefined && { login_hint: loginHint }),
      ...(again && { prompt: 'select_account', max_age: '0' }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url: url.href, flow };
  };

  const finish: Oidc['finish'] = async (query, flow) => {
    const provider = await metadata();
    const callback = oauth.validateAuthResponse(provider, client, query, flow.state);
    const response = await oauth.authorizationCodeGrantRequest(
      provider,
      client,
      authentication,
      callback,
      options.redirectUri,
      flow.verifier,
      http,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(provider, client, response, {
      expectedNonce: flow.nonce,
      requireIdToken: true,
    });
    // The call above does not verify the signature. The library caches the provider's keys for five minutes
    // and fetches them again for an unknown key.
    await oauth.validateApplicationLevelSignature(provider, response, http);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (!claims) throw new OidcError('refused', 'there is no ID token');
    // When the flow asked for reauthentication and the provider sends the optional `auth_time`, it must be at
    // most FRESH_SECONDS old.
    if (flow.again && claims.auth_time !== undefined && Date.now() / 1000 - claims.auth_time > FRESH_SECONDS)
      throw new OidcError('refused', 'the person was not authenticated again');
    return {
      issuer: claims.iss,
      sub: claims.sub,
      email: textOf(claims['email']),
      emailVerified: claims['email_verified'] === true,
      name: textOf(claims['name']),
    };
  };

  return {
    begin: (given) => begin(given).catch(rethrow),
    finish: (query, flow) => finish(query, flow).catch(rethrow),
  };
}

const textOf = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : null);

/** Sends one request with a size limit and a time limit for the whole response. Does not follow redirects. */
async function fetchWithin(
  url: string,
  init: oauth.CustomFetchOptions<string, URLSearchParams | undefined>,
): Promise<Response> {
  refuseInsideTransaction('the identity provider');
  const { body, method, headers } = init;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'user-agent': 'Prumo' },
      body: body ?? null,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    if (response.status >= 500)
      throw new OidcError('unreachable', `the provider answered ${response.status}`);
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > SIZE_LIMIT) throw new OidcError('refused', 'the answer is too large');
      chunks.push(chunk);
    }
    const { status, headers: answered } = response;
    return new Response(size > 0 ? Buffer.concat(chunks) : null, { status, headers: answered });
  } catch (error) {
    if (error instanceof OidcError) throw error;
    throw new OidcError('unreachable', `the provider did not answer: ${describe(error)}`);
  }
}

/** Error codes of a provider with a temporary failure (RFC 6749, 4.1.2.1). */
const PASSING = ['server_error', 'temporarily_unavailable'];

function rethrow(error: unknown): never {
  if (error instanceof OidcError) throw error;
  if (error instanceof oauth.AuthorizationResponseError) {
    if (error.error === 'access_denied') throw new OidcError('cancelled', 'the person cancelled');
    if (PASSING.includes(error.error)) throw new OidcError('unreachable', `the provider says ${error.error}`);
  }
  throw new OidcError('refused', `the provider's response failed validation: ${describe(error)}`);
}

/**
 * Returns the message of a library error, which quotes no token, unlike the error's other properties. Returns
 * only the name and a one-word code of any other error.
 */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const isOfLibrary = 'code' in error && String(error.code).startsWith('OAUTH_');
  const word = 'error' in error ? error.error : codeOf(error.cause);
  const said = typeof word === 'string' && /^\w{1,40}$/.test(word) ? ` (${word})` : '';
  return `${isOfLibrary ? error.message : error.name}${said}`;
}

/** Returns a network error code such as `ECONNREFUSED`, which fetch puts into the cause. */
const codeOf = (cause: unknown) => (cause instanceof Error && 'code' in cause ? cause.code : undefined);
