import type { FastifyRequest } from 'fastify';
import { DEVICE_COOKIE, readCookie } from '#platform/http/session/cookies.ts';
import { hashToken, isToken } from '#platform/secrets/tokens.ts';

/** The origin of a request, for limits and for the account's events. */
export interface Origin {
  address: string;
  userAgent: string | null;
  /** The hash of the browser's device cookie. Null when the browser has none. */
  deviceHash: string | null;
}

export function originOf(request: FastifyRequest): Origin {
  const device = readCookie(request, DEVICE_COOKIE);
  return {
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
    deviceHash: isToken('prd', device) ? hashToken(device) : null,
  };
}
