import { expect, test } from 'vitest';
import { freshPace, paceAfter, waitOf } from './pace.ts';

test('the first refresh starts immediately, and the next one half a second later', () => {
  const first = freshPace(1000);
  expect(waitOf(first, 1000)).toBe(0);
  const second = paceAfter(first, 1000);
  expect(waitOf(second, 1000)).toBe(500);
  expect(waitOf(second, 1500)).toBe(0);
});

test('while changes never pause, a tab refreshes ten times quickly and then every four seconds', () => {
  let pace = freshPace(0);
  let now = 0;
  const starts: number[] = [];
  while (now < 60_000) {
    now += waitOf(pace, now);
    starts.push(now);
    pace = paceAfter(pace, now);
  }
  expect(starts.filter((at) => at < 5000).length).toBeLessThanOrEqual(12);
  expect(starts.length).toBeLessThanOrEqual(26);
  expect(Math.max(...starts.slice(1).map((at, n) => at - (starts[n] ?? 0)))).toBeLessThanOrEqual(4000);
});

test('after a minute of quiet the tab is as quick as at the start', () => {
  let pace = freshPace(0);
  for (let n = 0; n < 12; n++) pace = paceAfter(pace, n * 500);
  expect(waitOf(pace, 6000)).toBeGreaterThan(0);
  pace = paceAfter(pace, 65_000);
  expect(waitOf(pace, 65_500)).toBe(0);
});
