import type { FastifyReply, FastifyRequest } from 'fastify';

/** `__Host-`: only over TLS, only from this very host, for every path. Lax, so that a link into the product works. */
export const SESSION_COOKIE = '__Host-prumo';
export const DEVICE_COOKIE = '__Host-prumo-dispositivo';
export const CHALLENGE_COOKIE = '__Host-prumo-etapa';
export const FLOW_COOKIE = '__Host-prumo-google';

type CookieName = typeof SESSION_COOKIE | typeof DEVICE_COOKIE | typeof CHALLENGE_COOKIE | typeof FLOW_COOKIE;

export function readCookie(request: FastifyRequest, name: CookieName): string | undefined {
  const pair = request.headers.cookie?.split(/; */).find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

export function setCookie(reply: FastifyReply, name: CookieName, value: string, maxAgeSeconds: number): void {
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Lax`,
  );
}

export const clearCookie = (reply: FastifyReply, name: CookieName) => setCookie(reply, name, '', 0);
