import { expect, test } from 'vitest';
import { FIRST_PACE, nextPace, TARGET_MS } from './throttle.ts';

const calm = { waiting: 0, lagBytes: 0 };

test('a batch that is shorter than the target grows by a quarter at most', () => {
  expect(nextPace({ size: 100, pauseMs: 0 }, { ...calm, ms: 1 }).size).toBe(125);
  expect(nextPace({ size: 100, pauseMs: 0 }, { ...calm, ms: 45 }).size).toBe(111);
});

test('a batch that takes longer than the target shrinks, at once and to a quarter at most', () => {
  expect(nextPace({ size: 1000, pauseMs: 0 }, { ...calm, ms: 100 }).size).toBe(500);
  expect(nextPace({ size: 1000, pauseMs: 0 }, { ...calm, ms: 10_000 }).size).toBe(250);
});

test.each([
  ['a transaction waits for a lock', { waiting: 1, lagBytes: 0 }],
  ['a replica is behind', { waiting: 0, lagBytes: 65 * 1024 * 1024 }],
])('while %s, the batch is halved and the backfill stops for a second', (_, busy) => {
  expect(nextPace({ size: 1000, pauseMs: 0 }, { ...busy, ms: 10 })).toEqual({ size: 500, pauseMs: 1000 });
});

test('the pause is twice as long as the batch, so that a slow machine gets longer pauses', () => {
  expect(nextPace(FIRST_PACE, { ...calm, ms: 30 }).pauseMs).toBe(60);
  expect(nextPace(FIRST_PACE, { ...calm, ms: 3000 }).pauseMs).toBe(6000);
});

test('whatever the speed of the machine, batches settle near the target', () => {
  for (const msPerRow of [0.02, 0.2, 0.4]) {
    let pace = FIRST_PACE;
    for (let n = 0; n < 50; n++) pace = nextPace(pace, { ...calm, ms: pace.size * msPerRow });
    expect(pace.size * msPerRow).toBeGreaterThan(TARGET_MS * 0.9);
    expect(pace.size * msPerRow).toBeLessThan(TARGET_MS * 1.1);
  }
});

test('a batch has at least 100 and at most 5000 rows', () => {
  expect(nextPace({ size: 100, pauseMs: 0 }, { ms: 10, waiting: 3, lagBytes: 0 }).size).toBe(100);
  expect(nextPace({ size: 5000, pauseMs: 0 }, { ...calm, ms: 1 }).size).toBe(5000);
});
