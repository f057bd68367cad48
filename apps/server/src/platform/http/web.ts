import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import type { App } from './http.ts';

const ASSET = 'public, max-age=31536000, immutable';
/** A file name that Vite gives an asset. All assets are in one folder. */
const ASSET_NAME = /^[\w-][\w.-]*$/;
/**
 * The file to which the build writes the router's patterns. Only this module reads it, and no route serves
 * it.
 */
const SCREENS = 'screens.json';
/** The file in which the build lists the releases whose files it contains, the newest first. No route serves it. */
const RELEASES = 'releases.json';

/**
 * The content security policy of the built web. It allows scripts and styles from our own files only, no
 * eval, and no string as markup (Trusted Types). It allows images from any https host, because people paste
 * addresses of logos.
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

/**
 * Serves the built web from the API's own origin. The address of a screen gets 200 with the application.
 * Every other address gets 404. A browser gets the 404 with the application, which shows its page for wrong
 * addresses; other clients get a problem document.
 */
export async function serveWeb(app: App, options: { dist: string; mediaUrl: string }): Promise<void> {
  const csp = policy(options.mediaUrl);
  const isScreen = screensOf(z.array(z.string()).parse(JSON.parse(await readScreens(options.dist))));
  const files = await rootFiles(options.dist);
  const release = await releaseOf(options.dist);
  // A page that was opened before this release learns from any answer that there is a newer one.
  if (release !== undefined)
    app.addHook('onSend', async ({ url }, reply) => {
      if (url.startsWith('/api/')) reply.header('x-release', release);
    });
  await app.register(staticFiles, {
    root: options.dist,
    serve: false,
    cacheControl: false,
    etag: true,
    // `pnpm build` writes a .br and a .gz next to every file.
    preCompressed: true,
  });
  const page = (reply: FastifyReply) =>
    reply.header('content-security-policy', csp).header('cache-control', 'no-cache').sendFile('index.html');
  const config = { auth: 'anonymous', tenant: false, cost: 'read', right: null } as const;
  const schema = { hide: true, response: { 200: z.unknown(), 404: z.unknown() } };

  app.route({
    method: 'GET',
    url: '/assets/*',
    config,
    schema,
    handler: ({ params }, reply) => {
      const { '*': name } = params as { '*': string };
      if (!ASSET_NAME.test(name)) return reply.callNotFound();
      return reply.header('cache-control', ASSET).sendFile(join('assets', name));
    },
  });
  app.route({
    method: 'GET',
    url: '/*',
    config,
    schema,
    handler: ({ url, headers }, reply) => {
      const path = url.split('?')[0] ?? '';
      if (files.has(path)) return reply.header('cache-control', 'no-cache').sendFile(path.slice(1));
      if (isScreen(path)) return page(reply);
      const isNavigation = headers.accept?.includes('text/html') && !path.startsWith('/api/');
      return isNavigation ? page(reply.code(404)) : reply.callNotFound();
    },
  });
}

async function readScreens(dist: string): Promise<string> {
  try {
    return await readFile(join(dist, SCREENS), 'utf8');
  } catch (cause) {
    throw new Error(`${dist} has no ${SCREENS}: build the web with \`pnpm build\``, { cause });
  }
}

/** The number of the built release. Undefined for a web that `pnpm build` did not build. */
async function releaseOf(dist: string): Promise<number | undefined> {
  const text = await readFile(join(dist, RELEASES), 'utf8').catch(() => '[]');
  return z.array(z.object({ release: z.number() })).parse(JSON.parse(text))[0]?.release;
}

/** The public files of the root folder (first-paint.js, favicon.svg), whose names carry no hash. */
async function rootFiles(dist: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(dist, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const isPublic = (name: string) =>
    ![SCREENS, RELEASES, 'index.html'].includes(name) &&
    /^[\w-]+\.\w+$/.test(name) &&
    !/\.(br|gz)$/.test(name);
  return new Set(names.filter(isPublic).map((name) => `/${name}`));
}

/**
 * Returns a function that tests whether a path is a screen by the router's patterns. In `/auth/$type`,
 * `$type` matches any one segment. As in the router, case and a trailing slash make no difference. An encoded
 * slash stays part of its segment.
 */
export function screensOf(patterns: readonly string[]): (path: string) => boolean {
  const screens = patterns.map(segmentsOf);
  return (path) => {
    const segments = segmentsOf(path);
    return screens.some(
      (screen) =>
        screen.length === segments.length &&
        screen.every((name, index) =>
          name.startsWith('$') ? segments[index] !== '' : name === segments[index],
        ),
    );
  };
}

const segmentsOf = (path: string) => path.toLowerCase().replace(/\/$/, '').split('/').slice(1);
