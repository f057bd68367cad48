import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Access, Database } from './db.ts';

/** `__Host-`: only over TLS, only from this very host, for every path. */
export const SESSION_COOKIE = '__Host-prumo';

export interface Sessions {
  /** The session token of a Cookie header, if we signed it. */
  tokenOf(cookies: string | undefined): string | null;
  /** Which user and empresa a token stands for; `use_session` checks it again inside every transaction. */
  accessOf(token: string): Promise<Access | null>;
  forget(token: string): void;
}

const REMEMBERED = 10_000;

/**
 * The fast session check. What is remembered here is only a belief (this token works in that empresa), so that the
 * check can travel in the same round trip as the query: `use_session` refuses a session that ended meanwhile.
 */
export function openSessions(db: Database, secret: string): Sessions {
  const beliefs = new Map<string, Access>();
  return {
    tokenOf: (cookies) => verify(cookieValue(cookies), secret),
    async accessOf(token) {
      const known = beliefs.get(token);
      if (known) return known;
      const [row] = await db.global<{ user_id: string; empresa_id: string }>(
        'select user_id, empresa_id from session_of($1)',
        [token],
      );
      if (!row) return null;
      const access = { token, empresaId: row.empresa_id, userId: row.user_id };
      if (beliefs.size >= REMEMBERED) beliefs.clear();
      beliefs.set(token, access);
      return access;
    },
    forget: (token) => void beliefs.delete(token),
  };
}

function cookieValue(cookies: string | undefined): string | undefined {
  const pair = cookies?.split(/; */).find((each) => each.startsWith(`${SESSION_COOKIE}=`));
  return pair?.slice(SESSION_COOKIE.length + 1);
}

/** better-auth signs `token.base64(HMAC-SHA-256)` and percent-encodes it. */
function verify(value: string | undefined, secret: string): string | null {
  if (!value || value.length > 500) return null;
  const decoded = value.replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '=');
  const dot = decoded.lastIndexOf('.');
  if (dot < 1) return null;
  const token = decoded.slice(0, dot);
  const given = Buffer.from(decoded.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
