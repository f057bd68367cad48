import type { RouteEntry } from '#platform/http/http.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import type { Client, Harness } from '#testing/harness.ts';
import { cookieOf } from '#testing/people.ts';
import { bodyOf, fingerprint, idsOf, isProduct, queryOf } from './routes.ts';

/**
 * One of this many costly probes is sent. A probe is costly because a sign-in hashes a password, an upload
 * starts a process, and some probes need a new person.
 */
const COSTLY = 100;
const AT_ONCE = 8;

interface Rich {
  empresaId: string;
  canary: string;
  token: string;
}

/**
 * Calls every route at random, without a session, with a forged token, and as a person of empresa B. The ids
 * and texts of empresa A are in the path, the query, the body and the headers. A finding is a text of A in an
 * answer, a changed row of A, or a success where the server must refuse.
 */
export async function probeFindings(
  harness: Harness,
  a: Rich,
  count: number,
): Promise<{ findings: string[]; probes: number; routes: number }> {
  const { app, sql, anEmpresa, withCookie, stranger } = harness;
  const routes = app.routeInventory.filter(isProduct);
  const ids = await idsOf(sql, a.empresaId);
  const before = await fingerprint(sql, a.empresaId);
  const findings = new Set<string>();
  const own = cookieOf(a.token);
  const outsiders: Record<string, Client> = {
    'a caller without a session': stranger(),
    'a cut token': withCookie(own.slice(0, -5)),
    'the hash for the token': withCookie(cookieOf(hashToken(a.token))),
    'a token of no session': withCookie(cookieOf(newToken('prs'))),
  };
  let b = await anEmpresa();
  let sent = 0;

  async function probe(route: RouteEntry): Promise<void> {
    const id = pick(ids);
    const label = `${route.method} ${route.url}`;
    const [who, client] = Math.random() < 0.4 ? pick(Object.entries(outsiders)) : (['B', b] as const);
    const response = await (who === 'B' && changesOwnAccount(route) ? await anEmpresa() : client).send(
      route.method as 'GET',
      pathOf(route, id),
      payloadOf(route),
      Math.random() < 0.3 ? { 'idempotency-key': pick(ids) } : {},
    );
    sent++;
    const { statusCode } = response;
    if (`${response.payload}${JSON.stringify(response.headers)}`.includes(a.canary))
      findings.add(`${label}: shows a byte of A to ${who}`);
    if (statusCode >= 500) findings.add(`${label}: answers ${statusCode} to ${who}`);
    if (route.config.auth === 'session') {
      if (who !== 'B' && statusCode !== 401) findings.add(`${label}: answers ${statusCode} to ${who}`);
      if (who === 'B' && route.url.includes('/:') && statusCode < 400)
        findings.add(`${label}: answers ${statusCode} to B for a row of A`);
    }
  }

  function pathOf(route: RouteEntry, id: string): string {
    const path = route.url.replaceAll(/:\w+/g, id);
    if (route.method !== 'GET') return path;
    const cursor = JSON.stringify(['-created_at', 'depois', '9999-01-01T00:00:00Z', id, 1]);
    const query = pick([
      {},
      { busca: a.canary },
      { busca: a.canary.slice(0, 2), limite: '100' },
      { cursor: id },
      { cursor: Buffer.from(cursor).toString('base64url'), limite: '100' },
      { empresa_id: a.empresaId, id },
    ]);
    return `${path}?${new URLSearchParams({ ...Object.fromEntries(queryOf(route, [id])), ...query })}`;
  }

  function payloadOf(route: RouteEntry): object | Buffer | undefined {
    if (route.method === 'GET' || route.method === 'DELETE') return undefined;
    if (route.config.file) return Buffer.from(a.canary);
    const body = bodyOf(route, [pick(ids)]);
    return body && Math.random() < 0.3 ? { ...body, empresa_id: a.empresaId } : body;
  }

  const loop = async () => {
    while (sent < count) {
      const route = pick(routes);
      const costly = route.config.cost === 'sign-in' || route.config.cost === 'heavy';
      if (!(costly || changesOwnAccount(route)) || Math.random() < 1 / COSTLY) await probe(route);
      // Replaces B at intervals, so that its own rows do not accumulate.
      if (sent % 5000 === 0) b = await anEmpresa();
    }
  };
  // Every route is probed at least once.
  for (const route of routes) await probe(route);
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  if ((await fingerprint(sql, a.empresaId)) !== before) findings.add('a probe changed a row of A');
  return { findings: [...findings], probes: sent, routes: routes.length };
}

/** True for a call that may end the session of B or replace its token. Each such call uses a new person. */
const changesOwnAccount = ({ method, config }: RouteEntry) => method !== 'GET' && !config.tenant;

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T;
}
