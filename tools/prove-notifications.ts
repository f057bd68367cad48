import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import { figure, isShort, note, planted, plantedOf, prove } from './proof.ts';
import { type BurstSize, burst, highestRate } from './prove-notifications.burst.ts';
import { DEFECTS } from './prove-notifications.defects.ts';
import type { Measure } from './prove-notifications.judge.ts';
import { changedWhileRead, heldStill, killed, sameTime } from './prove-notifications.moments.ts';
import { openSite, type Site } from './prove-notifications.site.ts';

/**
 * What Mercado Livre says has changed is answered in time and is here once, whatever comes between: thousands of
 * notifications with duplicates, out of order and made up, while orders change, are changed again while they are read,
 * and are read by a worker that stands still; an http process is killed while it answers. One http process and two
 * workers, with PostgreSQL as installed (fsync on) and the usual limits on requests. `--rate=<n>` sends so many a
 * second.
 */
const SMALL: BurstSize = { perSecond: 200, seconds: 3, things: 40, changes: 15, patience: 30 };
const SIZE: BurstSize = isShort
  ? SMALL
  : { perSecond: rateOf() ?? 1000, seconds: 60, things: 500, changes: 300, patience: 300 };
/** On the machine of the judge, busy with the rest of it, a timing only shows what has become much slower. */
const P99_MS = isShort ? 500 : 200;
/** What the product uses if nobody says otherwise; short, so that nobody waits. */
const CALLS_PER_SECOND = isShort ? 20 : 5;

function rateOf(): number | undefined {
  const text = process.argv.find((arg) => arg.startsWith('--rate='))?.split('=')[1];
  return text === undefined ? undefined : Number(text);
}

const PARTS = {
  burst: (site: Site) => burst(site, SMALL, P99_MS),
  sameTime: (site: Site) => sameTime(site, 60),
  changedWhileRead,
  heldStill,
  killed: (site: Site) => killed(site, 2),
};

await prove(async ({ folder, port, onEnd }) => {
  const postgres = await startPostgres({ dir: join(folder, 'postgres'), port });
  onEnd(postgres.stop);
  const place = { folder, port, postgres, onEnd };
  const defects = plantedOf(Object.keys(DEFECTS) as (keyof typeof DEFECTS)[]);
  for (const [n, name] of defects.entries()) {
    const { part, by, ...defect } = DEFECTS[name];
    const site = await openSite(place, { database: `prumo_${n}`, callsPerSecond: 20, ...defect });
    const measures = await PARTS[part](site);
    await site.close();
    const noticed = measures.filter((each) => isShortOf(each) && by.test(each.name));
    planted(
      name,
      noticed.map(({ name: what, value, findings = [] }) => `${what} = ${value} ${findings[0] ?? ''}`),
    );
  }
  if (defects.length > 0) return;

  const site = await openSite(place, { database: 'prumo', callsPerSecond: CALLS_PER_SECOND });
  if (!isShort) show(await sameTime(site, 200));
  const measures = await burst(site, SIZE, P99_MS);
  show(measures);
  if (!isShort && measures.some((each) => each.name.startsWith('answer p99') && isShortOf(each)))
    show(await highestRate(site, SIZE.perSecond, P99_MS));
  show(await changedWhileRead(site));
  if (!isShort) {
    show(await heldStill(site));
    show(await killed(site, 5));
  }
  const log = await readFile(site.log, 'utf8');
  if (!log.includes('/api/contas')) throw new Error('The log of the server is not where it is searched.');
  note(`${log.split('\n').length} lines of log`);
  figure('resources of notifications in the log', (log.match(/\/orders\/\d/g) ?? []).length, { exactly: 0 });
});

function isShortOf({ value, bar }: Measure): boolean {
  if (bar === undefined) return false;
  return !('min' in bar ? value >= bar.min : 'max' in bar ? value <= bar.max : value === bar.exactly);
}

function show(measures: readonly Measure[]): void {
  for (const { name, value, bar, size, findings = [] } of measures) {
    figure(name, value, bar, size);
    for (const finding of findings.slice(0, 3)) note(finding);
  }
}
