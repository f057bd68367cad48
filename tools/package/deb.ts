import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ROOT } from '../stack.ts';
import { run } from './run.ts';
import { settle } from './tree.ts';

export interface Release {
  version: string;
  /** Seconds since 1970: the time of every file. */
  epoch: number;
}

/** The version and the time of the commit, so that two builds of it are equal. SOURCE_DATE_EPOCH replaces the time. */
export function releaseOf(commit: { time: number; hash: string }, environment = process.env): Release {
  const epoch = Number(environment['SOURCE_DATE_EPOCH'] ?? commit.time);
  const [date = '', time = ''] = new Date(commit.time * 1000).toISOString().split('T');
  const number = `${date.replaceAll('-', '')}.${time.slice(0, 5).replace(':', '')}`;
  return { version: `0.${number}+${commit.hash}`, epoch };
}

/** The release of the commit that is checked out. */
export function currentRelease(): Release {
  const commit = run('git', ['log', '-1', '--format=%ct %h', '--abbrev=9'], { cwd: ROOT });
  const [time = '0', hash = ''] = commit.trim().split(' ');
  return releaseOf({ time: Number(time), hash });
}

const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Packs a tree that `assemble` made into a Debian package, and returns its path. The folder `stage` is overwritten. The
 * result depends on the files, the version and the time only.
 */
export async function packDeb(options: {
  tree: string;
  stage: string;
  out: string;
  release: Release;
}): Promise<string> {
  const { tree, stage, out, release } = options;
  const debian = join(ROOT, 'deploy/debian');
  await rm(stage, { recursive: true, force: true });
  await mkdir(join(stage, 'usr/lib'), { recursive: true });
  await cp(tree, join(stage, 'usr/lib/prumo'), { recursive: true });
  await cp(join(debian, 'units'), join(stage, 'usr/lib/systemd/system'), { recursive: true });
  await place(join(debian, 'sysusers.conf'), join(stage, 'usr/lib/sysusers.d/prumo.conf'));
  await place(join(debian, 'prumo'), join(stage, 'usr/bin/prumo'));
  await place(join(debian, 'prumo.env'), join(stage, 'etc/prumo/prumo.env'));
  await place(join(debian, 'nginx.conf'), join(stage, 'usr/share/doc/prumo/nginx.conf'));
  await place(join(ROOT, 'LICENSE'), join(stage, 'usr/share/doc/prumo/copyright'));
  for (const script of ['postinst', 'prerm', 'postrm', 'conffiles'])
    await place(join(debian, script), join(stage, 'DEBIAN', script));
  const control = await readFile(join(debian, 'control'), 'utf8');
  const architecture = ARCHITECTURES[process.arch] ?? process.arch;
  await writeFile(
    join(stage, 'DEBIAN/control'),
    control.replace('@VERSION@', release.version).replace('@ARCHITECTURE@', architecture),
  );
  await settle(stage, release.epoch);
  await mkdir(out, { recursive: true });
  const file = join(out, `prumo_${release.version}_${architecture}.deb`);
  // One thread, because the number of threads may change the compressed bytes.
  run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z9', '--threads-max=1', '--build', stage, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(release.epoch) },
  });
  await rm(stage, { recursive: true });
  return file;
}

async function place(from: string, to: string): Promise<void> {
  await mkdir(join(to, '..'), { recursive: true });
  await cp(from, to);
}

export async function checksumOf(file: string): Promise<string> {
  const sum = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  return `${sum}  ${basename(file)}`;
}
