import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * `__Host-` binds a cookie to TLS, this host and every path. `setCookie` uses SameSite=Lax, so that links
 * into the product work.
 */
export const SESSION_COOKIE = '__Host-prumo';
export const DEVICE_COOKIE = '__Host-prumo-dispositivo';
export const CHALLENGE_COOKIE = '__Host-prumo-etapa';
export const FLOW_COOKIE = '__Host-prumo-google';

type CookieName = typeof SESSION_COOKIE | typeof DEVICE_COOKIE | typeof CHALLENGE_COOKIE | typeof FLOW_COOKIE;

export const readCookie = (request: FastifyRequest, name: CookieName): string | undefined =>
  parseCookie(request.headers.cookie ?? '')[name];

export function setCookie(reply: FastifyReply, name: CookieName, value: string, maxAgeSeconds: number): void {
  const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const;
  reply.header('set-cookie', stringifySetCookie({ name, value, maxAge: maxAgeSeconds, ...attributes }));
}

export const clearCookie = (reply: FastifyReply, name: CookieName) => setCookie(reply, name, '', 0);
