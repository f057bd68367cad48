import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { blurs, turbulence } from '#testing/images/hostile-svg.ts';
import { testApp } from '#testing/test-app.ts';

// With the usual PATIENCE of tests the queue of slow images would take minutes to empty.
const { anEmpresa } = await testApp({ PATIENCE: '3' });

test('while one empresa fills its queue with slow SVGs, every upload of another empresa succeeds', async () => {
  const [mallory, ana] = [await anEmpresa('Mallory'), await anEmpresa()];
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#3355aa' } })
    .jpeg()
    .toBuffer();
  // Starts both front processes before the attack, because on a busy machine a start takes longer than the
  // time limit of a request.
  const bia = await anEmpresa('Bia Reis');
  await Promise.all([ana, bia].map((each) => each.upload('/api/arquivos/logos', photo)));
  let isOver = false;
  // Of one empresa, eight uploads are read and twenty-four wait. The others are refused, because the queue has
  // no room or their filter is too costly.
  const attack = Array.from({ length: 34 }, async (_, n) => {
    const answers: { status: number; retryAfter: unknown }[] = [];
    while (!isOver) {
      const { statusCode, headers } = await mallory.upload(
        '/api/arquivos/logos',
        n < 32 ? blurs : turbulence,
      );
      answers.push({ status: statusCode, retryAfter: headers['retry-after'] });
      // A refusal takes no turn of the event loop, so without this line no other upload would advance.
      await setImmediate();
    }
    return answers;
  });
  const taken: number[] = [];
  for (let n = 0; n < 8; n++) {
    const route = n % 2 === 0 ? '/api/arquivos/logos' : '/api/arquivos/fotos';
    taken.push((await ana.upload(route, photo)).statusCode);
  }
  isOver = true;
  const answers = (await Promise.all(attack)).flat();
  expect(taken).toEqual(Array(8).fill(201));
  expect(answers.filter(({ status }) => ![422, 429, 503].includes(status))).toEqual([]);
  const busy = answers.filter(({ status }) => status !== 422);
  expect(busy.length).toBeGreaterThan(0);
  expect(busy.every(({ retryAfter }) => Number(retryAfter) >= 1)).toBe(true);
});

test('an SVG filter of unbounded cost is refused with a message', async () => {
  const refused = await (await anEmpresa()).upload('/api/arquivos/logos', turbulence);
  expect(refused.statusCode).toBe(422);
  expect(refused.json().mensagem).toMatch(/filtros pesados demais.*PNG/);
});
