import { randomUUID } from 'node:crypto';
import type { RouteEntry } from '#platform/http/http.ts';
import type { Harness } from '#testing/harness.ts';
import { aSession, cookieOf } from '#testing/people.ts';
import { ALL_PAPEIS, mayDo, type Papel, type Verdict, verdictIn } from './model.ts';
import { bodyOf, isProduct } from './routes.ts';

/** How many papéis each route is tried with. */
type Extent = 'one papel per route' | 'every papel';

/**
 * Changes a membership while the server remembers it. The server has seen the person as a dono; then the papel changes,
 * the membership is removed, or the session ends. The very next call of each route must not succeed, and after a call
 * that reads, each route gives the exact refusal.
 */
export async function removalFindings(harness: Harness, extent: Extent) {
  const { app, sql, admin, anEmpresa, withCookie } = harness;
  const findings = new Set<string>();
  const routes = app.routeInventory.filter((each) => isProduct(each) && each.config.tenant);
  const owner = await anEmpresa();
  const { userId } = await anEmpresa();
  const { empresaId } = owner;
  let probes = 0;

  const become = (papel: Papel) =>
    sql(
      `insert into membros (empresa_id, user_id, papel) values ($1, $2, $3)
       on conflict (empresa_id, user_id) do update set papel = excluded.papel, saiu_em = null`,
      [empresaId, userId, papel],
    );

  async function tryRoute(route: RouteEntry, papel: Papel) {
    const label = `${route.method} ${route.url}`;
    await become('dono');
    const token = await aSession(admin, { userId, empresaId, email: '' });
    const client = withCookie(cookieOf(token));
    const headers = { 'x-empresa': empresaId, 'x-usuario': userId };
    const call = async () => {
      probes++;
      const isBare = route.method === 'GET' || route.method === 'DELETE';
      const body = route.config.file ? Buffer.from('canario') : bodyOf(route, [randomUUID()]);
      return client.send(
        route.method as 'GET',
        route.url.replaceAll(/:\w+/g, () => randomUUID()),
        isBare ? undefined : body,
        headers,
      );
    };
    const read = async () => {
      probes++;
      return client.send('GET', '/api/politica', undefined, headers);
    };
    const beSeen = async () => {
      const seen = await read();
      if (seen.statusCode !== 200) findings.add(`a dono does not reach the empresa: ${seen.body}`);
    };
    /** The first call may fail for its own reasons before it opens a transaction. It must not succeed. */
    const refused = async (after: string, verdict: Verdict) => {
      const first = await call();
      if (first.statusCode < 400 || first.statusCode >= 500)
        findings.add(`${label}: answers ${first.statusCode} right after ${after}`);
      const reading = await read();
      const second = await call();
      for (const { statusCode, payload } of [reading, second])
        if (verdictIn(statusCode, payload) !== verdict)
          findings.add(`${label}: answers ${statusCode} after ${after}, not ${verdict}`);
    };

    await beSeen();
    await become(papel);
    if (!mayDo(papel, route.config.right ?? '') && (await call()).statusCode < 400)
      findings.add(`${label}: succeeds for a dono who has become ${papel}`);
    await sql('update membros set saiu_em = now() where empresa_id = $1 and user_id = $2', [
      ...[empresaId, userId],
    ]);
    await refused('the removal', 'not_a_membro');
    await become(papel);
    await read();
    await sql('delete from auth.sessions where user_id = $1', [userId]);
    await refused('the end of the session', 'unauthenticated');
  }

  for (const [index, route] of routes.entries())
    for (const [number, papel] of ALL_PAPEIS.entries())
      if (extent === 'every papel' || number === index % ALL_PAPEIS.length) await tryRoute(route, papel);
  return { findings: [...findings], probes };
}
