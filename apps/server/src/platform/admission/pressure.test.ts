import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterSample, letsIn, NO_PRESSURE } from './pressure.ts';

test('while a flood delays the event loop, the limit falls to its lowest value and stays there', () => {
  let pressure = NO_PRESSURE;
  for (let n = 0; n < 50; n++)
    pressure = afterSample(pressure, { lateMs: 80, inFlight: pressure.limit, waitMs: 0 });
  expect(pressure.limit).toBe(50);
});

test('while tasks wait for the database, the limit falls without any event loop delay', () => {
  let pressure = NO_PRESSURE;
  for (let n = 0; n < 50; n++)
    pressure = afterSample(pressure, { lateMs: 1, inFlight: pressure.limit, waitMs: 400 });
  expect(pressure.limit).toBe(50);
});

test('requests that only wait raise the limit, and it returns to its usual value after they end', () => {
  let pressure = NO_PRESSURE;
  for (let n = 0; n < 200; n++)
    pressure = afterSample(pressure, { lateMs: 1, inFlight: pressure.limit, waitMs: 0 });
  expect(pressure.limit).toBe(1000);
  for (let n = 0; n < 200; n++) pressure = afterSample(pressure, { lateMs: 1, inFlight: 3, waitMs: 0 });
  expect(pressure.limit).toBe(NO_PRESSURE.limit);
});

test('a delayed event loop with few requests in flight refuses no request', () => {
  let pressure = NO_PRESSURE;
  for (let n = 0; n < 50; n++) pressure = afterSample(pressure, { lateMs: 3000, inFlight: 5, waitMs: 0 });
  expect(letsIn({ ...pressure, inFlight: 30, ofClient: 30, ofNetwork: 30, clients: 1 })).toBe(true);
});

test('while other processes take the CPU, the usable places fall to a quarter, and later rise to all', () => {
  let pressure = NO_PRESSURE;
  for (let n = 0; n < 50; n++) pressure = afterSample(pressure, { lateMs: 20, inFlight: 50, waitMs: 0 });
  expect(pressure.share).toBe(0.25);
  for (let n = 0; n < 50; n++) pressure = afterSample(pressure, { lateMs: 1, inFlight: 50, waitMs: 0 });
  expect(pressure.share).toBe(1);
});

const load = fc.record({
  inFlight: fc.integer({ min: 0, max: 2000 }),
  limit: fc.integer({ min: 100, max: 1000 }),
  ofClient: fc.integer({ min: 0, max: 500 }),
  ofNetwork: fc.integer({ min: 0, max: 500 }),
  clients: fc.integer({ min: 0, max: 500 }),
});

test('no client with more requests in flight is admitted where one with fewer is refused', () => {
  fc.assert(
    fc.property(load, fc.nat(100), fc.nat(100), (some, more, others) => {
      const greedier = {
        ...some,
        ofClient: some.ofClient + more,
        ofNetwork: some.ofNetwork + more + others,
      };
      if (letsIn(greedier)) expect(letsIn(some)).toBe(true);
    }),
  );
});

test('requests in flight never exceed 1.5 times the limit, and below that a client without any is admitted', () => {
  fc.assert(
    fc.property(load, (some) => {
      if (some.inFlight >= some.limit * 1.5) expect(letsIn(some)).toBe(false);
      else expect(letsIn({ ...some, ofClient: 0, ofNetwork: 0 })).toBe(true);
    }),
  );
});
