import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { SESSION_COOKIE } from '#platform/http/session/cookies.ts';
import { httpAborted, httpShed } from '#platform/metrics/metrics.ts';
import { plainAddress, site } from './address.ts';
import { letsIn } from './pressure.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface ShedOptions {
  /** The proxies whose X-Forwarded-For header is trusted. */
  trusted: readonly string[];
  /**
   * The status of /healthz and /readyz, and undefined for every other path. These two paths bypass the limit.
   */
  health: (path: string) => Promise<200 | 503> | 200 | 503 | undefined;
  /**
   * The admission limit and the number of requests in flight. `look` takes a new sample when the last one is
   * older than SAMPLE_MS.
   */
  pressure: { readonly limit: number; inFlight: number; look(): void };
  /** The time for which a refusal counts after its response. Default: REFUSED_STAYS_MS. */
  refusedStaysMs?: number;
}

export interface Shed {
  server(handler: Handler, timeouts: Timeouts): Server;
  /** The number of requests refused since the last call. */
  takeRefused(): number;
}

interface Timeouts {
  requestTimeout: number;
  connectionTimeout: number;
  keepAliveTimeout: number;
}

const SECURITY = [
  ...['x-content-type-options', 'nosniff'],
  ...['referrer-policy', 'no-referrer'],
  ...['strict-transport-security', 'max-age=31536000; includeSubDomains'],
  ...['content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ...['cross-origin-opener-policy', 'same-origin'],
  ...['cache-control', 'no-store'],
];

const REFUSAL = answer(503, 'application/problem+json; charset=utf-8', {
  codigo: 'unavailable',
  mensagem: 'O sistema está muito ocupado. Espere alguns segundos e tente de novo.',
  pedido: '',
});
const HEALTH = {
  200: answer(200, 'application/json; charset=utf-8', { status: 'ok' }),
  503: REFUSAL,
};

/**
 * Refuses requests before Fastify sees them, when more are in flight than the process can serve. A refusal
 * here skips routing, hooks, logging and the session, because a server that spends its time on refusals
 * serves no requests.
 */
export function openShed({
  trusted,
  health,
  pressure,
  refusedStaysMs = REFUSED_STAYS_MS,
}: ShedOptions): Shed {
  const ofClient = new Map<string, number>();
  const ofNetwork = new Map<string, number>();
  const proxies = new Set(trusted.map(plainAddress));
  let refused = 0;
  const shedCount = httpShed({});
  const abortedCount = httpAborted({});

  const receive = (handler: Handler) => (request: IncomingMessage, response: ServerResponse) => {
    const status = request.method === 'GET' ? health(request.url ?? '') : undefined;
    if (status !== undefined) {
      if (typeof status === 'number') return send(response, HEALTH[status]);
      void status.then((known) => send(response, HEALTH[known]));
      return;
    }
    pressure.look();
    const network = networkOf(request, proxies);
    const client = clientOf(request) ?? network;
    const load = {
      ...{ inFlight: pressure.inFlight, limit: pressure.limit, clients: ofClient.size },
      ofClient: ofClient.get(client) ?? 0,
      ofNetwork: ofNetwork.get(network) ?? 0,
    };
    if (!letsIn(load)) {
      refused++;
      shedCount.inc();
      return send(response, REFUSAL);
    }
    pressure.inFlight++;
    ofClient.set(client, load.ofClient + 1);
    ofNetwork.set(network, load.ofNetwork + 1);
    const forgetClient = () => {
      subtract(ofClient, client);
      subtract(ofNetwork, network);
    };
    let isStreaming = false;
    const leave = () => {
      pressure.inFlight--;
      forgetClient();
    };
    // An answer that stays open for hours costs nothing between its events. It has limits of its own.
    response.once('streaming', () => {
      isStreaming = true;
      leave();
    });
    response.once('close', () => {
      if (isStreaming) return;
      if (!response.writableFinished) abortedCount.inc();
      if (!request.complete) discardRest(request);
      if (response.statusCode === 503) setTimeout(leave, refusedStaysMs).unref();
      else if (response.statusCode === 429) {
        pressure.inFlight--;
        setTimeout(forgetClient, refusedStaysMs).unref();
      } else leave();
    });
    handler(request, response);
  };

  return {
    server(handler, { requestTimeout, connectionTimeout, keepAliveTimeout }) {
      const listener = receive(handler);
      const timeouts = {
        ...{ requestTimeout, keepAliveTimeout },
        connectionsCheckingInterval: Math.min(CHECK_MS, requestTimeout || CHECK_MS),
      };
      const server = createServer(timeouts, (request, response) => {
        // A server that is shutting down waits for its connections, so it keeps none open for another
        // request.
        if (!server.listening) response.shouldKeepAlive = false;
        listener(request, response);
      });
      server.setTimeout(connectionTimeout);
      return server;
    },
    takeRefused() {
      const count = refused;
      refused = 0;
      return count;
    },
  };
}

/**
 * A request that Fastify or a gate refuses counts as in flight for this much longer. Such a refusal costs
 * several times as much as one at the listener, and it ends immediately. Without the delay, a flood would
 * pass the listener and spend the CPU on these refusals. A 429 counts only for its client, because an empresa
 * above its fair share must not reduce the capacity of the others.
 */
const REFUSED_STAYS_MS = 250;

/**
 * The interval at which Node looks for requests that exceed `requestTimeout`. It bounds the time for which a
 * client that sends its body slowly keeps a connection after its response.
 */
const CHECK_MS = 5000;

/** Stops collecting a body after its response was sent. Fastify would keep the received part in memory. */
function discardRest(request: IncomingMessage): void {
  request.removeAllListeners('data');
  request.resume();
}

interface Prepared {
  status: number;
  headers: readonly string[];
  body: string;
}

/** Serializes a response once, so that sending a refusal only copies bytes. */
function answer(status: number, type: string, body: object): Prepared {
  const text = Buffer.from(JSON.stringify(body)).toString('latin1');
  const headers = ['content-type', type, 'content-length', String(text.length), ...SECURITY];
  if (status === 503) headers.push('retry-after', '2');
  return { status, headers, body: text };
}

function send(response: ServerResponse, { status, headers, body }: Prepared): void {
  response.writeHead(status, headers as string[]);
  response.end(body, 'latin1');
}

function subtract(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}

/**
 * Returns the session token of the cookie without checking it; the session lookup checks it later. Invented
 * tokens do not pass for many clients, because their requests also count for their network.
 */
function clientOf({ rawHeaders }: IncomingMessage): string | undefined {
  const [cookie] = headersOf(rawHeaders, 'cookie');
  const from = cookie?.indexOf(`${SESSION_COOKIE}=`) ?? -1;
  if (cookie === undefined || from === -1) return undefined;
  const start = from + SESSION_COOKIE.length + 1;
  const end = cookie.indexOf(';', start);
  return cookie.slice(start, end === -1 ? undefined : end);
}

/**
 * Returns the site of the client: the last address of X-Forwarded-For that is not a trusted proxy. A proxy may
 * add a line of its own, so the header's lines count as one list. The function matches proxies by exact
 * address and not by range, because only the fair share depends on the result.
 */
function networkOf({ rawHeaders, socket }: IncomingMessage, proxies: ReadonlySet<string>): string {
  const direct = socket.remoteAddress ?? '';
  if (proxies.size === 0 || !proxies.has(plainAddress(direct))) return site(direct);
  const hops = headersOf(rawHeaders, 'x-forwarded-for').join(',').split(',');
  for (let n = hops.length - 1; n >= 0; n--) {
    const hop = hops[n]?.trim() ?? '';
    if (hop !== '' && !proxies.has(plainAddress(hop))) return site(hop);
  }
  return site(direct);
}

/** Reads one header without building the object of all headers, which would cost more than the refusal. */
function headersOf(rawHeaders: readonly string[], name: string): string[] {
  const lines: string[] = [];
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const each = rawHeaders[n];
    if (each?.length === name.length && each.toLowerCase() === name) lines.push(rawHeaders[n + 1] ?? '');
  }
  return lines;
}
