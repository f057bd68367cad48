import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import type { TenantDb } from './tenant-db.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The caller's name for this change, and what ties it to one request. */
export interface IdempotencyKey {
  id: string;
  /** Under today's secret, then under those before it. */
  hashes: readonly [string, ...string[]];
}

export function idempotencyIdOf(request: FastifyRequest): string | null {
  const id = request.headers['idempotency-key'];
  if (id === undefined) return null;
  if (typeof id !== 'string' || !UUID.test(id))
    throw new AppError('invalid', 'A chave deste pedido não é válida. Recarregue a página e tente de novo.');
  return id;
}

/** Keyed: a request may carry a password, which nobody who reads the table should be able to try out. */
export const hashRequest = (request: FastifyRequest, secret: Buffer): string =>
  digest(request, createHmac('sha256', secret));

/** As the release before this one kept it, whose keys are still there for two days: read, and written no more. */
export const hashAsBefore = (request: FastifyRequest): string => digest(request, createHash('sha256'));

function digest({ method, url, body }: FastifyRequest, hash: Hash | Hmac): string {
  hash.update(`${method} ${url}\n`);
  hash.update(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null));
  return hash.digest('base64url');
}

interface Settled {
  status: number;
  body: unknown;
}

/**
 * Does the work once per key. A second request with the key waits for the first to commit and gets its answer; if the
 * first failed, its row went with its transaction and the second does the work.
 */
export async function once<T>(
  tx: TenantDb,
  key: IdempotencyKey,
  work: () => Promise<T>,
  reply: { statusCode: number },
): Promise<T> {
  const claimed = await tx
    .insertInto('idempotency_keys', { id: key.id, request_hash: key.hashes[0] })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!claimed) {
    const earlier = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'status', 'body'])
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow();
    if (!key.hashes.includes(earlier.request_hash))
      throw new AppError(
        'invalid',
        'Este pedido já foi usado para outra alteração. Recarregue a página e tente de novo.',
      );
    const settled = earlier as unknown as Settled;
    reply.statusCode = settled.status;
    return settled.body as T;
  }
  const result = await work();
  await tx
    .updateTable('idempotency_keys')
    .set({ status: reply.statusCode, body: JSON.stringify(result ?? null) })
    .where('id', '=', key.id)
    .execute();
  if (Math.random() < 0.02) await forgetOldKeys(tx);
  return result;
}

/** Two days are longer than any retry; a few at a time, so that no writer waits. */
const forgetOldKeys = (tx: TenantDb) =>
  tx.query(
    `delete from idempotency_keys where empresa_id = $1 and id in (
       select id from idempotency_keys where empresa_id = $1 and created_at < now() - interval '48 hours'
       order by created_at limit 200 for update skip locked)`,
  );
