import { existsSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../tools/package/run.ts';
import { argOf } from '../kit/arguments.ts';
import { note } from '../kit/figures.ts';

// Debian's Patroni speaks to etcd only with the two Python packages, and does not depend on them.
const PACKAGES = [
  ...['ca-certificates', 'postgresql-18', 'haproxy', 'etcd-server'],
  ...['patroni', 'python3-etcd', 'python3-dnspython'],
];

/**
 * Makes a directory with Debian's testing suite, in which PostgreSQL 18, Patroni, etcd and HAProxy run by chroot. The
 * directory takes 600 MB and minutes, so it stays for the next run. `--root=<path>` names another place for it.
 */
export function prepareDebian(onEnd: (stop: () => Promise<unknown>) => void): string {
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
