import { isShort, plantedOf, seed } from '../kit/arguments.ts';
import { isShortOf, type Measure, planted, show } from '../kit/figures.ts';
import { openStage, type Stage, THROWAWAY } from '../kit/product.ts';
import { type Place, prove } from '../kit/proof.ts';
import { acceptances } from './acceptances.ts';
import { openScreen } from './browser.ts';
import { DEFECTS, type Defect } from './defects.ts';
import { removals } from './removals.ts';
import { openSite } from './site.ts';
import { switches } from './switches.ts';
import { tabs } from './tabs.ts';

/**
 * Proves that one convite makes one membro however often it is used at once, that a removed person is out of every
 * process, that two tabs of one browser keep two empresas apart, and that a switch of empresa is fast. The last two
 * parts drive the built product in Chromium (run `pnpm build` first).
 */
const ROUNDS = isShort ? 25 : 1000;
const REMOVALS = isShort ? 10 : 200;
const OPERATIONS = isShort ? 10 : 200;
const SWITCHES = isShort ? 10 : 100;

await prove(async (place) => {
  const stage = await openStage(place, THROWAWAY);
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) await proveEquipe(place, stage);
  for (const [n, name] of defects.entries()) {
    const findings = (await withDefect(place, stage, DEFECTS[name], n)).filter(isShortOf);
    planted(
      name,
      findings.flatMap(({ name: figure, findings: found = [] }) => [figure, ...found]),
    );
  }
});

async function proveEquipe(place: Place, stage: Stage): Promise<void> {
  const site = await openSite(stage, 'prumo');
  show(await acceptances(site, ROUNDS));
  show(await removals(site, REMOVALS));
  await site.close();
  const screen = await openScreen(onLaterPorts(place));
  show(await tabs(screen, OPERATIONS, seed));
  show(await switches(screen, SWITCHES));
}

async function withDefect(place: Place, stage: Stage, { sql, part }: Defect, n: number): Promise<Measure[]> {
  if (part === 'tabs') return tabs(await openScreen(onLaterPorts(place), sql), 10, seed);
  const site = await openSite(stage, `prumo_${n}`, sql);
  const measures = await { acceptances, removals }[part](site, 10);
  await site.close();
  return measures;
}

/** The first ten ports of the place belong to the processes of the first two parts. */
function onLaterPorts(place: Place): Place {
  return { ...place, port: place.port + 10 };
}
