import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { ORIGIN } from '../../apps/server/src/testing/harness.ts';
import { bodyOf, isProduct } from '../../apps/server/src/testing/isolation/routes.ts';

/** A signed-in operator of an empresa. */
export interface Operator {
  empresaId: string;
  cookie: string;
}

interface Answer {
  status: number;
  text: string;
}

/** Sends one request; with `abortAfterMs` the client disconnects before the answer. */
export async function send(
  url: string,
  { cookie }: { cookie: string },
  request: { method: string; path: string; body?: object | undefined; abortAfterMs?: number | undefined },
): Promise<Answer | 'aborted'> {
  const { method, path, body, abortAfterMs } = request;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, origin: ORIGIN, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(abortAfterMs !== undefined && { signal: AbortSignal.timeout(abortAfterMs) }),
      redirect: 'manual',
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (abortAfterMs !== undefined) return 'aborted';
    throw error;
  }
}

/** The routes that read or write rows of an empresa, except uploads of files. */
export const tenantRoutes = (routes: readonly RouteEntry[]) =>
  routes.filter((route) => isProduct(route) && route.config.tenant && !route.config.file);

/** A random request that fails late: after its transaction has begun and before the answer. */
export function hostileOf(route: RouteEntry, id: string, random: () => number) {
  const path = route.url.replaceAll(/:\w+/g, id);
  const query =
    route.method === 'GET'
      ? `?${pick(['', 'cursor=x', 'cursor=bnVsbA&limite=100', 'grupo=todos&cursor=x', 'busca=%00', 'ordem=nome&cursor=eA'], random)}`
      : '';
  const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : bodyOf(route, [id]);
  const abortAfterMs = random() < 0.3 ? Math.floor(random() * 8) + 1 : undefined;
  return { method: route.method, path: path + query, body, abortAfterMs };
}

export const pick = <T>(from: readonly T[], random: () => number): T =>
  from[Math.floor(random() * from.length)] as T;

/** Saves a marca as a neighbour, lists the marcas, and returns what is wrong with the two answers. */
export async function neighbourFindings(url: string, operator: Operator, n: number): Promise<string[]> {
  const nome = `marca ${n} de ${operator.empresaId}`;
  const saved = await send(url, operator, {
    method: 'POST',
    path: '/api/marcas',
    body: { nome, descricao: null, logo_url: null },
  });
  const listed = await send(url, operator, { method: 'GET', path: '/api/marcas?limite=100' });
  if (saved === 'aborted' || listed === 'aborted') return ['a request was aborted'];
  const findings: string[] = [];
  if (saved.status !== 201) findings.push(`a save was answered ${saved.status}: ${saved.text.slice(0, 120)}`);
  if (listed.status !== 200)
    findings.push(`a list was answered ${listed.status}: ${listed.text.slice(0, 120)}`);
  for (const [, other] of listed.text.matchAll(/marca \d+ de ([0-9a-f-]{36})/g))
    if (other !== operator.empresaId) findings.push(`a list shows a marca of ${other}`);
  return findings;
}
