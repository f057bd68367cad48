import { once } from 'node:events';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { answerProblem } from './problems.ts';
import { limitTime } from './time-limit.ts';

test('a handler that takes too long is answered 503, with and without a body', async () => {
  const app = fastify();
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, {}));
  app.addHook('onRequest', limitTime(50));
  let isReleased = false;
  const release = new EventTarget();
  const handler = async () => {
    if (!isReleased) await once(release, 'release');
    return { ok: true };
  };
  app.route({ method: ['GET', 'POST'], url: '/', handler });
  const ask = (method: 'GET' | 'POST') =>
    app.inject({ method, url: '/', ...(method === 'POST' && { payload: { nome: 'x' } }) });
  for (const method of ['GET', 'POST'] as const) {
    const refused = await ask(method);
    expect(refused.statusCode, method).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
  }
  isReleased = true;
  release.dispatchEvent(new Event('release'));
  for (const method of ['GET', 'POST'] as const) expect((await ask(method)).json()).toEqual({ ok: true });
  await app.close();
});
