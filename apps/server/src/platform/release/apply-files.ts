import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { resolveBinary } from 'dbmate';
import type { Say } from './long-change.ts';
import type { MigrationFile } from './migration-files.ts';

/** How the release step asks for the lock of a table. */
export interface LockPatience {
  /**
   * The longest wait for a lock. Every later statement on the table waits behind this one, so requests wait as long.
   */
  ms: number;
  tries: number;
  /** The pause between two tries, in which the waiting requests are served. */
  pauseMs: number;
}

/** The tries last longer together than the longest transaction of a request or a job (14 s, roles.sql). */
export const LOCK_PATIENCE: LockPatience = { ms: 200, tries: 40, pauseMs: 800 };

/**
 * Applies files with dbmate, each in a transaction of its own. A file that cannot get its lock is tried again. dbmate
 * applies a whole folder, so it gets one with these files.
 */
export async function applyFiles(
  url: string,
  directory: string,
  files: readonly MigrationFile[],
  options: {
    isQuiet: boolean;
    say: Say;
    lock: LockPatience;
    /** Runs after each try that did not get its lock. */
    onLocked(): Promise<void>;
  },
): Promise<void> {
  const { isQuiet, say, lock, onLocked } = options;
  const folder = mkdtempSync(join(tmpdir(), 'prumo-migrations-'));
  try {
    for (const { name } of files) symlinkSync(join(directory, name), join(folder, name));
    for (let attempt = 1; ; attempt++) {
      const { status, errors } = await dbmate(addressOf(url, lock.ms), folder, isQuiet);
      if (status === 0) return;
      const isLocked = /55P03|lock timeout/.test(errors);
      if (!isLocked || attempt === lock.tries)
        throw new Error(
          `dbmate ended with ${status}${isLocked ? ` after ${attempt} tries to lock a table` : ''}. Run migrate again: applied files stay applied.`,
        );
      say(`A table is locked by a longer transaction. Trying again (${attempt} of ${lock.tries}).`);
      await onLocked();
      // Tries at regular intervals could meet a regular job each time.
      await sleep(lock.pauseMs * (0.5 + Math.random()));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The address for dbmate. An option of the connection prevails over the setting of the role. */
function addressOf(url: string, lockMs: number): string {
  const address = new URL(url);
  if (!address.searchParams.has('sslmode') && address.hostname === '127.0.0.1')
    address.searchParams.set('sslmode', 'disable');
  const given = address.searchParams.get('options');
  address.searchParams.set('options', [given, `-c lock_timeout=${lockMs}`].filter(Boolean).join(' '));
  // A space in the query of an address is `%20` for dbmate, which does not read `+` as a space.
  address.search = address.search.replaceAll('+', '%20');
  return address.href;
}

function dbmate(
  address: string,
  folder: string,
  isQuiet: boolean,
): Promise<{ status: number | null; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(resolveBinary(), ['--migrations-dir', folder, '--no-dump-schema', 'up'], {
      stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'pipe'],
      // Every user of the machine can read a process's arguments, but only its own user can read its environment.
      env: { ...process.env, DATABASE_URL: address },
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk;
      if (!isQuiet) process.stderr.write(chunk);
    });
    child.on('error', (error) => reject(new Error(`dbmate did not start: ${error.message}`)));
    child.on('close', (status) => resolve({ status, errors }));
  });
}
