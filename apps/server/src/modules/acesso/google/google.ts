import type { ResultadoGoogle } from '@prumo/contract/google-resultado.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Acesso } from '#modules/acesso/acesso.ts';
import { AppError } from '#platform/errors.ts';
import { clearCookie, FLOW_COOKIE, readCookie, setCookie } from '#platform/http/session/cookies.ts';
import { type Oidc, type OidcClaims, OidcError } from '#platform/outside/oidc.ts';
import { hashToken, isToken, newToken } from '#platform/secrets/tokens.ts';
import { type FlowRow, insertFlow, type Purpose, takeFlow } from './flows.queries.ts';

const FLOW_SECONDS = 600;

/** Null when the installation has no Google credentials. The sign-in page then shows that. */
export type Google = Oidc | null;

/** Returns the address of Google's page for the browser. A cookie binds the response to this browser. */
export async function beginGoogle(
  { db, google }: Acesso & { google: Google },
  reply: FastifyReply,
  journey: { purpose: Purpose; sessionId: string | null; returnTo?: string | undefined; loginHint?: string },
): Promise<{ url: string }> {
  if (!google)
    throw new AppError(
      'not_found',
      'A entrada com Google não está configurada neste servidor. Entre com email e senha.',
    );
  const { url, flow } = await google
    .begin({
      again: journey.purpose === 'confirmar',
      ...(journey.loginHint && { loginHint: journey.loginHint }),
    })
    .catch((error: unknown) => {
      throw new AppError('upstream', 'O Google não respondeu. Tente de novo ou entre com email e senha.', {
        cause: error,
      });
    });
  const token = newToken('pro');
  await insertFlow(db, {
    tokenHash: hashToken(token),
    purpose: journey.purpose,
    sessionId: journey.sessionId,
    flow,
    returnTo: ownPath(journey.returnTo),
  });
  setCookie(reply, FLOW_COOKIE, token, FLOW_SECONDS);
  return { url };
}

/** The verified identity with its flow, or the reason for a refusal. */
type Return =
  | { journey: FlowRow; claims: OidcClaims }
  | { journey: FlowRow | null; refused: ResultadoGoogle; cause?: unknown };

export async function finishGoogle(
  { db, google }: Acesso & { google: Google },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Return> {
  const token = readCookie(request, FLOW_COOKIE);
  clearCookie(reply, FLOW_COOKIE);
  const journey = isToken('pro', token) ? await takeFlow(db, hashToken(token)) : undefined;
  if (!journey || !google) return { journey: null, refused: 'expirado' };
  const query = new URL(request.url, 'http://localhost').searchParams;
  try {
    return { journey, claims: await google.finish(query, journey.flow) };
  } catch (cause) {
    if (!(cause instanceof OidcError)) throw cause;
    return { journey, refused: cause.reason === 'cancelled' ? 'cancelado' : 'falhou', cause };
  }
}

/** Identifies a person by the issuer and the issuer's subject, never by the e-mail. */
export const accountIdOf = ({ issuer, sub }: OidcClaims) => `${issuer}|${sub}`;

/** Returns the path if it belongs to this site, and null otherwise. */
export function ownPath(path: string | undefined): string | null {
  if (!path?.startsWith('/') || path.startsWith('/auth')) return null;
  const base = 'http://site.invalid';
  const url = URL.parse(path, base);
  // The URL parser turns `/.//x` into `//x`, which a browser reads as another host.
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : null;
}
