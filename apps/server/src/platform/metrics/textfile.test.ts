import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeResult } from './textfile.ts';

test('a result replaces the one before, and every user may read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prumo-textfile-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = (value: number) => writeResult(folder, 'check', { prumo_wrong: { help: 'Rows.', value } });
  await write(3);
  await write(0);
  expect(await readdir(folder)).toEqual(['check.prom']);
  const file = join(folder, 'check.prom');
  expect(await readFile(file, 'utf8')).toBe(
    '# HELP prumo_wrong Rows.\n# TYPE prumo_wrong gauge\nprumo_wrong 0\n',
  );
  expect((await stat(file)).mode & 0o777).toBe(0o644);
});
