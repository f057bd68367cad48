import * as oauth from 'oauth4webapi';

export interface OidcClaims {
  issuer: string;
  sub: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

/** What to remember of a visit to the provider until the browser comes back from it. */
export interface OidcFlow {
  state: string;
  nonce: string;
  verifier: string;
  /** The provider was asked to make sure of the person again. */
  again: boolean;
}

export interface Oidc {
  /** Where to send the browser, and what to remember until it comes back. */
  begin(options?: { loginHint?: string; again?: boolean }): Promise<{ url: string; flow: OidcFlow }>;
  /** Checks the answer in the callback's query string against what was remembered. */
  finish(query: URLSearchParams, flow: OidcFlow): Promise<OidcClaims>;
}

/**
 * The person cancelled, the answer is not to be believed, or the provider is out of reach. Carries no error of the
 * library as its cause: those hold the tokens they complain about, and a cause reaches the log.
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
const METADATA_LIFE_MS = 60 * 60 * 1000;
const FRESH_SECONDS = 10 * 60;

/** Signs people in at an OpenID Connect provider. Only claims leave this file: tokens are read once and forgotten. */
export function openOidc(options: {
  /** Plain http is for loopback issuers only. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}): Oidc {
  const issuer = new URL(options.issuer);
  const isInsecure = issuer.protocol === 'http:' && isLoopback(issuer.hostname);
  if (issuer.protocol !== 'https:' && !isInsecure) throw new Error(`${issuer.href} must be reached by https`);

  const client: oauth.Client = { client_id: options.clientId };
  // In the body: the encoding asked of a secret in the header is one that providers disagree about.
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
    // Not part of the step before. The library keeps the keys for five minutes, and asks again for one it misses.
    await oauth.validateApplicationLevelSignature(provider, response, http);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (!claims) throw new OidcError('refused', 'there is no ID token');
    // Not every provider says when; one that does must mean now.
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

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

const textOf = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : null);

/** Asks once for all who wait, again after `life`, and at once after a failure. */
function remembered<T>(life: number, load: () => Promise<T>): () => Promise<T> {
  let known: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (known && Date.now() < known.until) return known.value;
    const asked = { value: load(), until: Date.now() + life };
    known = asked;
    asked.value.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.value;
  };
}

/** One request with a time limit over the whole answer and a limit to its size; redirects are not followed. */
async function fetchWithin(
  url: string,
  init: oauth.CustomFetchOptions<string, URLSearchParams | undefined>,
): Promise<Response> {
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

/** What the provider says of itself when it cannot serve for now (RFC 6749, 4.1.2.1). */
const PASSING = ['server_error', 'temporarily_unavailable'];

function rethrow(error: unknown): never {
  if (error instanceof OidcError) throw error;
  if (error instanceof oauth.AuthorizationResponseError) {
    if (error.error === 'access_denied') throw new OidcError('cancelled', 'the person cancelled');
    if (PASSING.includes(error.error)) throw new OidcError('unreachable', `the provider says ${error.error}`);
  }
  throw new OidcError('refused', `the answer is not to be believed: ${describe(error)}`);
}

/** The library's own sentences quote nothing; other messages may, and a provider's word must look like one. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const isOfLibrary = 'code' in error && String(error.code).startsWith('OAUTH_');
  const word = 'error' in error ? error.error : codeOf(error.cause);
  const said = typeof word === 'string' && /^\w{1,40}$/.test(word) ? ` (${word})` : '';
  return `${isOfLibrary ? error.message : error.name}${said}`;
}

/** `ECONNREFUSED` and its like, which fetch hides in the cause. */
const codeOf = (cause: unknown) => (cause instanceof Error && 'code' in cause ? cause.code : undefined);
