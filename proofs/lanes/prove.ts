import { isPlanted, isShort, plantedOf } from '../kit/arguments.ts';
import { type Measure, note, plantedBy, show, timeBar } from '../kit/figures.ts';
import { type Place, prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { measure, type Outcome, type Size } from './floods.ts';
import { openSite } from './site.ts';

/**
 * Measures how long other people wait while one neighbour floods the job queues in two ways, with one http
 * and one worker process. The proof pauses the worker while the flood fills the queue, and resumes it once
 * the job of the waiting person is queued. So the backlog has its full length on any machine.
 */
const isSmall = isShort || isPlanted;
const FLOOD: Size = isSmall
  ? { saves: 6, fotos: 30, recoveries: 160 }
  : { saves: 14, fotos: 30, recoveries: 400 };
const QUIET: Size = { saves: 0, fotos: 0, recoveries: 0 };
/**
 * In the small size, each time is divided by the time without a flood. A time without a flood below this
 * counts as this, because a ratio of shorter times is noise.
 */
const FLOOR_SECONDS = 1;
/** The maximum ratio to the time without a flood. */
const RATIO = 4;
/** The maximum time in the full size. */
const SECONDS = 5;
/**
 * How many e-mails of the flood may arrive before the awaited one. A first-in, first-out queue would deliver
 * all accepted e-mails of the flood first, which are at least 60.
 */
const OVERTAKEN = { max: 20 };

await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  for (const name of defects) plantedBy(name, await figuresOf(place, name), DEFECTS[name].by);
  if (defects.length === 0) show(await figuresOf(place));
});

async function figuresOf(place: Place, defect?: keyof typeof DEFECTS): Promise<Measure[]> {
  const stops: (() => Promise<unknown>)[] = [];
  const onEnd = (stop: () => Promise<unknown>) => void stops.push(stop);
  const stopAll = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  place.onEnd(stopAll);
  try {
    const site = await openSite(
      { ...place, onEnd },
      defect ?? 'whole',
      defect === undefined ? [] : DEFECTS[defect].edits,
    );
    // The first measurement loads modules and plans and does not count.
    await measure(site, QUIET);
    const quiet = await measure(site, QUIET);
    const flooded = await measure(site, FLOOD);
    note(`without a flood: ${words(quiet)}`);
    note(`under the flood: ${words(flooded)}`);
    return judge(quiet, flooded);
  } finally {
    await stopAll();
  }
}

function judge(quiet: Outcome, flooded: Outcome): Measure[] {
  const time = (name: string, key: 'foto' | 'signUp' | 'recovery'): Measure =>
    isSmall
      ? {
          name: `${name}, ratio to the time without a flood`,
          value: flooded[key] / Math.max(quiet[key], FLOOR_SECONDS),
          bar: timeBar(RATIO),
        }
      : { name: `${name}, seconds`, value: flooded[key], bar: { max: SECONDS } };
  return [
    time('time until the removed photo of another empresa is private', 'foto'),
    time('time until the e-mail of a sign-up is delivered', 'signUp'),
    time('time until the e-mail of a recovery requested from another network is delivered', 'recovery'),
    {
      name: 'e-mails of the flood delivered before the e-mail of a sign-up',
      value: flooded.beforeSignUp,
      bar: OVERTAKEN,
    },
    {
      name: 'e-mails of the flood delivered before the e-mail of a recovery from another network',
      value: flooded.beforeRecovery,
      bar: OVERTAKEN,
    },
    {
      name: `jobs that ${FLOOD.saves} saves of ${FLOOD.fotos} photos leave in the queue`,
      value: flooded.jobsOfSaves,
      bar: { max: 2 },
    },
    {
      name: `recoveries accepted, of ${FLOOD.recoveries} requested from one /48`,
      value: flooded.accepted,
      bar: { max: 100 },
    },
  ];
}

function words({ foto, signUp, recovery }: Outcome): string {
  return `photo ${foto.toFixed(2)} s, sign-up ${signUp.toFixed(2)} s, recovery ${recovery.toFixed(2)} s`;
}
