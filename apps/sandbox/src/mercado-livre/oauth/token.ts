import { createHash } from 'node:crypto';
import { hasRepeated } from '#http.ts';
import { refuse } from '#mercado-livre/errors.ts';
import type { World } from '#mercado-livre/world.ts';
import { type Application, isSecretOf } from './application.ts';
import type { Authorization, Codes } from './authorize.ts';

const CODE_LIFE_MS = 600_000;

/** Answers `POST /oauth/token`. */
export async function exchangeToken(world: World, codes: Codes, request: Request): Promise<Response> {
  const form = await readForm(request);
  if (form instanceof Response) return form;
  const missing = ['grant_type', 'client_id', 'client_secret'].find((name) => !form.get(name));
  if (missing !== undefined) return required(missing);
  const application = world.applications.get(form.get('client_id') ?? '');
  const secret = form.get('client_secret') ?? '';
  if (!application || !isSecretOf(application, secret, world.clock.now()))
    return refuse(400, 'invalid_client', 'invalid client_id or client_secret');
  if (application.bloqueada) return refuse(400, 'unauthorized_application', 'the application is blocked');
  const limited = world.limits.check(application, 'POST /oauth/token');
  if (limited) return limited;

  const grantType = form.get('grant_type');
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
    return refuse(400, 'unsupported_grant_type', 'the grant_type is not supported');
  const userId =
    grantType === 'authorization_code'
      ? redeemCode(world, codes, application, form)
      : redeemRefreshToken(world, application, form);
  if (userId instanceof Response) return userId;
  if (world.sellers.find(userId)?.features.has('dados_pendentes')) return invalidGrant();
  if (grantType === 'refresh_token' && world.settings.accessMorreNoRefresh)
    world.grants.dropAccess(application.id, userId);
  const answer = world.grants.issue(application, userId, secret, world.settings.expiresIn);
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
}

/** Reads the parameters. They must be only in the body, each once. */
async function readForm(request: Request): Promise<URLSearchParams | Response> {
  if (new URL(request.url).search !== '')
    return refuse(400, 'invalid_request', 'the parameters must be sent in the body');
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    return refuse(400, 'invalid_request', 'the content type must be application/x-www-form-urlencoded');
  const form = new URLSearchParams(await request.text());
  return hasRepeated(form) ? refuse(400, 'invalid_request', 'a parameter was sent more than once') : form;
}

function redeemCode(
  world: World,
  codes: Codes,
  application: Application,
  form: URLSearchParams,
): number | Response {
  const missing = ['code', 'redirect_uri'].find((name) => !form.get(name));
  if (missing !== undefined) return required(missing);
  const code = form.get('code') ?? '';
  const authorization = codes.get(code);
  // Any attempt uses up the code, even a failed one.
  codes.delete(code);
  if (application.pkce && !form.get('code_verifier')) return required('code_verifier');
  if (!authorization || authorization.clientId !== application.id) return invalidGrant();
  const isLate = world.clock.now() - authorization.issuedAt > CODE_LIFE_MS;
  const isElsewhere = form.get('redirect_uri') !== authorization.redirectUri;
  if (isLate || isElsewhere || !isProven(application, authorization, form.get('code_verifier') ?? ''))
    return invalidGrant();
  return authorization.userId;
}

/** Verifies PKCE. A challenge that was sent counts even if the application does not require PKCE. */
function isProven({ pkce }: Application, { challenge }: Authorization, verifier: string): boolean {
  if (challenge === '') return !pkce && verifier === '';
  return (
    /^[\w.~-]{43,128}$/.test(verifier) &&
    createHash('sha256').update(verifier).digest('base64url') === challenge
  );
}

function redeemRefreshToken(
  world: World,
  application: Application,
  form: URLSearchParams,
): number | Response {
  const refreshToken = form.get('refresh_token');
  if (!refreshToken) return required('refresh_token');
  return world.grants.redeem(application, refreshToken) ?? invalidGrant();
}

const required = (name: string) => refuse(400, 'invalid_request', `${name} is a required parameter`);

const invalidGrant = () =>
  refuse(
    400,
    'invalid_grant',
    'Error validating grant. Your authorization code or refresh token may be expired or it was already used',
  );
