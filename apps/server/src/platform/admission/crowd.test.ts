import { expect, test } from 'vitest';
import { openCrowd } from './crowd.ts';

test('the tasks of one owner do not make a crowd, and those of two make one for a second', () => {
  let now = 0;
  const crowd = openCrowd(() => now);
  crowd.note('a');
  crowd.note('a');
  expect(crowd.isShared).toBe(false);
  crowd.note('b');
  expect(crowd.isShared).toBe(true);
  now += 999;
  crowd.note('b');
  expect(crowd.isShared).toBe(true);
  now += 1;
  expect(crowd.isShared).toBe(false);
});
