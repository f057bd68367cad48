import { isShort } from '../kit/arguments.ts';
import { median, percentile } from '../kit/figures.ts';
import type { Outcome } from './generator.ts';
import { workday } from './mix.ts';
import { kindsOf, requestsOf } from './requests.ts';
import { QUIET, type World } from './site.ts';

const SECONDS = isShort ? 5 : 15;
/**
 * The fraction of the capacity that all quiet empresas use together. The rest is enough for one more empresa
 * that sends as much as all of them.
 */
const QUIET_SHARE = 0.2;
/** The number of concurrent callers in the calibration. */
const CLOSED = 32;
/** The flooding empresa sends this many times as much as one quiet empresa. */
const TIMES = 50;
/**
 * After this many kinds the proof measures the quiet empresas alone again, because the speed of the machine
 * changes within minutes.
 */
const BETWEEN = 5;

export interface NeighbourFigures {
  kind: string;
  /** Requests of the quiet empresas that were refused (429), failed (5xx) or lost. */
  quietRefused: number;
  quietSent: number;
  quietP99: number;
  /** `quietP99` divided by the p99 of the quiet empresas alone. */
  ratio: number;
  loudStatus: Record<string, number>;
  loudSent: number;
}

/**
 * Measures fifty quiet empresas beside one that sends fifty times as much as each of them. The flooding
 * empresa sends one kind of request after another.
 */
export async function neighbour(
  world: World,
  { only = () => true, times = TIMES }: { only?: (kind: string) => boolean; times?: number } = {},
): Promise<{ aloneP99: number; perSecond: number; figures: NeighbourFigures[] }> {
  const requests = workday(world.site, world.quiet.slice(0, QUIET));
  const calibrate = { seconds: SECONDS, closed: CLOSED, streams: [{ name: 'all', perSecond: 0, requests }] };
  // The first requests prepare statements and compile code.
  await world.run(calibrate);
  const [all] = (await world.run(calibrate)).outcomes as [Outcome];
  const eachPerSecond = (all.served.length / SECONDS) * (QUIET_SHARE / QUIET);
  const streams = [{ name: 'quiet', perSecond: eachPerSecond * QUIET, requests }];
  const alone: number[] = [];
  const measureAlone = async () => {
    const [quiet] = (await world.run({ seconds: SECONDS, streams })).outcomes as [Outcome];
    alone.push(percentile(quiet.served, 0.99));
  };
  await measureAlone();
  const measured: (Omit<NeighbourFigures, 'ratio'> & { from: number })[] = [];
  for (const [kind, routes] of floods(world)) {
    if (!only(kind)) continue;
    if (measured.length % BETWEEN === BETWEEN - 1) await measureAlone();
    const loudStream = {
      name: 'loud',
      perSecond: eachPerSecond * times,
      requests: requestsOf(world.site, routes, world.loud),
    };
    const ran = await world.run({ seconds: SECONDS, streams: [...streams, loudStream] });
    const [quiet, loud] = ran.outcomes as [Outcome, Outcome];
    measured.push({
      kind,
      quietRefused: quiet.lost + failed(quiet),
      quietSent: quiet.sent,
      quietP99: percentile(quiet.served, 0.99),
      loudStatus: loud.status,
      loudSent: loud.sent,
      from: alone.length - 1,
    });
  }
  await measureAlone();
  const aloneP99 = median(alone);
  return {
    aloneP99,
    perSecond: eachPerSecond * QUIET,
    figures: measured.map(({ from: _, ...each }) => ({ ...each, ratio: each.quietP99 / aloneP99 })),
  };
}

/**
 * The routes of each flood, by name: one flood for each kind, or in the short form one for each cost class.
 */
function floods({ site }: World) {
  const kinds = kindsOf(site.routes);
  if (!isShort) return kinds;
  const classes = new Map<string, ReturnType<typeof kinds.get> & object>();
  for (const [kind, routes] of kinds) {
    const name = kind === 'uploads' ? 'heavy' : (kind.split(':')[0] ?? kind);
    classes.set(name, [...(classes.get(name) ?? []), ...routes]);
  }
  return classes;
}

const failed = ({ status }: Outcome) =>
  Object.entries(status).reduce(
    (sum, [code, count]) => sum + (code === '429' || Number(code) >= 500 ? count : 0),
    0,
  );
