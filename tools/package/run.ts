import { type SpawnSyncOptions, spawnSync } from 'node:child_process';

/** Runs a command and returns what it printed. Throws with its messages when it fails. */
export function run(command: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    maxBuffer: 2 ** 28,
    ...options,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
