import { expect, test } from 'vitest';
import { agoOf, untilOf } from './ago.ts';

/** 15:00 in São Paulo. */
const NOW = Date.parse('2026-11-17T18:00:00Z');

test.each([
  ['2026-11-17T18:00:05Z', 'agora'],
  ['2026-11-17T17:58:01Z', 'agora'],
  ['2026-11-17T17:48:00Z', 'há 12 min'],
  ['2026-11-17T15:01:00Z', 'há 2 h'],
  // Half past midnight in São Paulo, and half an hour before it.
  ['2026-11-17T03:30:00Z', 'há 14 h'],
  ['2026-11-17T02:30:00Z', 'ontem, 23:30'],
  ['2026-11-16T03:00:00Z', 'ontem, 00:00'],
  ['2026-11-16T02:59:00Z', 'há 2 dias'],
  ['2026-11-08T18:00:00Z', 'há 9 dias'],
])('%s was %s', (iso, words) => {
  expect(agoOf(iso, NOW)).toBe(words);
});

test.each([
  ['2026-11-17T20:00:00Z', 'hoje'],
  ['2026-11-18T02:59:00Z', 'hoje'],
  ['2026-11-18T03:00:00Z', 'amanhã'],
  ['2026-11-24T18:00:00Z', 'em 7 dias'],
])('%s comes %s', (iso, words) => {
  expect(untilOf(iso, NOW)).toBe(words);
});
