import { expect, test } from 'vitest';
import { stepTo } from './step-to.ts';

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 1, undefined],
])('%s leads from position %i of three to %s', (key, at, next) => {
  expect(stepTo(key, at, 3)).toBe(next);
});
