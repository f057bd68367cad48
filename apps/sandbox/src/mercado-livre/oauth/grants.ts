import { randomBytes } from 'node:crypto';
import { DAY_MS } from '#mercado-livre/clock.ts';
import type { Application } from './application.ts';

const SIX_MONTHS_MS = 182 * DAY_MS;
const FOUR_MONTHS_MS = 121 * DAY_MS;

/** What an access token gives access to. */
export interface Access {
  clientId: string;
  userId: number;
  expiresAt: number;
}

/**
 * The grant of a seller to an application. There is at most one, because a new authorization replaces the old
 * one.
 */
interface Grant {
  clientId: string;
  userId: number;
  createdAt: number;
  scopes: readonly string[];
  /** Only the newest refresh token works, and only once. */
  refreshToken: string;
  refreshedAt: number;
  usedAt: number;
  /** The client secret with which the tokens were last issued. The grant ends when that secret ends. */
  secret: string;
}

export interface Grants {
  issue(application: Application, userId: number, secret: string, expiresIn: number): TokenAnswer;
  /** The owner of a refresh token, if it still works for this application. */
  redeem(application: Application, refreshToken: string): number | undefined;
  access(token: string): Access | undefined;
  /** Invalidates the access tokens issued so far. */
  dropAccess(clientId: string, userId: number): void;
  /** Revokes all grants of a seller, or only the one for an application. Returns how many. */
  revoke(userId: number, clientId?: string): number;
  /** Revokes all grants of an application. */
  revokeAll(clientId: string): number;
  expireAccess(userId: number): number;
  of(filter: { userId?: number; clientId?: string }): readonly Grant[];
}

interface TokenAnswer {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  scope: string;
  user_id: number;
  refresh_token?: string;
}

/** A new code or refresh token, which have the same form. */
export const ticket = (userId: number) => `TG-${randomBytes(12).toString('hex')}-${userId}`;

export function openGrants(now: () => number, issued: string[]): Grants {
  const grants = new Map<string, Grant>();
  const accesses = new Map<string, Access>();
  const keyOf = (clientId: string, userId: number) => `${clientId}/${userId}`;
  const all = () => [...grants.values()];
  const dropAccess = (clientId: string, userId: number) => {
    for (const [token, access] of accesses)
      if (access.clientId === clientId && access.userId === userId) accesses.delete(token);
  };
  const end = (ended: readonly Grant[]) => {
    for (const { clientId, userId } of ended) {
      grants.delete(keyOf(clientId, userId));
      dropAccess(clientId, userId);
    }
    return ended.length;
  };

  return {
    issue(application, userId, secret, expiresIn) {
      const { id: clientId, scopes } = application;
      const at = now();
      const hour = new Date(at).toISOString().slice(5, 13).replaceAll(/\D/g, '');
      const accessToken = `APP_USR-${clientId}-${hour}-${randomBytes(16).toString('hex')}-${userId}`;
      const refreshToken = ticket(userId);
      const before = grants.get(keyOf(clientId, userId));
      grants.set(keyOf(clientId, userId), {
        clientId,
        userId,
        createdAt: before?.createdAt ?? at,
        scopes,
        refreshToken,
        refreshedAt: at,
        usedAt: at,
        secret,
      });
      accesses.set(accessToken, { clientId, userId, expiresAt: at + expiresIn * 1000 });
      issued.push(accessToken);
      const isOffline = scopes.includes('offline_access');
      if (isOffline) issued.push(refreshToken);
      return {
        access_token: accessToken,
        token_type: 'bearer',
        expires_in: expiresIn,
        scope: scopes.join(' '),
        user_id: userId,
        ...(isOffline && { refresh_token: refreshToken }),
      };
    },
    redeem(application, refreshToken) {
      const grant = all().find((each) => each.refreshToken === refreshToken);
      if (!grant || grant.clientId !== application.id || !grant.scopes.includes('offline_access')) return;
      const at = now();
      const isSecretGone = !application.segredos.some(
        ({ segredo, ate }) => segredo === grant.secret && at < ate,
      );
      if (at - grant.refreshedAt > SIX_MONTHS_MS || at - grant.usedAt > FOUR_MONTHS_MS || isSecretGone)
        return;
      // Uses up the token immediately, so that the second of two concurrent requests fails.
      grant.refreshToken = '';
      return grant.userId;
    },
    access(token) {
      const access = accesses.get(token);
      if (!access) return;
      if (now() >= access.expiresAt) return;
      const grant = grants.get(keyOf(access.clientId, access.userId));
      if (grant) grant.usedAt = now();
      return access;
    },
    dropAccess,
    revoke: (userId, clientId) =>
      end(
        all().filter(
          (each) => each.userId === userId && (clientId === undefined || each.clientId === clientId),
        ),
      ),
    revokeAll: (clientId) => end(all().filter((each) => each.clientId === clientId)),
    expireAccess(userId) {
      const live = [...accesses.values()].filter((each) => each.userId === userId && each.expiresAt > now());
      for (const access of live) access.expiresAt = now();
      return live.length;
    },
    of: ({ userId, clientId }) =>
      all().filter(
        (each) =>
          (userId === undefined || each.userId === userId) &&
          (clientId === undefined || each.clientId === clientId),
      ),
  };
}
