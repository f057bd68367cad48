import { argOf, isShort, plantedOf } from '../kit/arguments.ts';
import { figure, note, planted } from '../kit/figures.ts';
import { prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { flood } from './flood.ts';
import { neighbour } from './neighbour.ts';
import { openWorld, type World } from './site.ts';

/**
 * Proves two claims about overload and fairness (R9). The server keeps its throughput when clients offer ten
 * times its capacity. One empresa that sends fifty times its fair share does not slow down the others.
 * README.md beside this file describes the measurement.
 */
const BARS = isShort
  ? { goodput: { min: 0.5 }, ratio: { max: 5 } }
  : { goodput: { min: 0.8 }, ratio: { max: 1.5 } };

await prove(async (place) => {
  const names = plantedOf(DEFECTS);
  const world = await openWorld(place);
  for (const name of names) {
    const { edits, cores, findings } = DEFECTS[name];
    const stop = await world.start(cores, edits);
    planted(name, await findings(world));
    await stop();
  }
  if (names.length > 0) return;
  const only = argOf('only');
  if (only !== 'neighbour') await proveFlood(world);
  if (only !== 'flood') await proveNeighbour(world);
});

async function proveFlood(world: World): Promise<void> {
  const stop = await world.start('one');
  const seen = await flood(world);
  await stop();
  const each = (value: number) => value.toFixed(0);
  figure('capacity, requests/s', Math.round(seen.capacity), undefined, '32 concurrent callers, closed loop');
  note(`offered ${each(seen.offered)} requests/s, the sender at most ${each(seen.behindMs)} ms late`);
  note(`answers by status: ${JSON.stringify(seen.status)}`);
  figure(
    'goodput at 10 times the capacity / capacity',
    seen.goodputRatio,
    BARS.goodput,
    `${each(seen.goodput)}/s`,
  );
  figure('p99 of served requests during the flood, ms', seen.servedP99, isShort ? undefined : { max: 500 });
  if (isShort)
    figure(
      'p99 of a refusal / p99 of served requests',
      seen.refusalP99 / seen.servedP99,
      { max: 1 },
      `${seen.refused} refusals`,
    );
  else figure('p99 of a refusal, ms', seen.refusalP99, { max: 50 }, `${seen.refused} refusals`);
  figure('refusals without Retry-After', seen.withoutRetryAfter, { exactly: 0 }, `of ${seen.refused}`);
  figure('requests never answered', seen.lost, { exactly: 0 });
  figure(
    'answers of /readyz other than 200 during the flood',
    seen.readyzFailed,
    { exactly: 0 },
    `of ${seen.readyz}`,
  );
  figure(
    'seconds until p99 is at most twice the normal one',
    seen.recoverySeconds,
    { max: 10 },
    `normal: ${each(seen.normalP99)} ms at 0.3 of the capacity`,
  );
}

async function proveNeighbour(world: World): Promise<void> {
  const stop = await world.start('both');
  const { aloneP99, perSecond, figures } = await neighbour(world);
  await stop();
  figure(
    'p99 of the quiet empresas alone, ms',
    aloneP99,
    undefined,
    `fifty empresas, ${perSecond.toFixed(0)} requests/s together`,
  );
  for (const { kind, quietRefused, quietSent, ratio, quietP99, loudStatus, loudSent } of figures) {
    figure(`beside ${kind}: quiet requests refused`, quietRefused, { exactly: 0 }, `of ${quietSent}`);
    figure(
      `beside ${kind}: p99 of quiet requests / p99 alone`,
      ratio,
      BARS.ratio,
      `${quietP99.toFixed(0)} ms`,
    );
    figure(`beside ${kind}: answers 500 to the flooding empresa`, loudStatus['500'] ?? 0, { exactly: 0 });
    note(`the flooding empresa: ${loudSent} sent, answers by status ${JSON.stringify(loudStatus)}`);
  }
}
