import fastify from 'fastify';
import { expect, test } from 'vitest';
import { openLog } from '#platform/log.ts';
import { answerProblem } from './problems.ts';

const lines: string[] = [];
const app = fastify({ loggerInstance: openLog('warn', { write: (line) => void lines.push(line) }) });
app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, {}));
app.get('/divisao/:por', () => {
  throw Object.assign(new Error('division by zero: canary'), { code: '22012', routine: 'int4div' });
});
app.post('/texto', { bodyLimit: 10 }, async () => 'ok');
const file = { types: ['application/json'], maxBytes: 3 * 1024 ** 2 };
app.post('/arquivo', { bodyLimit: 10, config: { file } }, async () => 'ok');

test('a value that PostgreSQL refuses is answered with 422 and logged with its code and its route', async () => {
  lines.length = 0;
  const refused = await app.inject('/divisao/0');
  expect(refused.statusCode).toBe(422);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    req: { method: 'GET', route: '/divisao/:por' },
    err: { code: '22012', routine: 'int4div', at: expect.arrayContaining([expect.any(String)]) },
  });
  expect(lines[0]).not.toContain('canary');
});

test.each([
  ['/texto', 'O pedido é grande demais. Diminua os textos e tente de novo.'],
  ['/arquivo', 'O arquivo é grande demais: envie até 3 MB.'],
])('a body of %s beyond its limit is refused with: %s', async (url, mensagem) => {
  const refused = await app.inject({ method: 'POST', url, payload: { nome: 'mais de dez bytes' } });
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ codigo: 'invalid', mensagem });
});
