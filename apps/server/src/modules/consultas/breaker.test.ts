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

test('the third consecutive failure opens the breaker', () => {
  const breaker = aBreaker();
  breaker.failed();
  breaker.failed();
  expect(breaker.admits()).toBe(true);
  breaker.failed();
  expect(breaker.admits()).toBe(false);
});

test('a success resets the count of consecutive failures', () => {
  const breaker = aBreaker();
  breaker.failed();
  breaker.failed();
  breaker.answered();
  breaker.failed();
  breaker.failed();
  expect(breaker.admits()).toBe(true);
});

test('an open breaker admits one trial after thirty seconds', () => {
  const breaker = aResting();
  breaker.pass(29.9);
  expect(breaker.admits()).toBe(false);
  breaker.pass(0.2);
  expect(breaker.admits()).toBe(true);
  expect(breaker.admits()).toBe(false);
});

test('a successful trial closes the breaker, and a failed trial opens it again', () => {
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

test('an abandoned trial lets another request try', () => {
  const breaker = aResting();
  breaker.pass(31);
  breaker.admits();
  breaker.leftAlone();
  expect(breaker.admits()).toBe(true);
});
