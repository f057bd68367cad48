import { existsSync } from 'node:fs';
import { chmod, cp, lutimes, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stack.ts';
import { copyPackages, EXTERNALS, type Installed, neededPackages } from './externals.ts';

/**
 * Assembles everything that production runs below one folder: Node, the bundles of the server with the packages they
 * need, and the built web. Run `pnpm build` first.
 */
export async function assemble(folder: string): Promise<Installed[]> {
  const server = join(ROOT, 'apps/server');
  if (!existsSync(join(server, 'dist/main.prumo.js'))) throw new Error('Run pnpm build first.');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'bin'), { recursive: true });
  await cp(process.execPath, join(folder, 'bin/node'), { dereference: true });
  // Source maps are half of the bundle, and nothing in production reads them.
  const filter = (path: string) => !path.endsWith('.map');
  await cp(join(server, 'dist'), join(folder, 'server'), { recursive: true, filter });
  await writeFile(join(folder, 'server/package.json'), '{ "type": "module" }\n');
  await cp(join(ROOT, 'apps/web/dist'), join(folder, 'web'), { recursive: true, filter });
  const packages = await neededPackages(EXTERNALS, server);
  await copyPackages(packages, join(folder, 'server/node_modules'));
  await cp(join(ROOT, 'deploy/prumo'), join(folder, 'prumo'));
  await cp(join(ROOT, 'deploy/atividade-check'), join(folder, 'atividade-check'));
  return packages;
}

/** Gives every file of a tree the same time and plain rights, so that two builds of one commit are equal. */
export async function settle(folder: string, epoch: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) await chmod(path, entry.isDirectory() || isProgram(path) ? 0o755 : 0o644);
  }
  // The time of a folder changes with what is in it, so the deepest entries come first.
  const paths = entries
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => b.length - a.length);
  for (const path of [...paths, folder]) await lutimes(path, epoch, epoch);
}

const PROGRAMS =
  /\/(bin\/(node|dbmate|prumo)|lib\/prumo\/(prumo|atividade-check)|DEBIAN\/(postinst|prerm|postrm))$/;
const isProgram = (path: string) => PROGRAMS.test(path);
