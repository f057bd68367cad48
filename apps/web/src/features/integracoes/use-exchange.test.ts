import { expect, test } from 'vitest';
import { problemOf } from '#lib/api.ts';
import { isFinal } from './use-exchange.ts';

test('only a refusal is final, and a call without an answer, with 429 or with a server error is not', () => {
  expect([404, 409, 422].map((status) => isFinal(problemOf(status, null)))).toEqual([true, true, true]);
  expect([0, 429, 500, 503].map((status) => isFinal(problemOf(status, null)))).toEqual(Array(4).fill(false));
});
