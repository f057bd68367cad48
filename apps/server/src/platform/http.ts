import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { EndpointConfig } from '@prumo/contract/endpoint.ts';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type * as z from 'zod/mini';
import { network } from './address.ts';
import type { Config } from './config.ts';
import type { Database } from './db.ts';
import { addDoors } from './doors.ts';
import { AppError, type Explanations, unavailable } from './errors.ts';
import { Json } from './json.ts';
import type { Log } from './log.ts';
import { DOCS_PATH, declareDocs } from './openapi.ts';
import { answerProblem, notFound } from './problems.ts';
import type { Caller, Sessions } from './session.ts';
import type { TenantDb } from './tenant-db.ts';

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<EndpointConfig> {
    success?: number;
  }
  interface FastifyInstance {
    /** Every registered route with what it declares; the isolation test walks it. */
    routeInventory: RouteEntry[];
  }
  interface FastifyRequest {
    /** Whether the session still lives is asked when its rows are touched. */
    sessionHash: string | null;
    /** Who asks, on routes that are about the person and no empresa, and on those that are `fresh` or `twoStep`. */
    caller: Caller;
    read<T>(work: (tx: TenantDb) => Promise<T | Json<T>>): Promise<T>;
    /** The request's change: with an `Idempotency-Key` it happens once, and a repetition gets the same answer. */
    write<T>(work: (tx: TenantDb) => Promise<T>): Promise<T>;
    /** A write before the change itself, which may happen again when the request is repeated. */
    prepare<T>(work: (tx: TenantDb) => Promise<T>): Promise<T>;
  }
}

export interface RouteEntry {
  method: string;
  url: string;
  config: Partial<EndpointConfig>;
  body: z.ZodMiniType | undefined;
}

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
}

const REQUEST_TIMEOUT_MS = 15_000;
const JSON_BODY_BYTES = 256 * 1024;
/**
 * Share of RATE_LIMIT that each kind of call may use, per address and minute. Sign-in has limits of its own, which know
 * accounts and devices; here it only must not flood.
 */
const COST_SHARE = { read: 1, write: 0.5, heavy: 0.1, 'sign-in': 0.5, notification: 100 } as const;

/** Fastify with everything that holds for every route; modules add theirs in `app.ts`. */
export async function openHttp(parts: HttpParts): Promise<App> {
  const { config, log } = parts;
  const app: App = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY?.split(',') ?? false,
    bodyLimit: JSON_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    exposeHeadRoutes: false,
    // A request that is already running is answered during shutdown.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: false },
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
    const status = Number(Object.keys(schema.response as object)[0]);
    route.config = { ...declared, success: status };
    const body = schema.body as z.ZodMiniType | undefined;
    app.routeInventory.push({ method: String(route.method), url: route.url, config: declared, body });
    if (declared.file) route.bodyLimit = declared.file.maxBytes;
    if (config.RATE_LIMIT > 0)
      route.config.rateLimit = {
        keyGenerator: ({ ip }: FastifyRequest) => network(ip),
        max: Math.ceil(config.RATE_LIMIT * COST_SHARE[declared.cost]),
        timeWindow: 60_000,
        groupId: declared.cost,
      };
  });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError(
        'limited',
        `Muitos pedidos em pouco tempo. Tente de novo em ${Math.ceil(ttl / 1000)} segundos.`,
      ),
  });
  // With the limits off, in tests and proofs, a busy machine makes it slow and nothing else.
  if (config.RATE_LIMIT > 0)
    await app.register(underPressure, {
      maxEventLoopDelay: 2000,
      pressureHandler: () => {
        throw unavailable();
      },
    });

  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, parts.explanations));
  app.setNotFoundHandler((request, reply) => answerProblem(notFound(), request, reply, parts.explanations));
  app.addHook('onRequest', refuseForeignOrigin(new URL(config.PUBLIC_URL).origin));
  app.addHook('onRequest', async (request, reply) => {
    const { success } = request.routeOptions.config;
    if (success) reply.code(success);
    // Closed; a page opens it as far as it needs.
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });
  addDoors(app, parts);
  return app;
}

/** JSON from the database goes out as it is; outside production it is first held against its contract. */
const writtenOr =
  (compile: typeof serializerCompiler, trusted: boolean): typeof serializerCompiler =>
  (route) => {
    const serialize = compile(route);
    return (data) =>
      data instanceof Json ? (trusted ? data.text : serialize(JSON.parse(data.text))) : serialize(data);
  };

/** A write comes from our own pages only: no form, link or script of another site can make one. */
const refuseForeignOrigin = (origin: string) => async (request: FastifyRequest) => {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  // Another system has no pages and no cookie to abuse.
  if (request.routeOptions.config.auth === 'machine') return;
  if (request.headers.origin !== origin)
    throw new AppError('forbidden', 'Este pedido veio de outro endereço. Abra o Prumo e tente de novo.');
};
