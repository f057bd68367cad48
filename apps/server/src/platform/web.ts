import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import type { App } from './http.ts';

const ASSET = 'public, max-age=31536000, immutable';

/**
 * What the built web may do. Scripts and styles come from our own files alone, nothing is evaluated, and no string
 * becomes markup (Trusted Types). Images also from https: for logo addresses people paste.
 */
const policy = (mediaUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' https: data: blob: ${new URL(mediaUrl).origin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Serves the built web from the API's own origin; every address that is no file is the application. */
export async function serveWeb(app: App, options: { dist: string; mediaUrl: string }): Promise<void> {
  const csp = policy(options.mediaUrl);
  await app.register(staticFiles, {
    root: options.dist,
    serve: false,
    cacheControl: false,
    etag: true,
    // `pnpm build` leaves a .br and a .gz beside every file.
    preCompressed: true,
  });
  const page = (reply: FastifyReply) =>
    reply.header('content-security-policy', csp).header('cache-control', 'no-cache').sendFile('index.html');
  const config = { auth: 'anonymous', tenant: false, cost: 'read' } as const;
  const schema = { hide: true, response: { 200: z.unknown() } };

  app.route({
    method: 'GET',
    url: '/assets/*',
    config,
    schema,
    handler: ({ params }, reply) =>
      reply.header('cache-control', ASSET).sendFile(join('assets', (params as { '*': string })['*'])),
  });
  app.route({
    method: 'GET',
    url: '/*',
    config,
    schema,
    handler: ({ params }, reply) => {
      const path = (params as { '*': string })['*'];
      return path.startsWith('api/')
        ? reply.callNotFound()
        : isFile(path)
          ? reply.header('cache-control', 'no-cache').sendFile(path)
          : page(reply);
    },
  });
}

/** Files of the root carry an extension (first-paint.js, favicon.svg) but no hash; screens carry neither. */
const isFile = (path: string) => /^[\w-]+\.\w+$/.test(path) && path !== 'index.html';
