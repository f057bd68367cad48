import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveBinary } from 'dbmate';
import type { MigrationFile } from './migration-files.ts';

/** Applies files with dbmate, each in a transaction of its own. dbmate applies a whole folder, so it gets one with these. */
export function applyFiles(
  url: string,
  directory: string,
  files: readonly MigrationFile[],
  isQuiet: boolean,
): void {
  const address = new URL(url);
  if (!address.searchParams.has('sslmode') && address.hostname === '127.0.0.1')
    address.searchParams.set('sslmode', 'disable');
  const folder = mkdtempSync(join(tmpdir(), 'prumo-migrations-'));
  try {
    for (const { name } of files) symlinkSync(join(directory, name), join(folder, name));
    const { status, error } = spawnSync(
      resolveBinary(),
      ['--migrations-dir', folder, '--no-dump-schema', 'up'],
      // Every user of the machine can read a process's arguments, but only its own user can read its environment.
      { stdio: isQuiet ? 'ignore' : 'inherit', env: { ...process.env, DATABASE_URL: address.href } },
    );
    if (error) throw new Error(`dbmate did not start: ${error.message}`);
    if (status !== 0)
      throw new Error(`dbmate ended with ${status}. Run migrate again: applied files stay applied.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
