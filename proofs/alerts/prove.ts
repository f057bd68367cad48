import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { argOf, isShort, plantedOf } from '../kit/arguments.ts';
import { countOf, figure, type Measure, note, noteLoad, planted, plantedBy, show } from '../kit/figures.ts';
import { prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { FAULTS, type Fault } from './faults.ts';
import { openSite, type Site } from './site.ts';

/**
 * Brings fifteen faults about, one after another, in a small installation with real monitoring. Each must raise its
 * alert and no other, and the alert must end after the fault.
 */
const RAISE_MS = 120_000;
const CLEAR_MS = 300_000;
/** How long the proof looks for further alerts after the expected one. A consequence comes a little later. */
const BEYOND_MS = 20_000;
/** The short form tries faults of the product, of a file of node_exporter, and of an exporter. */
const SHORT = ['worker gone', 'disk nearly full', 'ledger disagrees'];

interface Outcome {
  fault: Fault;
  /** Seconds from the fault to the message to the operators. Undefined if none came in time. */
  raised: number | undefined;
  /** Seconds from the end of the fault to the message that the alert has ended. */
  cleared: number | undefined;
  /** Other alerts that the operators were told. */
  others: string[];
}

await prove(async (place) => {
  noteLoad();
  const names = plantedOf(DEFECTS);
  if (names.length === 1) {
    const [name = ''] = names;
    const { edits, fault } = DEFECTS[name] ?? { edits: [], fault: '' };
    const site = await openSite(place, edits);
    return plantedBy(name, judge(await tryAll(site, [fault])), /without their alert/);
  }
  if (names.length > 1) return eachAlone(names);
  const only = argOf('only')?.split(',');
  const outcomes = await tryAll(await openSite(place, []), only ?? (isShort ? SHORT : undefined));
  show(judge(outcomes));
});

/** Runs the proof once for each defect, because each needs a product of its own. */
function eachAlone(names: readonly string[]): void {
  const others = process.argv.slice(2).filter((each) => !each.startsWith('--planted'));
  for (const name of names) {
    const run = [import.meta.filename, ...others, `--planted=${name}`];
    const { status } = spawnSync(process.execPath, run, { stdio: 'inherit' });
    planted(name, status === 1 ? ['a run of its own caught it'] : []);
  }
}

async function tryAll(site: Site, names?: readonly string[]): Promise<Outcome[]> {
  await settled(site);
  const faults = FAULTS.filter(({ name }) => names === undefined || names.includes(name));
  if (faults.length === 0) throw new Error(`faults are: ${FAULTS.map(({ name }) => name).join(', ')}`);
  const outcomes: Outcome[] = [];
  for (const fault of faults) {
    const outcome = await tryOne(site, fault);
    outcomes.push(outcome);
    const words = (seconds: number | undefined) =>
      seconds === undefined ? 'never' : `${seconds.toFixed(0)} s`;
    note(
      `${fault.name}: ${fault.alert} after ${words(outcome.raised)}, ended ${words(outcome.cleared)} after the fault` +
        (outcome.others.length > 0 ? `; also ${outcome.others.join(', ')}` : ''),
    );
  }
  return outcomes;
}

async function tryOne(site: Site, fault: Fault): Promise<Outcome> {
  const { notices } = site.monitoring;
  const from = notices.length;
  const since = () => notices.slice(from);
  let isOver = false;
  const began = Date.now();
  await fault.begin(site, () => isOver);
  const raisedAt = await until(
    () => since().find(({ alert, isFiring }) => isFiring && alert === fault.alert)?.at,
    began + RAISE_MS,
  );
  if (raisedAt !== undefined) await sleep(BEYOND_MS);
  else note(`Prometheus says ${JSON.stringify(await site.monitoring.active())}`);
  isOver = true;
  const ended = Date.now();
  await fault.end(site);
  const clearedAt =
    raisedAt &&
    (await until(
      () => since().findLast(({ alert, isFiring }) => !isFiring && alert === fault.alert)?.at,
      ended + CLEAR_MS,
    ));
  await settled(site);
  const others = since()
    .filter(({ alert, isFiring }) => isFiring && alert !== fault.alert)
    .map(({ alert }) => alert);
  return {
    fault,
    raised: raisedAt && (raisedAt - began) / 1000,
    cleared: clearedAt && (clearedAt - ended) / 1000,
    others: [...new Set(others)],
  };
}

/** Waits until Prometheus reads every target and raises no alert, so that a fault meets a calm site. */
async function settled({ monitoring }: Site): Promise<void> {
  const calm = await until(async () => {
    const [unread, active] = await Promise.all([monitoring.unread(), monitoring.active()]);
    const firing = active.filter(({ state }) => state === 'firing');
    return unread.length === 0 && firing.length === 0 ? Date.now() : undefined;
  }, Date.now() + CLEAR_MS);
  if (calm === undefined)
    throw new Error(`not calm: ${JSON.stringify([await monitoring.unread(), await monitoring.active()])}`);
}

async function until(
  found: () => number | undefined | Promise<number | undefined>,
  deadline: number,
): Promise<number | undefined> {
  for (;;) {
    const at = await found();
    if (at !== undefined || Date.now() > deadline) return at;
    await sleep(500);
  }
}

function judge(outcomes: readonly Outcome[]): Measure[] {
  const size = `of ${outcomes.length} faults`;
  const named = (wrong: (outcome: Outcome) => boolean) =>
    outcomes.filter(wrong).map(({ fault }) => fault.name);
  figure('slowest alert, s', Math.max(0, ...outcomes.flatMap(({ raised }) => raised ?? [])));
  figure('slowest end of an alert, s', Math.max(0, ...outcomes.flatMap(({ cleared }) => cleared ?? [])));
  return [
    countOf(
      'faults without their alert within 120 s',
      named(({ raised }) => raised === undefined),
      size,
    ),
    countOf(
      'faults with another alert',
      outcomes
        .filter(({ others }) => others.length > 0)
        .map(({ fault, others }) => `${fault.name}: ${others}`),
      size,
    ),
    countOf(
      'alerts that did not end after their fault',
      named(({ raised, cleared }) => raised !== undefined && cleared === undefined),
      size,
    ),
  ];
}
