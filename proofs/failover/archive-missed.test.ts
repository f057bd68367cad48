import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../../tools/stack.ts';

const WHOLE = ['000000010000000000000004', '000000010000000000000005'];
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prumo-archive-'));
  const wal = join(folder, 'pg_wal');
  await mkdir(join(wal, 'archive_status'), { recursive: true });
  // Whole segments, one that is recycled for later, and files that are no segments.
  for (const name of [...WHOLE, '000000010000000000000009', '00000002.history'])
    await writeFile(join(wal, name), '');
  for (const name of [...WHOLE, '000000010000000000000003', '00000002.history'])
    await writeFile(join(wal, 'archive_status', `${name}.done`), '');
  await writeFile(join(folder, 'pgbackrest'), `#!/bin/sh\necho "$@" >> ${folder}/calls\n`);
  await chmod(join(folder, 'pgbackrest'), 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function callsAs(role: string): Promise<string> {
  const { status } = spawnSync(
    join(ROOT, 'deploy/patroni/archive-missed.sh'),
    [folder, 'on_role_change', role, 'prumo'],
    { env: { PATH: `${folder}:${process.env['PATH']}` } },
  );
  expect(status).toBe(0);
  return readFile(join(folder, 'calls'), 'utf8').catch(() => '');
}

test('a new primary archives each whole segment that it received and still has', async () => {
  expect(await callsAs('primary')).toBe(
    WHOLE.map((name) => `--stanza=prumo archive-push ${folder}/pg_wal/${name}\n`).join(''),
  );
});

test('a new standby archives nothing', async () => {
  expect(await callsAs('replica')).toBe('');
});
