import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { EndpointConfig } from '@prumo/contract/endpoint.ts';
import fastify, { type FastifyInstance, type FastifyRequest, type RouteHandlerMethod } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type * as z from 'zod/mini';
import { site } from '#platform/admission/address.ts';
import { type Admission, openAdmission } from '#platform/admission/admission.ts';
import { watchPressure } from '#platform/admission/pressure.ts';
import { openRateLimits } from '#platform/admission/rate-limits.ts';
import { openShed } from '#platform/admission/shed.ts';
import type { Config } from '#platform/config.ts';
import type { Access, Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { addDoors, type Refused } from './doors.ts';
import type { Health } from './health.ts';
import { Json } from './json.ts';
import { DOCS_PATH, declareDocs } from './openapi.ts';
import { answerProblem, answerUnreadable, notFound, UNHOOKED_HEADERS } from './problems.ts';
import { addRequestContext } from './request-context.ts';
import { measureRequests } from './request-metrics.ts';
import type { Caller } from './session/session.queries.ts';
import type { Sessions } from './session/session.ts';
import type { SeveralDoors } from './several-doors.ts';
import { limitTime } from './time-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<EndpointConfig> {
    success?: number;
  }
  interface FastifyInstance {
    /** Every registered route with its declaration. The tests of every route read this list. */
    routeInventory: RouteEntry[];
  }
  interface FastifyReply {
    /** Whether the response stays open for as long as its reader does. */
    isStream: boolean;
  }
  interface FastifyRequest {
    /**
     * The hash of the session token, unchecked. Each transaction checks the session with its first statement.
     */
    sessionHash: string | null;
    /**
     * The signed-in person. Only session routes without `tenant` and those that are `fresh` or `twoStep` have
     * it.
     */
    caller: Caller;
    /** The running handler of an upload. Undefined before the handler starts. */
    handling: Promise<unknown> | undefined;
    /** The access of a request that was refused because the papel of its person lacks a right. */
    refused: Access | null;
    read<T>(work: (tx: TenantDb) => Promise<T | Json<T>>): Promise<T>;
    /**
     * Runs the change of this request. With an `Idempotency-Key` the change happens once, and a retry gets
     * the same response.
     */
    write<T>(work: (tx: TenantDb) => Promise<T>): Promise<T>;
    /** Runs a write that prepares the change. A retried request repeats it. */
    prepare<T>(work: (tx: TenantDb) => Promise<T>): Promise<T>;
    /** Only routes with `rightInEach` have it. */
    several: SeveralDoors;
    /** Returns the stored response to this request's `Idempotency-Key`, and undefined for a new key. */
    earlier<T>(tx: TenantDb): Promise<{ answer: T } | undefined>;
  }
}

export interface RouteEntry {
  method: string;
  url: string;
  config: Partial<EndpointConfig>;
  body: z.ZodMiniType | undefined;
  params: z.ZodMiniType | undefined;
  querystring: z.ZodMiniType | undefined;
  response: Readonly<Record<number, z.ZodMiniType>>;
}

/** `doors.ts`, `health.ts` and `openapi.ts` import this type, which makes an import cycle of types only. */
export type App = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  Log,
  ZodTypeProvider
>;

export interface HttpParts {
  config: Config;
  log: Log;
  db: Database;
  sessions: Sessions;
  explanations: Explanations;
  health: Health;
  /** Runs after the response to a request whose person lacks a right. */
  onRefused: (refused: Refused) => Promise<void>;
}

const REQUEST_TIMEOUT_MS = 15_000;
/** It exceeds the longest request, during which a connection may carry no bytes. */
const IDLE_CONNECTION_MS = 60_000;
const JSON_BODY_BYTES = 256 * 1024;
/** The interval at which the log reports the number of requests refused before routing. */
const REPORT_MS = 60_000;

/** Opens Fastify with the rules that apply to every route. `app.ts` adds the routes of the modules. */
export async function openHttp(parts: HttpParts): Promise<App> {
  const { config, log } = parts;
  const proxies = config.TRUST_PROXY?.split(',').map((each) => each.trim()) ?? [];
  const pressure = watchPressure(() => admission.takeWaitMs());
  const shed = openShed({ trusted: proxies, health: parts.health.answer, pressure });
  const admission: Admission = openAdmission(config.DATABASE_POOL, () => pressure.share, config.PATIENCE);
  const timeLimit = REQUEST_TIMEOUT_MS * config.PATIENCE;
  const limits = openRateLimits(config.RATE_LIMIT);
  const app: App = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    trustProxy: proxies.length > 0 ? proxies : false,
    bodyLimit: JSON_BODY_BYTES,
    serverFactory: (handler) =>
      shed.server(handler, {
        requestTimeout: timeLimit,
        connectionTimeout: IDLE_CONNECTION_MS * config.PATIENCE,
        keepAliveTimeout: 72_000,
      }),
    exposeHeadRoutes: false,
    // During shutdown, requests that are already running still get their responses.
    return503OnClosing: false,
    // The schema refuses a parameter that is too long, in Portuguese. The router's own refusal would be in
    // English.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    clientErrorHandler: answerUnreadable,
    // The router reports here an address that it cannot read, such as an absolute one with a fragment.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(UNHOOKED_HEADERS);
      answerProblem(notFound(), request, reply, parts.explanations);
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(writtenOr(serializerCompiler, config.NODE_ENV === 'production'));
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  app.decorate('routeInventory', []);
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(DOCS_PATH)) declareDocs(route);
    const { config: declared = {}, schema } = route;
    if (!declared.auth || declared.tenant === undefined || !declared.cost || !schema?.response)
      throw new Error(`${route.method} ${route.url} does not declare auth, tenant, cost and response`);
    if (declared.right === undefined || declared.tenant !== (declared.right !== null))
      throw new Error(`${route.method} ${route.url}: a route of an empresa, and no other, names a right`);
    if (declared.rightInEach && (declared.tenant || declared.auth !== 'session'))
      throw new Error(`${route.method} ${route.url}: only a route of a person enters several empresas`);
    if (declared.twoStep && (route.method === 'GET' || !declared.tenant))
      throw new Error(
        `${route.method} ${route.url}: two-step verification is demanded of changes in an empresa`,
      );
    if (declared.file && !declared.tenant)
      throw new Error(`${route.method} ${route.url}: only an empresa may upload a file`);
    const status = Number(Object.keys(schema.response as object)[0]);
    route.config = { ...declared, success: status };
    const { body, params, querystring, response } = schema as Pick<
      RouteEntry,
      'body' | 'params' | 'querystring' | 'response'
    >;
    const schemas = { body, params, querystring, response };
    app.routeInventory.push({ method: String(route.method), url: route.url, config: declared, ...schemas });
    if (declared.file) {
      route.bodyLimit = declared.file.maxBytes;
      route.handler = noted(route.handler);
    }
    if (asksAccounts(route.url, declared)) route.handler = admitted(route.handler, admission);
  });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  });
  const report = setInterval(() => {
    const refused = shed.takeRefused();
    if (refused > 0) log.warn({ refused }, 'requests refused: more in flight than can be served');
  }, REPORT_MS);
  report.unref();
  app.addHook('onClose', async () => {
    clearInterval(report);
    pressure.close();
    admission.close();
    stopMeasuring();
  });

  addRequestContext(app);
  const stopMeasuring = measureRequests(app, pressure);
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, parts.explanations));
  app.setNotFoundHandler((request, reply) => answerProblem(notFound(), request, reply, parts.explanations));
  app.addHook('onRequest', limitTime(timeLimit));
  app.addHook('onRequest', refuseForeignOrigin(new URL(config.PUBLIC_URL).origin));
  app.addHook('onRequest', async (request, reply) => {
    const { success } = request.routeOptions.config;
    if (success) reply.code(success);
    // The default policy allows nothing; `web.ts` and `openapi.ts` replace it for their pages.
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
    limits.takeNetwork(request.ip, request.routeOptions.config.cost ?? 'read');
  });
  addDoors(app, { ...parts, admission, limits });
  return app;
}

/**
 * Escapes the percent signs of a path that cannot be decoded, so that routing answers 404 or 422 in
 * Portuguese.
 */
function readableUrl(url: string): string {
  const [path = ''] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/**
 * Whether a route takes a place at the gate of accounts. Routes of one or several empresas take a place when
 * they reach rows. Notifications are written in batches. Sign-in has lanes in front of password hashing
 * (`passwords.ts`), in which known people do not wait behind strangers; a gate before the lanes would make
 * both wait together.
 */
const asksAccounts = (url: string, { tenant, rightInEach, cost }: Partial<EndpointConfig>) =>
  !tenant &&
  !rightInEach &&
  cost !== 'notification' &&
  cost !== 'sign-in' &&
  url.startsWith('/api/') &&
  !url.startsWith(DOCS_PATH);

/** Holds a place while the handler runs, because the pool of accounts has few connections. */
const admitted = (handler: RouteHandlerMethod, admission: Admission): RouteHandlerMethod =>
  function (this: FastifyInstance, request, reply) {
    const caller: Caller | undefined = request.caller;
    const who = caller?.userId ?? site(request.ip);
    return admission.account(who, async () => handler.call(this, request, reply));
  };

/** Notes the promise of the handler in the request, because an upload keeps its place until the handler ends. */
const noted = (handler: RouteHandlerMethod): RouteHandlerMethod =>
  function (this: FastifyInstance, request, reply) {
    request.handling = (async () => handler.call(this, request, reply))();
    return request.handling;
  };

/**
 * Sends the JSON of PostgreSQL unchanged. Outside production the JSON is first validated against the
 * contract.
 */
const writtenOr =
  (compile: typeof serializerCompiler, trusted: boolean): typeof serializerCompiler =>
  (route) => {
    const serialize = compile(route);
    return (data) =>
      data instanceof Json ? (trusted ? data.text : serialize(JSON.parse(data.text))) : serialize(data);
  };

/** Refuses writes from other origins, so that no form, link or script of another site can cause one. */
const refuseForeignOrigin = (origin: string) => async (request: FastifyRequest) => {
  if (request.method === 'GET' || request.method === 'HEAD' || request.is404) return;
  // Other systems send no cookie, so a foreign page cannot act as a signed-in person.
  if (request.routeOptions.config.auth === 'machine') return;
  if (request.headers.origin !== origin)
    throw new AppError('forbidden', 'Este pedido veio de outro endereço. Abra o Prumo e tente de novo.');
};
