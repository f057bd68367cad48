import { argOf, isShort, plantedOf } from '../kit/arguments.ts';
import { noteLoad, plantedBy, show } from '../kit/figures.ts';
import { openStage, THROWAWAY } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { burst } from './burst.ts';
import { type CostSize, cost } from './cost.ts';
import { DEFECTS } from './defects.ts';
import { type LoadSize, load } from './load.ts';
import { removals } from './removals.ts';
import { openSite, type Site } from './site.ts';

/**
 * Proves that a change reaches every open tab of its empresa within a second, and nobody else. Two http processes serve
 * the tabs. Connections break, a process is killed and the other one is stopped while records change.
 */
const SMALL_LOAD: LoadSize = { empresas: 5, tabs: 8, perSecond: 20, seconds: 12 };
const LOAD: LoadSize = isShort ? SMALL_LOAD : { empresas: 50, tabs: 20, perSecond: 200, seconds: 60 };
const REMOVALS = isShort ? 6 : 60;
const RECORDS = isShort ? 10_000 : 100_000;
const COST: CostSize = isShort
  ? { empresas: 5, tabs: 8, perSecond: 20, seconds: 5 }
  : { empresas: 50, tabs: 20, perSecond: 200, seconds: 15 };

const PARTS = {
  load: (site: Site) => load(site, SMALL_LOAD),
  removals: (site: Site) => removals(site, 6),
  burst: (site: Site) => burst(site, 10_000),
};

const MEASURED = {
  removals: (site: Site) => removals(site, REMOVALS),
  burst: (site: Site) => burst(site, RECORDS),
  cost: (site: Site) => cost(site, COST),
  load: (site: Site) => load(site, LOAD),
};

await prove(async (place) => {
  const stage = await openStage(place, THROWAWAY);
  const defects = plantedOf(DEFECTS);
  for (const [n, name] of defects.entries()) {
    const { edits, part, by } = DEFECTS[name];
    const site = await openSite(stage, { database: `prumo_${n}`, edits });
    plantedBy(name, await PARTS[part](site), by);
    await site.close();
  }
  if (defects.length > 0) return;

  const site = await openSite(stage, { database: 'prumo' });
  const only = argOf('only');
  for (const [name, measure] of Object.entries(MEASURED))
    if (only === undefined || only === name) show(await measure(site));
  noteLoad();
});
