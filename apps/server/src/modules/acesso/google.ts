import type { ResultadoGoogle } from '@prumo/contract/google.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, FLOW_COOKIE, readCookie, setCookie } from '#platform/cookies.ts';
import { AppError } from '#platform/errors.ts';
import { type Oidc, type OidcClaims, OidcError } from '#platform/oidc.ts';
import { hashToken, isToken, newToken } from '#platform/tokens.ts';
import type { Acesso } from './acesso.ts';
import { type FlowRow, insertFlow, type Purpose, takeFlow } from './flows.queries.ts';

const FLOW_SECONDS = 600;

/** Null without credentials: the button then says so. */
export type Google = Oidc | null;

/** The address to send the browser to; a cookie binds the answer to this very browser. */
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

/** Who came back, and on which journey; or why nobody is to be believed. */
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

/** Who somebody is at a provider: the issuer and its own name for them, never the e-mail. */
export const accountIdOf = ({ issuer, sub }: OidcClaims) => `${issuer}|${sub}`;

/** Back into the product, to a path of our own only. */
export function ownPath(path: string | undefined): string | null {
  if (!path?.startsWith('/') || path.startsWith('/auth')) return null;
  const base = 'http://site.invalid';
  const url = URL.parse(path, base);
  // `/.//x` comes out as `//x`, which a browser reads as another host.
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : null;
}
