import { once as emitted } from 'node:events';
import { DIREITO_DO_CAMPO } from '@prumo/contract/papeis.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { site } from '#platform/admission/address.ts';
import type { Admission, Cost } from '#platform/admission/admission.ts';
import type { Access } from '#platform/db/db.ts';
import { maySee } from '#platform/db/field-rights.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { confirmIdentity, unauthenticated, withoutRightOfField } from '#platform/errors.ts';
import { noteInContext } from '#platform/log-context.ts';
import type { App } from './http.ts';
import {
  earlierAnswer,
  type IdempotencyKeys,
  idempotencyKeyOf,
  idempotencyKeysOf,
  once,
} from './idempotency/idempotency.ts';
import type { Json } from './json.ts';
import {
  accessTo,
  type DoorParts,
  empresaOf,
  guarded,
  isMeantForAnother,
  type Lookup,
  STATEMENT_MS,
} from './session/access.ts';
import type { Caller } from './session/session.queries.ts';
import { sessionHashOf } from './session/session.ts';
import { twoStepGuard } from './session/two-step.ts';
import { openSeveral } from './several-doors.ts';

/** A request that was refused because the papel of its person lacks a right. */
export interface Refused {
  access: Access;
  /** The method and the address of the route, such as `PUT /api/marcas/:id`. */
  route: string;
}

/**
 * Gives each handler what its route declares. A `tenant` route gets access to the rows of the caller's
 * empresa (`read`, `write`, `prepare`, `earlier`). A route about the person gets `caller`. A tenant route
 * that is `fresh` or `twoStep` gets both. A route about the person with `rightInEach` also gets `several`. A request without a session is refused before its body is read.
 *
 * A task takes a place at the gate of its cost class before it reaches the database (`admission.ts`).
 */
export function addDoors(app: App, parts: DoorParts): void {
  const { db, sessions, config, admission, limits } = parts;
  const keys = idempotencyKeysOf(config.SECRET_KEYS);
  app.decorateRequest('sessionHash', null);
  app.decorateRequest('caller');
  app.decorateRequest('handling');
  app.decorateRequest('read');
  app.decorateRequest('write');
  app.decorateRequest('prepare');
  app.decorateRequest('several');
  app.decorateRequest('earlier');
  app.decorateRequest('refused', null);
  app.addHook('onRequest', async (request, reply) => {
    request.sessionHash = sessionHashOf(request);
    const { auth, tenant, rightInEach, fresh, twoStep } = request.routeOptions.config;
    if (auth !== 'session') return;
    if (rightInEach) request.several = openSeveral(request, rightInEach, parts);
    if (!tenant || fresh || twoStep) request.caller = await requireCaller(request, parts);
    if (!tenant) return;
    const access = await requireAccess(request, parts);
    noteInContext({ empresa: access.empresaId, user: access.userId });
    const cost = costOf(request);
    const budget = { statementMs: STATEMENT_MS[cost] * config.PATIENCE };
    limits.takeTenant(access, cost);
    if (request.routeOptions.config.file) await holdUploadPlace(access, request, reply, admission);
    // `guarded` runs inside the gate. A refusal at the gate says nothing about the session, so its cached
    // lookup stays.
    const admitted = <T>(work: () => Promise<T>): Promise<T> =>
      admission.tenant(access.empresaId, cost, () => guarded(access, work, { sessions, request }));
    const guard = twoStep && twoStepGuard();
    const change = <T>(work: (tx: TenantDb) => Promise<T>): Promise<T> =>
      admitted(() =>
        db.write(
          access,
          async (tx) => {
            if (guard) await guard(tx);
            await demandRightsOf(request.body, tx);
            return work(tx);
          },
          budget,
        ),
      );
    request.prepare = change;
    request.earlier = async <T>(tx: TenantDb) => {
      const key = idempotencyKeyOf(request, keys);
      return key === null ? undefined : earlierAnswer<T>(tx, key, reply);
    };
    request.read = <T>(work: (tx: TenantDb) => Promise<T | Json<T>>) =>
      admitted(() => db.read(access, work, budget) as Promise<T>);
    request.write = (work) => change((tx) => writeOnce(tx, { request, reply, keys }, work));
  });
  app.addHook('onResponse', async ({ refused, method, routeOptions }) => {
    if (refused) await parts.onRefused({ access: refused, route: `${method} ${routeOptions.url}` });
  });
  app.addHook('preHandler', async (request) => {
    const { fresh } = request.routeOptions.config;
    if (typeof fresh === 'object' && says(request.body, fresh) && !request.caller.isFresh)
      throw confirmIdentity();
  });
}

/**
 * Waits for a place before the body of an upload is read. The upload keeps the place until its response has
 * been sent and its handler has ended, because its body stays in memory until then. A client that disconnects
 * ends only the response.
 */
const holdUploadPlace = (
  { empresaId }: Access,
  request: FastifyRequest,
  { raw }: FastifyReply,
  admission: Admission,
) =>
  new Promise<void>((admit, refuse) => {
    const untilAnswered = async () => {
      admit();
      if (!raw.closed) await emitted(raw, 'close');
      await request.handling?.catch(() => {});
    };
    admission.upload(empresaId, untilAnswered).catch(refuse);
  });

/** Refuses a body with a field whose right the person lacks. */
async function demandRightsOf(body: unknown, tx: TenantDb): Promise<void> {
  if (typeof body !== 'object' || body === null) return;
  const fields = [...DIREITO_DO_CAMPO.keys()].filter((field) => Object.hasOwn(body, field));
  if (fields.length === 0) return;
  const [answer] = await tx.raw(`select ${maySee(fields)} as allowed`);
  if (!(answer as { allowed: boolean }).allowed) throw withoutRightOfField();
}

/** Tells whether a valid body has these values. */
const says = (body: unknown, values: Readonly<Record<string, boolean>>) =>
  Object.entries(values).every(([name, value]) => (body as Record<string, unknown>)[name] === value);

/** Parameters that select a page of a list without narrowing the list. */
const PAGE_KEYS = new Set(['cursor', 'limite', 'ordem']);

/**
 * A plain page of a list has the declared cost. A list with a search or a filter costs as much as a search.
 */
function costOf({ routeOptions: { config }, query }: FastifyRequest): Cost {
  if (config.searchable)
    for (const [key, value] of Object.entries(query as object))
      if (!PAGE_KEYS.has(key) && value !== '') return 'search';
  return config.cost ?? 'read';
}

/**
 * Finds the empresa of the request and checks the right that its route needs. Every transaction checks both
 * again (`use_session`). This check refuses before the body is read, and before the request takes a place or a
 * share of the empresa's rates.
 */
async function requireAccess(request: FastifyRequest, lookup: Lookup): Promise<Access> {
  const { right = null } = request.routeOptions.config;
  return accessTo(empresaOf(request), right, request, lookup);
}

async function requireCaller(request: FastifyRequest, { sessions, admission }: Lookup): Promise<Caller> {
  const { sessionHash: hash } = request;
  if (hash === null) throw unauthenticated();
  const who = sessions.known(hash, empresaOf(request))?.empresaId ?? site(request.ip);
  const caller = await admission.session(who, () => sessions.callerOf(hash));
  if (!caller || isMeantForAnother(request, caller.userId)) throw unauthenticated();
  noteInContext({ user: caller.userId });
  if (request.routeOptions.config.fresh === true && !caller.isFresh) throw confirmIdentity();
  return caller;
}

interface Write {
  request: FastifyRequest;
  reply: FastifyReply;
  keys: IdempotencyKeys;
}

function writeOnce<T>(tx: TenantDb, { request, reply, keys }: Write, work: (tx: TenantDb) => Promise<T>) {
  const key = idempotencyKeyOf(request, keys);
  return key === null ? work(tx) : once(tx, key, () => work(tx), reply);
}
