import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { answerProblem } from './problems.ts';
import { limitTime } from './time-limit.ts';

/** Sends a request without and one with a body to a handler that returns this promise. */
async function askBoth(limitMs: number, answer: Promise<{ ok: true }>) {
  const app = fastify();
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, {}));
  app.addHook('onRequest', limitTime(limitMs));
  app.route({ method: ['GET', 'POST'], url: '/', handler: () => answer });
  return [
    await app.inject({ method: 'GET', url: '/' }),
    await app.inject({ method: 'POST', url: '/', payload: { nome: 'x' } }),
  ];
}

test('a handler that takes too long is answered 503, with and without a body', async () => {
  for (const { statusCode, headers } of await askBoth(20, new Promise(() => {}))) {
    expect(statusCode).toBe(503);
    expect(headers['retry-after']).toBe('2');
  }
});

test('a handler that ends in time is answered as usual, with and without a body', async () => {
  for (const answer of await askBoth(60_000, Promise.resolve({ ok: true })))
    expect(answer.json()).toEqual({ ok: true });
});

test('a file that takes longer than the limit arrives whole', async () => {
  const limitMs = 20;
  const app = fastify();
  app.addHook('onRequest', limitTime(limitMs));
  app.get('/', () =>
    Readable.from(
      (async function* () {
        yield 'first,';
        await wait(5 * limitMs);
        yield 'last';
      })(),
    ),
  );
  expect((await app.inject({ method: 'GET', url: '/' })).payload).toBe('first,last');
});
