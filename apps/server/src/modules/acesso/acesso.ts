import type { FastifyRequest } from 'fastify';
import { DEVICE_COOKIE, readCookie } from '#platform/cookies.ts';
import type { IdentityDb } from '#platform/identity-db.ts';
import type { Passwords } from '#platform/passwords.ts';
import { hashToken, isToken } from '#platform/tokens.ts';
import type { Vault } from '#platform/vault.ts';
import type { Limits } from './limits.ts';

/** What every question about who somebody is needs. */
export interface Acesso {
  db: IdentityDb;
  limits: Limits;
  passwords: Passwords;
  vault: Vault;
  /** Tells the worker that an e-mail waits in `auth.emails`; a lost call is made up for every few minutes. */
  sendEmail(id: string): Promise<void>;
}

/** Where a request comes from, for limits and for the account's record of events. */
export interface Origin {
  address: string;
  userAgent: string | null;
  /** The browser, if it has been here before. */
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
