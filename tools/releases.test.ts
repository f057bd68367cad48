import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptReleases, newestChange, type Release, writeReleases } from './releases.ts';

const DAY = 24 * 60 * 60;
const at = (day: number): Release => ({ release: day * DAY, assets: [`index-${day}.js`] });
const days = (releases: readonly Release[]) => releases.map(({ release }) => release / DAY);

test('a release is kept for a week after another one replaced it, however old it is', () => {
  expect(days(keptReleases([at(90)], 100 * DAY))).toEqual([90]);
  expect(days(keptReleases([at(99), at(96), at(90), at(20)], 100 * DAY))).toEqual([99, 96, 90]);
  expect(days(keptReleases([at(92), at(90)], 100 * DAY))).toEqual([92]);
});

/** A build as Vite leaves it: a page and its assets. */
async function aBuild(...assets: string[]): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'prumo-release-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<meta name="release" content="" />');
  for (const name of assets) await writeFile(join(dist, 'assets', name), `of ${name} in ${dist}`);
  return dist;
}

test('a build contains the chunks of the releases before it, its own number, and its own files unchanged', async () => {
  const first = await aBuild('a-1.js', 'same.js');
  await writeReleases(first, 10 * DAY);
  const second = await aBuild('b-2.js', 'same.js');
  await writeReleases(second, 12 * DAY, first);
  expect((await readdir(join(second, 'assets'))).sort()).toEqual(['a-1.js', 'b-2.js', 'same.js']);
  expect(await readFile(join(second, 'assets', 'same.js'), 'utf8')).toContain(second);
  expect(await readFile(join(second, 'index.html'), 'utf8')).toContain(`content="${12 * DAY}"`);

  const third = await aBuild('c-3.js');
  await writeReleases(third, 14 * DAY, second);
  expect((await readdir(join(third, 'assets'))).sort()).toEqual(['a-1.js', 'b-2.js', 'c-3.js', 'same.js']);

  const fourth = await aBuild('d-4.js');
  await writeReleases(fourth, 30 * DAY, third);
  expect((await readdir(join(fourth, 'assets'))).sort()).toEqual(['c-3.js', 'd-4.js']);
});

test('a build without the previous one contains only its own files', async () => {
  const dist = await aBuild('a-1.js');
  await writeReleases(dist, 10 * DAY);
  expect(JSON.parse(await readFile(join(dist, 'releases.json'), 'utf8'))).toEqual([
    { release: 10 * DAY, assets: ['a-1.js'] },
  ]);
});

test('the newest change differs after a new day and after another change of the same day', () => {
  const of = (...days: string[]) => newestChange(`# O que mudou\n\n${days.join('\n')}`);
  const [today, more, earlier] = ['## 17/11/2026\n\n- A\n  b\n', '- C\n', '## 16/11/2026\n\n- D\n- E\n- F\n'];
  expect(of(today, earlier)).toBe('17/11/2026 1');
  expect(of(today + more, earlier)).toBe('17/11/2026 2');
  expect(of(earlier)).toBe('16/11/2026 3');
});
