import type { onRequestHookHandler } from 'fastify';
import { unavailable } from '#platform/errors.ts';

/**
 * Answers 503 to every request whose response does not begin within `limitMs`. Fastify's own option
 * `handlerTimeout` stops counting once the body has been read, so it never limits a handler that gets a body.
 */
export const limitTime =
  (limitMs: number): onRequestHookHandler =>
  (_request, reply, done) => {
    const timer = setTimeout(() => {
      // A file may take longer than the limit. The idle limit of its connection ends one that stands still.
      if (reply.sent || reply.raw.headersSent) return;
      reply.send(unavailable(new Error(`no response within ${limitMs} ms`)));
    }, limitMs);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  };
