import { argOf, isShort, numberArgOf, plantedOf, seed } from '../kit/arguments.ts';
import type { Edit } from '../kit/edits.ts';
import { countOf, type Measure, note, plantedBy, show } from '../kit/figures.ts';
import { openStage, THROWAWAY } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { diceOf } from '../kit/random.ts';
import { DEFECTS } from './defects.ts';
import { IMAGE_ROUTES, images } from './images.ts';
import { restores, ZIP_ROUTE } from './restores.ts';
import { openSite, type Site } from './site.ts';

/** Sends hostile files to every route that takes one (README.md). */
const FILES = numberArgOf('files') ?? (isShort ? 200 : 2000);
/** Each ZIP is restored by a worker, which takes longer than an image. */
const ZIP_SHARE = 0.1;
const ZIPS = Math.ceil(FILES * ZIP_SHARE);
/** A defect is caught by one file of each family. */
const PLANTED_FILES = { images: 80, restores: 40 };

const PARTS = {
  images: (site: Site, count = FILES - ZIPS) => images(site, diceOf(seed), count),
  restores: (site: Site, count = ZIPS) => restores(site, diceOf(seed + 1), count),
};

await prove(async (place) => {
  const stage = await openStage(place, THROWAWAY);

  async function run<T>(name: string, edits: readonly Edit[], work: (site: Site) => Promise<T>): Promise<T> {
    const site = await openSite(stage, name, edits);
    try {
      return await work(site);
    } finally {
      await site.close();
    }
  }

  const defects = plantedOf(DEFECTS);
  for (const [index, name] of defects.entries()) {
    const { edits, part, by } = DEFECTS[name];
    const measures = await run(`p${index}`, edits, (site) => PARTS[part](site, PLANTED_FILES[part]));
    plantedBy(name, measures, by);
  }
  if (defects.length > 0) return;

  note(`seed ${seed}`);
  const only = argOf('only');
  await run('prumo', [], async (site) => {
    show([await uncovered(site)]);
    for (const [name, part] of Object.entries(PARTS))
      if (only === undefined || only === name) show(await part(site));
  });
});

/** A new route that takes a file has to get a part of this proof. */
async function uncovered(site: Site): Promise<Measure> {
  const covered = new Set<string>([...IMAGE_ROUTES, ZIP_ROUTE]);
  const routes = (await site.routes()).map(({ url }) => url);
  return countOf(
    'routes that take a file and get none here',
    routes.filter((url) => !covered.has(url)),
    `${routes.length} routes`,
  );
}
