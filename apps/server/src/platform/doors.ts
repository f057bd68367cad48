import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import type { Access } from './db.ts';
import { confirmIdentity, twoStepRequired, unauthenticated } from './errors.ts';
import type { App, HttpParts } from './http.ts';
import { hashAsBefore, hashRequest, idempotencyIdOf, once } from './idempotency.ts';
import type { Json } from './json.ts';
import { type Caller, type Sessions, sessionHashOf } from './session.ts';
import type { TenantDb } from './tenant-db.ts';

/**
 * What a route's declaration opens for its handler: the rows of the caller's empresa (`read`, `write`, `prepare`), or
 * who the caller is (both, where the person must have proved something). A stranger is refused before a byte of the body is read.
 */
export function addDoors(
  app: App,
  { db, sessions, config }: Pick<HttpParts, 'db' | 'sessions' | 'config'>,
): void {
  const secrets = secretsOf(config);
  app.decorateRequest('sessionHash', null);
  app.decorateRequest('caller');
  app.decorateRequest('read');
  app.decorateRequest('write');
  app.decorateRequest('prepare');
  app.addHook('onRequest', async (request, reply) => {
    request.sessionHash = sessionHashOf(request);
    const { auth, tenant, fresh, twoStep } = request.routeOptions.config;
    if (auth !== 'session') return;
    if (!tenant || fresh || twoStep) request.caller = await requireCaller(request, sessions);
    if (!tenant) return;
    const access = await requireAccess(request, sessions);
    request.prepare = (work) => guarded(access, () => db.write(access, work), sessions);
    request.read = <T>(work: (tx: TenantDb) => Promise<T | Json<T>>) =>
      guarded(access, () => db.read(access, work) as Promise<T>, sessions);
    request.write = (work) =>
      guarded(
        access,
        () => db.write(access, (tx) => writeOnce(tx, { request, reply, secrets }, work)),
        sessions,
      );
  });
}

async function requireAccess(request: FastifyRequest, sessions: Sessions): Promise<Access> {
  const access = request.sessionHash === null ? null : await sessions.accessOf(request.sessionHash);
  if (!access || isMeantForAnother(request, access.userId)) throw unauthenticated();
  return access;
}

async function requireCaller(request: FastifyRequest, sessions: Sessions): Promise<Caller> {
  const caller = request.sessionHash === null ? null : await sessions.callerOf(request.sessionHash);
  if (!caller || isMeantForAnother(request, caller.userId)) throw unauthenticated();
  const { fresh, twoStep } = request.routeOptions.config;
  if (twoStep && !caller.hasSecondFactor) throw twoStepRequired();
  if (fresh && !caller.isFresh) throw confirmIdentity();
  return caller;
}

/**
 * A page says whom it believes to be signed in. Somebody else may have signed in in another tab a moment ago, and what
 * one person was saving is never saved as another.
 */
const isMeantForAnother = (request: FastifyRequest, userId: string) =>
  request.headers['x-usuario'] !== undefined && request.headers['x-usuario'] !== userId;

async function guarded<T>(access: Access, run: () => Promise<T>, sessions: Sessions): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // Whatever went wrong, the next request asks again which empresa this session works in.
    if (access.sessionHash !== null) sessions.forget(access.sessionHash);
    throw error;
  }
}

interface Write {
  request: FastifyRequest;
  reply: FastifyReply;
  secrets: readonly [Buffer, ...Buffer[]];
}

function writeOnce<T>(
  tx: TenantDb,
  { request, reply, secrets: [current, ...older] }: Write,
  work: (tx: TenantDb) => Promise<T>,
) {
  const id = idempotencyIdOf(request);
  if (id === null) return work(tx);
  const hash = (secret: Buffer) => hashRequest(request, secret);
  return once(
    tx,
    { id, hashes: [hash(current), ...older.map(hash), hashAsBefore(request)] },
    () => work(tx),
    reply,
  );
}

function secretsOf({ SECRET_KEYS: { atual, chaves } }: Config): Write['secrets'] {
  const secret = (name: string) => Buffer.from(chaves[name] ?? '', 'base64');
  const older = Object.keys(chaves).filter((name) => name !== atual);
  return [secret(atual), ...older.map(secret)];
}
