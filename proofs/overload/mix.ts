import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { isProduct } from '../../apps/server/src/testing/isolation/routes.ts';
import { requestOf, type Sender, type Site } from './requests.ts';

/** How many of twenty requests are list pages, searches, cards (summaries) and saves. */
const SHARES = { read: 12, search: 3, summary: 2, write: 3 };

/**
 * Builds a sequence of requests in the proportions of SHARES, as people send them on a working day. It cycles
 * through the routes of each kind and through the senders. The only saves are new marcas.
 */
export function workday(site: Site, senders: readonly Sender[]): string[] {
  const open = site.routes.filter(
    (route) => isProduct(route) && route.config.tenant && !route.url.includes('/:') && !route.config.fresh,
  );
  const reads = open.filter((route) => route.method === 'GET' && needsNothing(route));
  const routes: Record<keyof typeof SHARES, RouteEntry[]> = {
    read: reads.filter(({ config: { cost, searchable } }) => cost === 'read' && !searchable),
    search: reads.filter(({ config: { cost, searchable } }) => cost === 'search' || searchable),
    summary: reads.filter(({ config: { cost } }) => cost === 'summary'),
    write: open.filter(({ method, url }) => method === 'POST' && url === '/api/marcas'),
  };
  // A searchable list without a search term counts as a read. Such lists enter twice, so they are chosen more
  // often.
  const lists = routes.search.filter(({ config: { searchable } }) => searchable);
  routes.read.push(...lists, ...lists);
  const sequence = interleaved(SHARES);
  const count = senders.length * sequence.length;
  return Array.from({ length: count }, (_, n) => {
    const kind = sequence[n % sequence.length] as keyof typeof SHARES;
    const choices = routes[kind];
    const round = Math.floor(n / sequence.length) * SHARES[kind] + (n % sequence.length);
    const route = choices[round % choices.length] as RouteEntry;
    const sender = senders[(n * 7) % senders.length] as Sender;
    const asked = kind === 'read' ? { ...route, config: { ...route.config, searchable: undefined } } : route;
    return requestOf(site, asked as RouteEntry, sender, n).replace(/\?busca=[^ ]{20,}/, '?busca=filtro');
  });
}

/** Whether a route has no required query parameters. Other routes would answer 422 and cause no load. */
const needsNothing = ({ querystring }: RouteEntry) =>
  querystring === undefined || querystring.safeParse({}).success;

/** A sequence with each kind as often as `shares` states, spread evenly. */
function interleaved(shares: Record<string, number>): string[] {
  const total = Object.values(shares).reduce((sum, each) => sum + each, 0);
  return Object.entries(shares)
    .flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, n) => ({ kind, at: ((n + 0.5) * total) / count })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ kind }) => kind);
}
