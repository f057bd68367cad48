import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argOf } from '../kit/arguments.ts';
import { note } from '../kit/figures.ts';
import type { Place } from '../kit/proof.ts';

/** The programs of the monitoring, as Debian packages them. */
const PACKAGES = [
  ...['prometheus', 'prometheus-alertmanager', 'prometheus-postgres-exporter'],
  ...['prometheus-node-exporter', 'prometheus-blackbox-exporter'],
];

/** The folder with Debian's packages. The first run makes it. */
export function findRoot(): string {
  const root = argOf('root') ?? join(tmpdir(), 'prumo-monitoring');
  if (existsSync(join(root, 'usr/bin/prometheus'))) return root;
  note(`mmdebstrap installs ${PACKAGES.length} packages of Debian in ${root}`);
  run('mmdebstrap', [
    ...['--variant=minbase', '--aptopt=Acquire::Check-Valid-Until "false"'],
    ...[`--include=${PACKAGES.join(',')}`, 'forky', root],
  ]);
  return root;
}

/** Runs a program to its end. Throws what it said if it fails. */
export function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr || stdout}`, { cause: error });
  return stdout;
}

/** Starts a program that runs until the end of the proof. Its output goes to a file. */
export function startProgram(
  { folder, onEnd }: Pick<Place, 'folder' | 'onEnd'>,
  program: string,
  args: readonly string[],
  options: { env?: Record<string, string>; uid?: number; gid?: number } = {},
): void {
  const { env, ...identity } = options;
  const log = openSync(join(folder, 'monitoring.log'), 'a');
  const stdio: ['ignore', number, number] = ['ignore', log, log];
  const child = spawn(program, args, { stdio, env: { ...process.env, ...env }, ...identity });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
}
