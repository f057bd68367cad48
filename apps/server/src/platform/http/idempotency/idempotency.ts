import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import { deriveKeys, type KeyRing } from '#platform/secrets/vault.ts';
import { claimKey, selectKey, updateKey } from './idempotency.queries.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The Idempotency-Key of a request, and the hash that binds the key to that request. */
export interface IdempotencyKey {
  id: string;
  hash(): string;
  /**
   * Whether the stored hash belongs to this request. The hash may be made with the current key, with an older
   * key, or by an older release.
   */
  isHash(known: string): boolean;
}

/** The keys that hash requests: the current one, and older ones whose hashes are still stored. */
export interface IdempotencyKeys {
  current: Buffer;
  older: readonly Buffer[];
}

/**
 * Derives the keys from the key ring, so that no key both encrypts secrets and hashes requests. Earlier
 * releases hashed with the keys of the ring themselves.
 */
export function idempotencyKeysOf(ring: KeyRing): IdempotencyKeys {
  const [current, ...derived] = deriveKeys(ring, 'idempotency');
  const own = Object.values(ring.chaves).map((key) => Buffer.from(key, 'base64'));
  return { current, older: [...derived, ...own] };
}

export function idempotencyKeyOf(request: FastifyRequest, keys: IdempotencyKeys): IdempotencyKey | null {
  const id = idempotencyIdOf(request);
  if (id === null) return null;
  const hash = () => hashRequest(request, keys.current);
  return {
    id,
    hash,
    isHash: (known) =>
      known === hash() ||
      keys.older.some((key) => known === hashRequest(request, key)) ||
      known === hashAsBefore(request),
  };
}

export function idempotencyIdOf(request: FastifyRequest): string | null {
  const id = request.headers['idempotency-key'];
  if (id === undefined) return null;
  if (typeof id !== 'string' || !UUID.test(id))
    throw new AppError('invalid', 'A chave deste pedido não é válida. Recarregue a página e tente de novo.');
  return id;
}

/**
 * Hashes the request with an HMAC. The request may carry a password, and a plain hash would let a reader of
 * the table guess it.
 */
const hashRequest = (request: FastifyRequest, secret: Buffer): string =>
  digest(request, createHmac('sha256', secret));

/**
 * The plain hash of an earlier release, which stays stored for two days after the upgrade. It is compared and
 * no longer written.
 */
const hashAsBefore = (request: FastifyRequest): string => digest(request, createHash('sha256'));

function digest({ method, url, body }: FastifyRequest, hash: Hash | Hmac): string {
  hash.update(`${method} ${url}\n`);
  hash.update(Buffer.isBuffer(body) ? body : textOf(body));
  return hash.digest('base64url');
}

/**
 * Serializes the body. A route without a declared body accepts any JSON. The parser reads any depth, but
 * `JSON.stringify` is recursive and overflows the stack on a body of thousands of levels.
 */
function textOf(body: unknown): string {
  try {
    return JSON.stringify(body ?? null);
  } catch {
    throw new AppError('invalid', 'Os dados enviados têm níveis demais. Envie só os campos do formulário.');
  }
}

/**
 * Runs `work` once per key. A second request with the key waits until the first commits, and gets the
 * response of the first. If the first failed, its row was rolled back, and the second request runs `work`.
 */
export async function once<T>(
  tx: TenantDb,
  key: IdempotencyKey,
  work: () => Promise<T>,
  reply: { statusCode: number },
): Promise<T> {
  const isClaimed = await claimKey(tx, { id: key.id, requestHash: key.hash() });
  if (!isClaimed) {
    const earlier = await earlierAnswer<T>(tx, key, reply);
    if (earlier === undefined) throw new Error('a claimed key without its row');
    return earlier.answer;
  }
  const result = await work();
  await updateKey(tx, key.id, { status: reply.statusCode, body: JSON.stringify(result ?? null) });
  return result;
}

/**
 * Returns the stored response to the same request, and undefined for a new key. Refuses a key that belongs to
 * another request.
 */
export async function earlierAnswer<T>(
  tx: TenantDb,
  key: IdempotencyKey,
  reply: { statusCode: number },
): Promise<{ answer: T } | undefined> {
  const earlier = await selectKey(tx, key.id);
  if (earlier === undefined) return undefined;
  if (!key.isHash(earlier.request_hash))
    throw new AppError(
      'invalid',
      'Este pedido já foi usado para outra alteração. Recarregue a página e tente de novo.',
    );
  reply.statusCode = earlier.status;
  return { answer: earlier.body as T };
}
