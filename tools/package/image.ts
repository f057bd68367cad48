import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ROOT } from '../stack.ts';
import type { Release } from './deb.ts';
import { run } from './run.ts';
import type { Component } from './sbom.ts';
import { assemble, settle } from './tree.ts';

/** The name of the image in deploy/compose/compose.yaml. */
export const IMAGE = 'localhost/prumo:latest';

export interface Image {
  name: string;
  /** The digest of the manifest: equal for equal images. */
  digest: string;
  bytes: number;
  /** The Debian packages that lent files to the image. */
  components: Component[];
}

/**
 * Builds the container image of the built product with buildah. The folder `work` is overwritten. `base` names a Debian
 * image that lends the C library; without it, buildah fetches the one that deploy/Containerfile names.
 */
export async function buildImage(options: {
  name: string;
  work: string;
  release: Release;
  base?: string;
}): Promise<Image> {
  const { name, work, release, base } = options;
  // `settle` recognises a program by its path, as it is in the Debian package.
  await rm(work, { recursive: true, force: true });
  const lib = join(work, 'lib');
  await mkdir(lib, { recursive: true });
  await assemble(join(lib, 'prumo'));
  await settle(lib, release.epoch);
  const context = join(work, 'context');
  await mkdir(context);
  await cp(join(lib, 'prumo'), join(context, 'tree'), { recursive: true, preserveTimestamps: true });
  for (const file of ['deploy/collect-system', 'LICENSE'])
    await cp(join(ROOT, file), join(context, basename(file)));
  run('buildah', [
    // Without the cache, the libraries are the newest of Debian. One time for all files makes two builds equal.
    ...['bud', '--isolation', 'chroot', '--no-cache', '--timestamp', String(release.epoch)],
    ...(base ? ['--build-arg', `BASE=${base}`, '--pull=never'] : []),
    ...['--label', `org.opencontainers.image.version=${release.version}`],
    ...['--label', 'org.opencontainers.image.licenses=AGPL-3.0-or-later'],
    ...['-f', join(ROOT, 'deploy/Containerfile'), '-t', name, context],
  ]);
  const [digest = '', bytes = ''] = run('podman', [
    ...['image', 'inspect', '--format', '{{.Digest}} {{.Size}}', name],
  ])
    .trim()
    .split(' ');
  return { name, digest, bytes: Number(bytes), components: await debianPackages(name) };
}

/** Writes an image as an archive that `podman load` and `docker load` read, under the name of deploy/compose. */
export async function saveImage({ name }: Image, file: string): Promise<void> {
  await rm(file, { force: true });
  run('buildah', ['push', '-q', name, `docker-archive:${file}:${IMAGE}`]);
}

/** Reads the Debian packages that deploy/collect-system noted in the image. */
async function debianPackages(image: string): Promise<Component[]> {
  const container = run('buildah', ['from', '--pull=never', image]).trim();
  try {
    const folder = join(run('buildah', ['mount', container]).trim(), 'var/lib/dpkg/status.d');
    const texts = (await readdir(folder)).sort().map((file) => readFile(join(folder, file), 'utf8'));
    return (await Promise.all(texts)).map(debianComponent);
  } finally {
    run('buildah', ['rm', container]);
  }
}

/** A component of the bill of materials from the entry of a package in dpkg's status. */
export function debianComponent(status: string): Component {
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(status)?.[1] ?? '';
  const [name, version] = [field('Package'), field('Version')];
  if (!name || !version) throw new Error(`not the status of a Debian package:\n${status}`);
  const [path, number] = [name, version].map(encodeURIComponent);
  const purl = `pkg:deb/debian/${path}@${number}?arch=${field('Architecture')}`;
  return { type: 'library', name, version, purl };
}
