import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { bodyOf, isProduct, queryOf } from '../../apps/server/src/testing/isolation/routes.ts';

/** A signed-in person who sends requests. */
export interface Sender {
  cookie: string;
  /** The client address in X-Forwarded-For. */
  address: string;
}

export interface Site {
  /** The Origin header that a browser sends from the product's own pages. */
  origin: string;
  routes: readonly RouteEntry[];
  /**
   * Ids of rows of the flooding empresa. A key is `noun.column`, the label of a route that takes the id in
   * its body, or '' for any id.
   */
  ids: ReadonlyMap<string, readonly string[]>;
  /** A picture of noise, which is expensive to re-encode. */
  picture: Buffer;
  /** The body of a notification about a connected seller, without its `resource`. */
  notification: object;
}

/** As many two-letter words as a search accepts: the most expensive search. */
const WORDS = encodeURIComponent(
  Array.from({ length: 33 }, (_, n) => String.fromCharCode(97 + (n % 26), 97 + ((n * 7) % 26)))
    .join(' ')
    .slice(0, 100),
);

export const labelOf = ({ method, url }: RouteEntry) => `${method} ${url}`;

const nounOf = ({ url }: RouteEntry) => url.split('/')[2] ?? '';

/**
 * Groups the routes by kind of request. The kind follows from what a route declares, so a new route needs no
 * entry here. A kind is a cost class and a noun. All writes of registers form one kind, and so do all
 * searches. Writes come last, and those that undo others at the very end, because they delete the rows that
 * the other kinds ask for.
 */
export function kindsOf(routes: readonly RouteEntry[]): Map<string, RouteEntry[]> {
  const registers = new Set(routes.filter(({ url }) => url.endsWith('/lixeira')).map(nounOf));
  const kinds = new Map<string, RouteEntry[]>();
  for (const route of routes) {
    if (!isProduct(route) || !route.url.startsWith('/api/') || changesOwnAccount(route)) continue;
    const kind = kindOf(route, registers);
    kinds.set(kind, [...(kinds.get(kind) ?? []), route]);
  }
  const place = (kind: string) => (kind === 'write: historico' ? 2 : kind.startsWith('write') ? 1 : 0);
  return new Map([...kinds].toSorted(([one], [other]) => place(one) - place(other)));
}

function kindOf(route: RouteEntry, registers: ReadonlySet<string>): string {
  const { cost = 'read', searchable, file } = route.config;
  const noun = nounOf(route);
  if (file) return 'uploads';
  if (cost === 'search' || searchable) return 'search';
  if (cost === 'read' || cost === 'sign-in' || cost === 'notification') return cost;
  return `${cost}: ${registers.has(noun) && cost === 'write' ? 'registers' : noun}`;
}

/** Whether the route may end the sender's own session or remove its two-step verification. */
const changesOwnAccount = ({ method, config: { auth, tenant } }: RouteEntry) =>
  auth === 'session' && !tenant && method !== 'GET';

/** The requests of a kind. Consecutive requests use the next route and the next sender. */
export function requestsOf(site: Site, kind: readonly RouteEntry[], senders: readonly Sender[]): string[] {
  const count = Math.max(kind.length, senders.length) * 4;
  return Array.from({ length: count }, (_, n) => {
    const route = kind[n % kind.length] as RouteEntry;
    return requestOf(site, route, senders[n % senders.length] as Sender, n);
  });
}

export function requestOf(site: Site, route: RouteEntry, sender: Sender, n: number): string {
  const { method, config } = route;
  const path = pathOf(site, route, n);
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-Forwarded-For: ${sender.address}`,
    ...(config.auth === 'session' ? [`Cookie: ${sender.cookie}`] : []),
    ...(method === 'GET' ? [] : [`Origin: ${site.origin}`]),
  ];
  const body = method === 'GET' || method === 'DELETE' ? undefined : payloadOf(site, route, n);
  if (body === undefined) return `${headers.join('\r\n')}\r\n\r\n`;
  const type = config.file ? 'application/octet-stream' : 'application/json';
  headers.push(`Content-Type: ${type}`, `Content-Length: ${body.length}`);
  return `${headers.join('\r\n')}\r\n\r\n${body.toString('latin1')}`;
}

function pathOf({ ids }: Site, route: RouteEntry, n: number): string {
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => {
    // A new CEP each time, so that neither a public service nor the product answers from a cache.
    if (name === 'cep') return String(10_000_000 + ((n * 7919) % 80_000_000));
    if (name === 'cnpj') return '00000000000191';
    if (name === 'marketplace') return 'mercado-livre';
    const known = ids.get(`${nounOf(route)}.${name}`) ?? ids.get('') ?? [];
    return known[n % known.length] ?? '';
  });
  if (route.method !== 'GET') return path;
  const { cost, searchable } = route.config;
  const isNarrowed = searchable || cost === 'search' || cost === 'summary';
  const known = ids.get('') ?? [];
  const query = queryOf(route, [known[n % known.length] ?? '']).toString();
  return `${path}?${isNarrowed ? `busca=${n % 2 === 0 ? WORDS : 'o'}&` : ''}${query}`;
}

function payloadOf({ ids, picture, notification }: Site, route: RouteEntry, n: number): Buffer | undefined {
  if (route.config.file) return picture;
  if (route.config.cost === 'notification')
    return Buffer.from(JSON.stringify({ ...notification, resource: `/orders/${2_000_000_000 + n}` }));
  const known = ids.get(labelOf(route)) ?? ids.get(`${nounOf(route)}.id`) ?? ids.get('') ?? [];
  const body = bodyOf(route, [known[n % known.length] ?? '']);
  return body && Buffer.from(JSON.stringify(body));
}
