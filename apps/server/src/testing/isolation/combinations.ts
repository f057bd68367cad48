import type { RouteEntry } from '#platform/http/http.ts';
import { bodyOf, bodySaying } from './routes.ts';
import type { Target, Visitor, World } from './world.ts';

/** One call: a route, a person, the cookie of one of the person's sessions, and the headers of a page. */
export interface Combination {
  route: RouteEntry;
  visitor: Visitor;
  session: Visitor['sessions'][number];
  page: Page;
  isOvertaken: boolean;
}

interface Page {
  name: string;
  empresa: string | undefined;
}

/**
 * The combinations. A route that changes the person's own account is called by sessions that must be refused;
 * `isolation/probes.ts` calls it with live ones. The sign-in has no papel, so it is there too.
 */
export function combinationsOf(
  routes: readonly RouteEntry[],
  { a, b, c, d, visitors }: World,
): Combination[] {
  const pages: Page[] = [
    { name: 'A', empresa: a.id },
    { name: 'B', empresa: b.id },
    { name: 'C', empresa: c.id },
    { name: 'D', empresa: d.id },
    { name: 'no empresa', empresa: undefined },
    { name: 'a text that is no id', empresa: 'canario' },
    { name: 'A in upper case', empresa: a.id.toUpperCase() },
  ];
  const combinations: Combination[] = [];
  for (const route of routes)
    for (const visitor of visitors)
      for (const session of visitor.sessions)
        for (const page of pages)
          for (const isOvertaken of [false, true]) {
            const { auth, tenant, cost } = route.config;
            const isLive = session.last !== null && !isOvertaken;
            // The overtaken page of each session is a stale tab of another person, which one page proves.
            if (isOvertaken && page.empresa !== a.id) continue;
            const isOfPerson = !tenant && visitor.memberships.size > 0;
            const isHarmless =
              auth === 'session'
                ? route.method === 'GET' || !isLive || isAboutEmpresas(route)
                : cost === 'read';
            if (tenant || (isOfPerson && isHarmless))
              combinations.push({ route, visitor, session, page, isOvertaken });
          }
  return combinations;
}

/** Routes of the person that name an empresa. They must refuse one that the person has left or never joined. */
export const isAboutEmpresas = ({ method, url }: RouteEntry) =>
  method !== 'GET' && /^\/api\/(minhas-)?empresas/.test(url);

/**
 * The code in the query of a route of the person that reads several empresas: one of theirs. The answer may show it
 * only to a membro of that empresa.
 */
export const codeOf = ({ url }: RouteEntry, { canary }: Target): Record<string, string> =>
  url === '/api/minhas-empresas/estoque' ? { codigo: canary } : {};

/** Routes that change memberships, which every later answer depends on. `equipe.test.ts` calls them with success. */
export const changesMemberships = ({ method, url }: RouteEntry) =>
  method !== 'GET' && url.startsWith('/api/equipe');

/** True for a call that names rows of an empresa which it must not reach. */
export const mustFindNothing = (route: RouteEntry) =>
  (route.config.tenant && route.url.includes('/:')) || isAboutEmpresas(route);

/** One valid body for each empresa: with its canary in the texts, and with an id of its rows. */
export const bodiesOf = (route: RouteEntry, targets: readonly Target[]) =>
  new Map(
    targets.map(({ id, canary, ids }): [string, object | Buffer | undefined] => {
      if (route.config.file) return [id, Buffer.from(canary)];
      const names = isAboutEmpresas(route) ? [id] : ids;
      return [id, route.body && { ...bodyOf(route, names), ...textsOf(bodySaying(route, canary)) }];
    }),
  );

const textsOf = (body: object | undefined) =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== undefined));
