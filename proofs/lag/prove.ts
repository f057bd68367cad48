import { fork } from 'node:child_process';
import { join } from 'node:path';
import { PATIENCE } from '../../apps/server/src/testing/patience.ts';
import { prepareDatabase } from '../../tools/stack.ts';
import { isPlanted, isShort, plantedOf, seed } from '../kit/arguments.ts';
import { answerOf } from '../kit/child.ts';
import { withEdits } from '../kit/edits.ts';
import { type Measure, note, plantedBy, show } from '../kit/figures.ts';
import { openStage, THROWAWAY } from '../kit/product.ts';
import { type Place, prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import type { Figures } from './measure.ts';
import type { Setting, Size } from './simulation.ts';

/**
 * Measures in simulated time how far the pedidos of ten thousand contas lag behind Mercado Livre at five
 * calls per second, and how many calls that costs. `README.md` describes what is real and what is simulated.
 */
const defects = plantedOf(DEFECTS);
const SMALL: Size = {
  contas: 150,
  hours: 2,
  changesPerHour: 1,
  callsPerSecond: 5,
  lost: 0.02,
  attacked: 2,
  attackedShare: 0.2,
  madeUp: 6000,
  processes: 1,
};
const SIZE: Size = isShort
  ? { ...SMALL, hours: 1 }
  : {
      ...{ contas: 10_000, hours: 8, changesPerHour: 0.5, callsPerSecond: 5, lost: 0.01 },
      ...{ attacked: 20, attackedShare: 0.02, madeUp: 100_000, processes: 2 },
    };
/**
 * The maximum number of polls in six hours. Polls are spread randomly over six hours, so in a small run,
 * which lasts one or two hours, the average may be slightly higher.
 */
const POLLS = isShort || isPlanted ? 1.5 : 1;
/**
 * The maximum p95 of the lag, in seconds of simulated time, which other load on the machine does not change.
 */
const P95_S = 60;

await prove(async (place) => {
  // The proof measures simulated time, so it needs no durability.
  const { postgres, onEnd } = await openStage(place, THROWAWAY);
  note(`seed ${seed}`);
  const run = async (database: string, size: Size, env: Record<string, string> = {}) => {
    // The simulated time stops while a statement runs, so the time limits of the database must not decide.
    await prepareDatabase(postgres, database, PATIENCE);
    const [adminUrl, appUrl] = [postgres.url(database), postgres.url(database, 'app')];
    const setting = { ...size, adminUrl, appUrl, seed };
    return judge(await simulate(setting, env, onEnd), size);
  };
  for (const [n, name] of defects.entries()) {
    const { edits, by } = DEFECTS[name];
    plantedBy(name, await run(`prumo_${n}`, SMALL, withEdits(edits)), by);
  }
  if (defects.length === 0) show(await run('prumo', SIZE));
});

/** Runs the simulation in a separate process, so that a planted edit applies from its start. */
async function simulate(
  setting: Setting,
  env: Record<string, string>,
  onEnd: Place['onEnd'],
): Promise<Figures> {
  const child = fork(join(import.meta.dirname, 'simulation.ts'), { env: { ...process.env, ...env } });
  onEnd(async () => child.kill('SIGKILL'));
  const figures = await answerOf<Figures>(child, setting);
  child.kill('SIGKILL');
  return figures;
}

function judge(figures: Figures, size: Size): Measure[] {
  const { contas, hours, changesPerHour, lost, attacked, madeUp, callsPerSecond } = size;
  const about = `${contas} contas, ${hours} h, ${changesPerHour} changes per conta and hour, ${lost * 100} % unannounced, ${madeUp} made-up notifications about ${attacked} contas`;
  for (const [route, n] of Object.entries(figures.callsByRoute)) note(`${n} calls of ${route}`);
  return [
    {
      name: 'changes',
      value: figures.changes,
      bar: { min: (contas * hours * changesPerHour) / 2 },
      size: about,
    },
    { name: 'lag p50, s', value: figures.lagP50 },
    {
      name: 'lag p95, s',
      value: figures.lagP95,
      bar: { max: P95_S },
      size: 'from the change at Mercado Livre to the row in the database',
    },
    { name: 'lag p99, s', value: figures.lagP99 },
    {
      name: 'lag p95 of sellers that receive made-up notifications, s',
      value: figures.attackedP95,
      bar: { max: P95_S },
    },
    { name: 'calls per conta and day', value: figures.callsPerContaAndDay },
    {
      name: 'polls in six hours of a conta without lost changes',
      value: figures.quietPolls,
      bar: { max: POLLS },
    },
    {
      name: 'calls per second in the busiest minute / allowed calls per second',
      value: figures.busiestPerSecond / callsPerSecond,
      // The budget allows a burst of the calls of one second.
      bar: { max: 1 + 1 / 60 },
    },
    {
      name: 'fraction of unannounced changes that a poll had found by the end',
      value: figures.lost === 0 ? 1 : figures.lostFound / figures.lost,
      ...(!isShort && { bar: { min: 0.2 } }),
      size: `${figures.lostFound} of ${figures.lost}; the others were waiting for a poll`,
    },
    {
      name: 'contas whose recorded lag does not match their newest change',
      value: figures.lagWrong,
      bar: { exactly: 0 },
      size: `${figures.contasWithLag} contas`,
    },
  ];
}
