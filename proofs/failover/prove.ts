import { isShort, plantedOf } from '../kit/arguments.ts';
import {
  countOf,
  type Measure,
  note,
  noteLoad,
  percentile,
  plantedBy,
  show,
  timeBar,
} from '../kit/figures.ts';
import { type Place, prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { FAULTS, type Fault } from './faults.ts';
import { openSite, type Round } from './site.ts';

/**
 * Takes the primary away from three PostgreSQL machines again and again while people save over HTTP. An acknowledged
 * write must be on the next primary, a primary that comes back must not have taken a write of its own, and the product
 * must answer 503 with a sentence until it reaches the new primary.
 */
const FAILOVERS = isShort ? 4 : 20;
const GAP_SECONDS = 30;

await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) {
    show(await run(place, cycle(FAULTS, FAILOVERS)));
    noteLoad();
  }
  for (const name of defects) {
    const { by, fault, files, edits } = DEFECTS[name];
    plantedBy(name, await run(place, [fault], { files, edits }), by);
  }
});

/** The first `count` of the faults, from the beginning again after the last one. */
function cycle<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, n) => all[n % all.length] as T);
}

async function run(
  place: Place,
  faults: readonly Fault[],
  planted: Parameters<typeof openSite>[1] = {},
): Promise<Measure[]> {
  // Each planted defect has a cluster of its own, which ends before the next one begins.
  const stops: (() => Promise<unknown>)[] = [];
  const clear = async () => {
    for (const stop of stops.splice(0).reverse()) await stop().catch((error) => console.error(error));
  };
  place.onEnd(clear);
  const site = await openSite({ ...place, onEnd: (stop) => stops.push(stop) }, planted);
  const rounds: Round[] = [];
  for (const [n, fault] of faults.entries()) {
    const round = await site.lose(fault);
    rounds.push(round);
    const { from, to, gapSeconds, promotedSeconds, wholeSeconds } = round;
    note(
      `${n + 1}. ${fault.name}: ${from} → ${to}, promoted after ${promotedSeconds.toFixed(1)} s, ` +
        `no write for ${gapSeconds.toFixed(1)} s, whole again after ${wholeSeconds.toFixed(1)} s`,
    );
  }
  const measures = measuresOf(rounds, await site.end());
  await clear();
  return measures;
}

type Ended = Awaited<ReturnType<Awaited<ReturnType<typeof openSite>>['end']>>;

function measuresOf(rounds: readonly Round[], ended: Ended): Measure[] {
  const gaps = rounds.map(({ gapSeconds }) => gapSeconds).sort((a, b) => a - b);
  const { truth, stored, direct } = ended;
  const kinds = new Set(rounds.map(({ kind }) => kind)).size;
  return [
    {
      name: 'failovers',
      value: rounds.filter(({ from, to, timelines }) => from !== to && timelines >= 1).length,
      bar: { exactly: rounds.length },
      size: `${kinds} kinds`,
    },
    { name: 'acknowledged writes', value: truth.acknowledged.size, bar: { min: rounds.length * 10 } },
    countOf('acknowledged writes lost', stored.lost),
    countOf('writes doubled, or stored and never acknowledged', stored.doubled),
    countOf('split writes, or rows that differ between machines', stored.split, `${direct} direct writes`),
    countOf('answers of 500 or without a sentence', truth.errors500),
    countOf('other unexpected answers', truth.findings),
    countOf('processes that ended, or did not find the new primary', ended.processes),
    countOf('commands of the backup that failed', ended.archive.failed),
    countOf(
      'acknowledged writes that the first backup and the archive do not bring back',
      ended.archive.missing,
      `${ended.archive.timeline} timelines`,
    ),
    {
      name: 'standbys made from the backup',
      value: ended.copies,
      bar: { min: rounds.filter(({ isEmpty }) => isEmpty).length },
    },
    countOf('faults of a restore of the whole cluster', ended.restored),
    countOf('changes of the cluster by strangers, or refused to us', ended.strangers),
    {
      name: 'refused with 503 and a sentence',
      value: truth.refused,
      bar: { min: 1 },
      size: `slowest ${(truth.slowestRefusalMs / 1000).toFixed(1)} s`,
    },
    { name: 'time without a write, p95, s', value: percentile(gaps, 0.95), bar: timeBar(GAP_SECONDS) },
    { name: 'time without a write, median, s', value: percentile(gaps, 0.5) },
  ];
}
