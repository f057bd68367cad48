import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stack.ts';
import type { Release } from './deb.ts';
import { run } from './run.ts';

/** What the compose file shares with the Debian package and the sources. */
const SHARED = [
  'deploy/debian/nginx.conf',
  'deploy/prometheus/alerts.yml',
  'apps/server/migrations/roles.sql',
  'LICENSE',
];

/** Packs the compose file with everything beside it, and returns the path. The folder `stage` is overwritten. */
export async function packCompose(options: {
  stage: string;
  out: string;
  release: Release;
}): Promise<string> {
  const { stage, out, release } = options;
  await rm(stage, { recursive: true, force: true });
  await cp(join(ROOT, 'deploy/compose'), stage, { recursive: true });
  for (const path of SHARED) await cp(join(ROOT, path), join(stage, path.replace(/.*\//, '')));
  await mkdir(out, { recursive: true });
  const file = join(out, `prumo_${release.version}_compose.tar`);
  // Order, time, owner and rights depend on the commit only.
  run('tar', [
    ...['--format=ustar', '--sort=name', `--mtime=@${release.epoch}`, '--owner=0', '--group=0'],
    ...['--numeric-owner', '--mode=u=rwX,go=rX', '-C', stage, '-cf', file, '.'],
  ]);
  return file;
}
