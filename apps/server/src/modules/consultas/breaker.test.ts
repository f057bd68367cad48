import { expect, test } from 'vitest';
import { openBreaker } from './breaker.ts';

function aBreaker() {
  let time = 1_000_000;
  const breaker = openBreaker(() => time);
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  return { ...breaker, pass };
}

function aResting() {
  const breaker = aBreaker();
  for (let n = 0; n < 3; n++) breaker.failed();
  return breaker;
}

test('two failures in a row are forgiven, the third is not', () => {
  const breaker = aBreaker();
  breaker.failed();
  breaker.failed();
  expect(breaker.admits()).toBe(true);
  breaker.failed();
  expect(breaker.admits()).toBe(false);
});

test('an answer in between begins the row anew', () => {
  const breaker = aBreaker();
  breaker.failed();
  breaker.failed();
  breaker.answered();
  breaker.failed();
  breaker.failed();
  expect(breaker.admits()).toBe(true);
});

test('it rests for thirty seconds, then one may try', () => {
  const breaker = aResting();
  breaker.pass(29.9);
  expect(breaker.admits()).toBe(false);
  breaker.pass(0.2);
  expect(breaker.admits()).toBe(true);
  expect(breaker.admits()).toBe(false);
});

test('a trial that is answered opens it for everybody, one that fails sends it back to rest', () => {
  const mended = aResting();
  mended.pass(31);
  mended.admits();
  mended.answered();
  expect([mended.admits(), mended.admits()]).toEqual([true, true]);

  const broken = aResting();
  broken.pass(31);
  broken.admits();
  broken.failed();
  expect(broken.admits()).toBe(false);
  broken.pass(31);
  expect(broken.admits()).toBe(true);
});

test('a trial nobody waited for lets the next one try', () => {
  const breaker = aResting();
  breaker.pass(31);
  breaker.admits();
  breaker.leftAlone();
  expect(breaker.admits()).toBe(true);
});
