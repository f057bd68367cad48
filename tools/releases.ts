import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The releases whose files a built web contains, the newest first. A page that was opened before a release still loads
 * chunks of its own release, so the build of the next release carries them along (docs/operations.md, "A release").
 */
export interface Release {
  /** The second of the build. The page and the server compare it. */
  release: number;
  /** Names in the folder assets. */
  assets: string[];
}

const WEEK = 7 * 24 * 60 * 60;
const FILE = 'releases.json';

/** The earlier releases that a new one replaced less than a week ago. `releases` has the newest first. */
export function keptReleases(releases: readonly Release[], now: number): Release[] {
  return releases.filter((_, index) => (releases[index - 1]?.release ?? now) > now - WEEK);
}

/** The newest change that people read: the topmost day of CHANGELOG.md, and how many changes it has. */
export function newestChange(changelog: string): string {
  const [, section = ''] = changelog.split(/^## /m);
  return `${section.split('\n')[0]} ${section.match(/^- /gm)?.length ?? 0}`;
}

/** Tells the page the newest change, so that it can mark one that the person has not seen. */
export async function writeChange(dist: string, changelog: string): Promise<void> {
  const index = join(dist, 'index.html');
  const page = await readFile(index, 'utf8');
  const marked = page.replace(
    'name="mudanca" content=""',
    `name="mudanca" content="${newestChange(changelog)}"`,
  );
  if (marked === page) throw new Error('index.html has no empty <meta name="mudanca">.');
  await writeFile(index, marked);
}

/** Adds the files of the previous releases in the folder `previous` to the new build in `dist`, and its own number. */
export async function writeReleases(dist: string, now: number, previous?: string): Promise<void> {
  const own: Release = { release: now, assets: await readdir(join(dist, 'assets')) };
  const kept = previous ? keptReleases(await readReleases(previous), now) : [];
  for (const name of new Set(kept.flatMap(({ assets }) => assets)))
    await cp(join(previous ?? '', 'assets', name), join(dist, 'assets', name), { force: false });
  await writeFile(join(dist, FILE), JSON.stringify([own, ...kept]));

  const index = join(dist, 'index.html');
  const page = await readFile(index, 'utf8');
  const marked = page.replace('name="release" content=""', `name="release" content="${now}"`);
  if (marked === page) throw new Error('index.html has no empty <meta name="release">.');
  await writeFile(index, marked);
}

async function readReleases(dist: string): Promise<Release[]> {
  return JSON.parse(await readFile(join(dist, FILE), 'utf8')) as Release[];
}
