import { argOf, plantedOf } from '../kit/arguments.ts';
import { plantedBy, show } from '../kit/figures.ts';
import { prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { PARTS, PLANTED } from './parts.ts';
import { openSite, type Site } from './site.ts';

/**
 * Proves that the product loses no refresh token without notice, and leaks no token. A refresh token works
 * only once. If many processes need a token that has expired, exactly one refreshes it. If a process is
 * killed before it has stored the new token, the conta becomes `reconectar`. Every faulty answer to a refresh
 * that the sandbox simulates leads to the right state. The key that seals the tokens can change while
 * processes read them. The product never stores, logs or answers a token in the clear. `--only=<part>` runs
 * one of race, kills, faults, rotation, canaries. `--rounds=<n>` sets the number of races.
 */
await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  const site = await openSite(place);
  if (defects.length === 0) return report(site);
  for (const name of defects) {
    const { part, edits, by } = DEFECTS[name];
    plantedBy(name, await PLANTED[part](site, edits), by);
  }
});

async function report(site: Site): Promise<void> {
  const only = argOf('only');
  for (const [name, part] of Object.entries(PARTS))
    if (only === undefined || only === name) show(await part(site));
}
