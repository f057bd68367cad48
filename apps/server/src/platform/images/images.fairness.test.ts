import { getPriority } from 'node:os';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { blurs, turbulence } from '#testing/images/hostile-svg.ts';
import { openImages } from './images.ts';

const photo = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#3355aa' } })
    .jpeg()
    .toBuffer();

test('while an empresa keeps its queue full of slow images, every image of another empresa is re-encoded', async () => {
  const pool = openImages({ processes: 2, cpuMs: 300, wallMs: 60_000, maxWaitMs: 60_000 });
  let isOver = false;
  const attack = Array.from({ length: 40 }, async (_, n) => {
    const kinds: string[] = [];
    while (!isOver) {
      const result = await pool.reencode('attacker', n % 4 === 0 ? turbulence : blurs, { maxSide: 512 });
      kinds.push(result.ok ? 'ok' : result.kind);
      // After an immediate refusal, this loop must yield to the other tasks.
      await new Promise(setImmediate);
    }
    return kinds;
  });
  const image = await photo();
  const taken: boolean[] = [];
  for (let n = 0; n < 6; n++) taken.push((await pool.reencode('other', image, { maxSide: 512 })).ok);
  isOver = true;
  await pool.close();
  const kinds = new Set((await Promise.all(attack)).flat());
  expect(taken).toEqual(Array(6).fill(true));
  expect(kinds).toEqual(new Set(['refused', 'busy']));
});

test('after an image was killed, images of its empresa run at a lower priority than those of others', async () => {
  const pool = openImages({ processes: 1, cpuMs: 300, wallMs: 60_000 });
  const image = await photo();
  expect(await pool.reencode('slow', blurs, { maxSide: 512 })).toMatchObject({ kind: 'refused' });
  expect(pool.pids()).toEqual([]);
  expect(await pool.reencode('slow', image, { maxSide: 64 })).toMatchObject({ ok: true });
  const [background = 0] = pool.pids();
  expect(getPriority(background)).toBe(10);
  expect(await pool.reencode('other', image, { maxSide: 64 })).toMatchObject({ ok: true });
  const [front = 0] = pool.pids().filter((pid) => pid !== background);
  expect(getPriority(front)).toBe(Math.max(5, getPriority()));
  await pool.close();
});

test('two images of one empresa never occupy both front processes', async () => {
  const pool = openImages({ processes: 2, cpuMs: 60_000, wallMs: 60_000 });
  const image = await photo();
  const slow = [1, 2, 3].map(() => pool.reencode('slow', blurs, { maxSide: 512 }));
  expect(await pool.reencode('other', image, { maxSide: 64 })).toMatchObject({ ok: true });
  await pool.close();
  expect((await Promise.all(slow)).map(({ ok }) => ok)).toEqual([false, false, false]);
});

test('thirty concurrent images of one empresa fit into the queue', async () => {
  const pool = openImages({ wallMs: 60_000, maxWaitMs: 60_000 });
  const image = await photo();
  const sent = Array.from({ length: 30 }, () => pool.reencode('a', image, { maxSide: 512 }));
  expect((await Promise.all(sent)).filter(({ ok }) => !ok)).toEqual([]);
  await pool.close();
});

test('after an image reached its clock limit, images of its empresa run in the background', async () => {
  const pool = openImages({ processes: 1, cpuMs: 600_000, wallMs: 2000, maxWaitMs: 60_000 });
  expect(await pool.reencode('slow', blurs, { maxSide: 512 })).toMatchObject({ kind: 'busy' });
  const next = pool.reencode('slow', await photo(), { maxSide: 64 });
  await expect.poll(() => pool.pids().map((pid) => getPriority(pid))).toEqual([10]);
  await pool.close();
  await next;
});
