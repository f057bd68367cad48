import { planted, plantedOf, prove } from './proof.ts';
import { DEFECTS } from './prove-tokens.defects.ts';
import { isShortOf, show } from './prove-tokens.measure.ts';
import { PARTS, PLANTED } from './prove-tokens.parts.ts';
import { openSite, type Site } from './prove-tokens.site.ts';

/**
 * Tokens of a marketplace that serve once: many processes ask at the moment one runs out, and exactly one refreshes;
 * whoever is killed with the new one unwritten leaves a conta that says so; every wrong answer to a refresh ends in the
 * right state; the key that seals them is changed while they are read; and none is ever kept, logged or answered.
 * `--only=<part>` runs one of race, kills, faults, rotation, canaries; `--rounds=<n>` races another number of times.
 */
await prove(async (place) => {
  const defects = plantedOf(Object.keys(DEFECTS) as (keyof typeof DEFECTS)[]);
  const site = await openSite(place);
  await site.serve();
  if (defects.length === 0) return report(site);
  for (const name of defects) {
    const { part, edits, by } = DEFECTS[name];
    const measures = await PLANTED[part](site, edits);
    const noticed = measures.filter((each) => isShortOf(each) && by.test(each.name));
    planted(
      name,
      noticed.map((each) => `${each.name} = ${each.value}: ${each.findings?.[0] ?? ''}`),
    );
  }
});

async function report(site: Site): Promise<void> {
  const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
  for (const [name, part] of Object.entries(PARTS))
    if (only === undefined || only === name) show(await part(site));
}
