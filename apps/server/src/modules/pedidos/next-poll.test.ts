import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONGEST_S, nextPoll, type PollOutcome, type PollPace, SHORTEST_S } from './next-poll.ts';

const HOUR = 3600;
const pace = (intervalS: number, failures = 0): PollPace => ({ intervalS, failures });

test.each<[PollOutcome, PollPace, { intervalS: number; failures: number; dueInS: number }]>([
  ['synced', pace(6 * HOUR, 3), { intervalS: 1800, failures: 0, dueInS: 1800 }],
  ['clean', pace(1800), { intervalS: HOUR, failures: 0, dueInS: HOUR }],
  ['clean', pace(4 * HOUR), { intervalS: 6 * HOUR, failures: 0, dueInS: 6 * HOUR }],
  ['clean', pace(6 * HOUR), { intervalS: 6 * HOUR, failures: 0, dueInS: 6 * HOUR }],
  ['missed', pace(6 * HOUR), { intervalS: 1.5 * HOUR, failures: 0, dueInS: 1.5 * HOUR }],
  ['missed', pace(1800), { intervalS: 900, failures: 0, dueInS: 900 }],
  ['in vain', pace(6 * HOUR), { intervalS: 6 * HOUR, failures: 0, dueInS: 60 }],
  ['failed', pace(6 * HOUR), { intervalS: 6 * HOUR, failures: 1, dueInS: 120 }],
  ['failed', pace(6 * HOUR, 2), { intervalS: 6 * HOUR, failures: 3, dueInS: 480 }],
  ['failed', pace(6 * HOUR, 40), { intervalS: 6 * HOUR, failures: 41, dueInS: HOUR }],
  ['forbidden', pace(900, 2), { intervalS: 900, failures: 0, dueInS: 24 * HOUR }],
  ['closed', pace(900), { intervalS: 900, failures: 0, dueInS: 6 * HOUR }],
])('the next poll for %s after %o', (outcome, before, after) => {
  expect(nextPoll(before, outcome, 0)).toEqual(after);
});

test('a conta without missed changes is polled at most once in six hours, whatever came before', () => {
  const outcomes = fc.constantFrom<PollOutcome>(
    'synced',
    'clean',
    'missed',
    'in vain',
    'failed',
    'forbidden',
    'closed',
  );
  fc.assert(
    fc.property(fc.array(outcomes), fc.double({ min: 0, max: 0.999, noNaN: true }), (history, random) => {
      let now = pace(1800);
      for (const outcome of history) now = nextPoll(now, outcome, random);
      expect(now.intervalS).toBeGreaterThanOrEqual(SHORTEST_S);
      expect(now.intervalS).toBeLessThanOrEqual(LONGEST_S);
      for (let clean = 0; clean < 5; clean++) now = nextPoll(now, 'clean', random);
      expect(nextPoll(now, 'clean', random).dueInS).toBeGreaterThanOrEqual(LONGEST_S);
      expect(nextPoll(now, 'missed', random).intervalS).toBeLessThan(now.intervalS);
    }),
  );
});

test('ten thousand contas that began in the same second spread their polls over many minutes', () => {
  const minutes = new Map<number, number>();
  for (let n = 0; n < 10_000; n++) {
    const minute = Math.floor(nextPoll(pace(LONGEST_S), 'clean', n / 10_000).dueInS / 60);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  // Five calls a second are 300 a minute.
  expect(Math.max(...minutes.values())).toBeLessThanOrEqual(300);
});
