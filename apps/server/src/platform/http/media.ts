import { randomUUID } from 'node:crypto';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { type Log, openLog } from '#platform/log.ts';
import { publicKey, type Storage, thumbnailKey } from '#platform/outside/storage.ts';
import { answerProblem, answerUnreadable, notFound } from './problems.ts';

const anybody = { auth: 'anonymous', tenant: false, cost: 'read', right: null } as const;

const ADDRESS = /^\/publico\/([0-9a-f-]{36})\/([0-9a-f-]{36})(\.mini)?\.webp$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Serves the public images on a separate host, so that a malicious upload shares neither cookies nor an
 * origin with the product. The server reads and sets no cookie and has no other route than a health check.
 */
export async function openMedia({ storage, log = openLog('silent') }: { storage: Storage; log?: Log }) {
  const media = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    requestTimeout: 10_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    exposeHeadRoutes: false,
    // During shutdown, requests that are already running still get their responses.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    // Fastify reports an undecodable address here and runs no hook for it.
    frameworkErrors: (_error, request, reply) => {
      protect(reply);
      answerProblem(notFound(), request, reply, {});
    },
  });
  media.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, {}));
  media.setNotFoundHandler((request, reply) => answerProblem(notFound(), request, reply, {}));
  media.addHook('onRequest', async (request, reply) => {
    protect(reply);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
  });
  media.route({
    method: ['GET', 'HEAD'],
    url: '/publico/:empresaId/:file',
    config: anybody,
    handler: (request, reply) => sendImage(storage, request, reply),
  });
  media.get('/healthz', { config: anybody }, async () => ({ situacao: 'ok' }));
  return media;
}

/**
 * Sets the headers of every response. The default is `no-store`, because a missing image may be restored. An
 * image overrides it.
 */
function protect(reply: FastifyReply): void {
  reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
  });
}

async function sendImage(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [, empresaId = '', arquivoId = '', mini = ''] = ADDRESS.exec(request.url.replace(/\?.*$/s, '')) ?? [];
  if (!UUID.test(empresaId) || !UUID.test(arquivoId)) throw notFound();
  const full = publicKey(empresaId, arquivoId);
  const key = mini ? thumbnailKey(full) : full;
  // An image never changes under its id, so the id is its ETag. The store is still queried, because the image
  // may have been removed.
  const etag = `"${arquivoId}${mini}"`;
  const unchanged = request.headers['if-none-match']?.includes(etag) ?? false;
  const bodiless = unchanged || request.method === 'HEAD';
  const image = bodiless ? await storage.stat(key) : await storage.read(key);
  if (!image) throw new AppError('not_found', 'Esta imagem não existe ou foi removida.');
  reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
  if (unchanged) return reply.code(304).send();
  reply.headers({
    'content-type': image.type,
    'content-length': image.size,
    'content-disposition': `inline; filename="${arquivoId}${mini}.webp"`,
  });
  return reply.send('stream' in image ? image.stream : undefined);
}
