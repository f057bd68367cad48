import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

/** A load that the test resolves, and a clock that the test sets. */
function setUp() {
  const loads: PromiseWithResolvers<string>[] = [];
  let now = 0;
  const get = remembered(
    100,
    () => {
      const load = Promise.withResolvers<string>();
      loads.push(load);
      return load.promise;
    },
    () => now,
  );
  return {
    get,
    loads,
    setNow: (to: number) => {
      now = to;
    },
  };
}

test('concurrent callers share one load, and its lifetime begins when the result arrives', async () => {
  const { get, loads, setNow } = setUp();
  const both = [get(), get()];
  setNow(1000);
  both.push(get());
  loads[0]?.resolve('first');
  expect(await Promise.all(both)).toEqual(['first', 'first', 'first']);
  setNow(1099);
  expect(await get()).toBe('first');
  expect(loads).toHaveLength(1);
  setNow(1100);
  const later = get();
  loads[1]?.resolve('second');
  expect(await later).toBe('second');
});

test('a failure reaches the callers that share the load, and the next caller loads again', async () => {
  const { get, loads } = setUp();
  const both = [get(), get()];
  loads[0]?.reject(new Error('out of order'));
  for (const one of both) await expect(one).rejects.toThrow('out of order');
  const again = get();
  loads[1]?.resolve('back');
  expect(await again).toBe('back');
});
