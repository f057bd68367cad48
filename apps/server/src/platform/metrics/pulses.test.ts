import { expect, test } from 'vitest';
import { openPulses } from './pulses.ts';

function pulsesAt(now: { is: number }) {
  const pulses = openPulses(() => now.is);
  const last = { jobs: 0, reader: 0 };
  pulses.watch('jobs', { ageMs: 60_000, last: () => last.jobs });
  pulses.watch('reader', { ageMs: 300_000, last: () => last.reader });
  return { pulses, last };
}

test('a process is ready while every loop has reached the database recently', () => {
  const now = { is: 60_000 };
  const { pulses, last } = pulsesAt(now);
  expect(pulses.isReady()).toBe(true);
  now.is = 60_001;
  expect(pulses.isReady()).toBe(false);
  last.jobs = 60_001;
  expect(pulses.isReady()).toBe(true);
  now.is = 300_001;
  last.jobs = 300_001;
  expect(pulses.isReady()).toBe(false);
});

test('a process that stops is not ready', () => {
  const { pulses } = pulsesAt({ is: 0 });
  pulses.leave();
  expect(pulses.isReady()).toBe(false);
});
