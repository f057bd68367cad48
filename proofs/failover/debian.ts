import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../tools/package/run.ts';
import { argOf } from '../kit/arguments.ts';
import { note } from '../kit/figures.ts';
import type { Place } from '../kit/proof.ts';
import type { Machine } from './network.ts';

// Debian's Patroni speaks to etcd only with the two Python packages, and does not depend on them.
const PACKAGES = [
  ...['ca-certificates', 'postgresql-18', 'pgbackrest', 'haproxy', 'etcd-server'],
  ...['patroni', 'python3-etcd', 'python3-dnspython'],
];

/** The Debian in which the programs of all machines run. */
export type Debian = Awaited<ReturnType<typeof openDebian>>;

export async function openDebian({ folder, onEnd }: Pick<Place, 'folder' | 'onEnd'>) {
  const root = prepareDebian(onEnd);
  const home = `/srv/proof-${process.pid}`;
  await mkdir(join(root, home), { recursive: true });
  onEnd(() => rm(join(root, home), { recursive: true, force: true }));
  const owner = run('chroot', [root, 'id', '-u', 'postgres']).trim();
  // A failed run is explained by this file, so `--log=<path>` keeps it.
  const log = argOf('log') ?? join(folder, 'cluster.log');
  /** Starts a program as the user postgres, on a machine or beside the product. */
  function program(on: Machine | undefined, args: readonly string[]) {
    const space = on ? ['ip', 'netns', 'exec', on.space] : ['env'];
    const output = openSync(log, 'a');
    const [command = '', ...rest] = [...space, 'chroot', '--userspec=postgres:postgres', root, ...args];
    const child = spawn(command, rest, {
      stdio: ['ignore', output, output],
      env: {
        ...{ PATH: '/usr/bin:/bin:/usr/sbin', LC_ALL: 'C.UTF-8', HOME: home },
        ...(on && environmentOf(home, on.name)),
      },
    });
    closeSync(output);
    return child;
  }
  return { root, home, owner, log, onEnd, program };
}

/**
 * The environment in which pgBackRest of a machine finds its own files, because all machines share one Debian.
 */
export const environmentOf = (home: string, name: string) => ({
  PGBACKREST_CONFIG: `${home}/${name}-pgbackrest.conf`,
  PGBACKREST_LOCK_PATH: `${home}/${name}-lock`,
  PGBACKREST_LOG_LEVEL_FILE: 'off',
});

/**
 * Makes a directory with Debian's testing suite, in which PostgreSQL 18, Patroni, pgBackRest, etcd and HAProxy run by chroot. The
 * directory takes 600 MB and minutes, so it stays for the next run. `--root=<path>` names another place for it.
 */
function prepareDebian(onEnd: (stop: () => Promise<unknown>) => void): string {
  const root = argOf('root') ?? join(tmpdir(), 'prumo-failover-debian');
  if (!existsSync(root)) {
    note(`mmdebstrap makes ${root}`);
    const unfinished = `${root}.${process.pid}`;
    run('mmdebstrap', [
      // The Release file of the suite on a mirror may have expired.
      '--aptopt=Acquire::Check-Valid-Until "false"',
      `--include=${PACKAGES.join(',')}`,
      'forky',
      unfinished,
    ]);
    renameSync(unfinished, root);
  }
  if (!existsSync(join(root, 'usr/bin/pgbackrest')))
    throw new Error(`${root} has no pgBackRest. Delete it, so that the next run makes it anew.`);
  // Patroni looks at its processes in /proc, and PostgreSQL shares memory through /dev/shm.
  mount(['-t', 'proc', 'proc', join(root, 'proc')], onEnd);
  mount(['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(root, 'dev/shm')], onEnd);
  return root;
}

/** Mounts a filesystem until the end of the proof. */
export function mount(args: readonly string[], onEnd: (stop: () => Promise<unknown>) => void): void {
  run('mount', args);
  const place = args.at(-1) ?? '';
  onEnd(async () => run('umount', [place]));
}
