import { existsSync, realpathSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Packages that esbuild cannot bundle: native code, and packages that find a binary by its path in node_modules. */
export const EXTERNALS = ['sharp', '@resvg/resvg-js', 'libheif-js', '@node-rs/argon2', 'dbmate'];

export interface Installed {
  name: string;
  version: string;
  folder: string;
  license?: string;
}

interface Manifest {
  version: string;
  license?: unknown;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Finds packages with everything they depend on, as they are installed. A package for another machine is not installed,
 * and is left out.
 */
export async function closureOf(names: readonly string[], from: string): Promise<Installed[]> {
  const found = new Map<string, Installed>();
  const visit = async (name: string, folder: string, optional: boolean): Promise<void> => {
    const place = packageFolder(name, folder);
    if (place === undefined) {
      if (optional) return;
      throw new Error(`${name}, which ${folder} needs, is not installed`);
    }
    if (found.has(place)) return;
    const manifest = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as Manifest;
    const { version, license, dependencies = {}, optionalDependencies = {} } = manifest;
    found.set(place, { name, version, folder: place, ...(typeof license === 'string' && { license }) });
    for (const each of Object.keys(dependencies)) await visit(each, place, each in optionalDependencies);
    for (const each of Object.keys(optionalDependencies)) await visit(each, place, true);
  };
  for (const name of names) await visit(name, from, false);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The packages that the bundle needs beside it. Throws when two versions of one package are needed, because they will
 * lie side by side in one folder.
 */
export async function neededPackages(names: readonly string[], from: string): Promise<Installed[]> {
  const found = await closureOf(names, from);
  const twice = found.filter(({ name }, n) => found[n - 1]?.name === name);
  if (twice.length > 0)
    throw new Error(`needed in two versions: ${twice.map(({ name }) => name).join(', ')}`);
  return found;
}

/** The real folder of a package, looked for as Node does, from a folder upwards. */
function packageFolder(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return realpathSync(place);
    if (folder === dirname(folder)) return undefined;
  }
}

export async function copyPackages(packages: readonly Installed[], nodeModules: string): Promise<void> {
  for (const { name, folder } of packages)
    await cp(folder, join(nodeModules, name), {
      recursive: true,
      // pnpm puts the commands of a package into a folder of their own, which nothing here starts.
      filter: (path) => !path.slice(folder.length).startsWith('/node_modules'),
    });
}
