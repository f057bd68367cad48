import { expect, test } from 'vitest';
import { openSources, SPACING_S } from './sources.ts';

test('a source with many hints is suspected, other sources are not, and the suspicion ends after a while', () => {
  let now = 0;
  const sources = openSources(() => now);
  const hints = (count: number, source: string) =>
    Array.from({ length: count }, () => sources.hint(source)).filter((each) => each === SPACING_S.plain)
      .length;
  expect(hints(400, '1.1.1.1')).toBe(60);
  expect(hints(1, '2.2.2.2')).toBe(1);
  now += 10_000;
  expect(hints(400, '1.1.1.1')).toBe(10);
});

test('the map forgets a source after ten thousand others, and does not grow beyond that', () => {
  const sources = openSources(() => 0);
  for (let n = 0; n < 100; n++) sources.hint('1.1.1.1');
  for (let n = 0; n < 10_000; n++) sources.hint(`n${n}`);
  expect(sources.hint('1.1.1.1')).toBe(SPACING_S.plain);
});
