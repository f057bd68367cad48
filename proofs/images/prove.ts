import { argOf, plantedOf } from '../kit/arguments.ts';
import type { Edit } from '../kit/edits.ts';
import { type Measure, plantedBy, show } from '../kit/figures.ts';
import { prove } from '../kit/proof.ts';
import { attacked } from './attack.ts';
import { DEFECTS, type Part } from './defects.ts';
import { confined, refusedStarts, repeated } from './secrets.ts';
import { openSite } from './site.ts';

/**
 * Proves that an empresa does not wait for the images of another, and that the image process is confined
 * (README.md).
 */
await prove(async (place) => {
  const site = await openSite(place);

  /** Starts an http process with these edits and runs a part of the proof against it. */
  async function run(part: Part, edits: readonly Edit[] = []): Promise<Measure[]> {
    const http = await site.serve(edits);
    try {
      if (part === 'confined') return await confined(site, http);
      if (part === 'repeated') return await repeated(site);
      if (part === 'starts') return await refusedStarts(site, edits);
      return [...(await attacked(site, 2)), ...(await attacked(site, 20))];
    } finally {
      await http.kill();
    }
  }

  const defects = plantedOf(DEFECTS);
  for (const name of defects) {
    const { edits, part, by } = DEFECTS[name];
    plantedBy(name, await run(part, edits), by);
  }
  if (defects.length > 0) return;
  const only = argOf('only');
  for (const part of (['confined', 'repeated', 'starts', 'attack'] as const).filter(
    (each) => only === undefined || each === only,
  ))
    show(await run(part));
});
