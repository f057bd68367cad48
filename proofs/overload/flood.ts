import { isShort } from '../kit/arguments.ts';
import { percentile } from '../kit/figures.ts';
import type { Outcome, Ran } from './generator.ts';
import { workday } from './mix.ts';
import type { World } from './site.ts';

const SECONDS = isShort
  ? { calibrate: 3, normal: 4, flood: 10, after: 12 }
  : { calibrate: 15, normal: 15, flood: 120, after: 15 };
/**
 * The number of concurrent callers in the calibration: several for each database connection, and fewer than
 * the server admits concurrently.
 */
const CLOSED = 32;
/** The flood offers this many times the capacity. */
const TIMES = 10;
/** The fraction of the capacity that counts as normal load. */
const USUAL_SHARE = 0.3;
const READYZ = 'GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

export interface FloodFigures {
  capacity: number;
  offered: number;
  goodput: number;
  goodputRatio: number;
  servedP99: number;
  refusalP99: number;
  normalP99: number;
  refused: number;
  withoutRetryAfter: number;
  lost: number;
  readyzFailed: number;
  readyz: number;
  recoverySeconds: number;
  behindMs: number;
  status: Record<string, number>;
}

/**
 * Measures the capacity, then offers TIMES the capacity, and measures how much of it still serves requests.
 * Before and after the flood it measures p99 under normal load. At the end it measures the capacity again,
 * because the speed of a shared machine changes within minutes; the mean of both is the reference.
 */
export async function flood(world: World): Promise<FloodFigures> {
  const requests = workday(world.site, world.quiet);
  const steady = (perSecond: number, seconds: number) =>
    world.run({ seconds, streams: [{ name: 'work', perSecond, requests }] });
  const closed = (seconds: number) =>
    world.run({ seconds, closed: CLOSED, streams: [{ name: 'work', perSecond: 0, requests }] });
  // The first requests prepare statements and compile code.
  await closed(SECONDS.calibrate);
  const before = rateOf(await closed(SECONDS.calibrate));
  const usual = Math.max(1, Math.round(before * USUAL_SHARE));
  const normal = (await steady(usual, SECONDS.normal)).outcomes[0] as Outcome;
  const normalP99 = percentile(normal.served, 0.99);
  const flooded = await world.run({
    seconds: SECONDS.flood,
    streams: [
      { name: 'work', perSecond: before * TIMES, requests },
      { name: 'readyz', perSecond: 5, requests: [READYZ] },
    ],
  });
  const [work, readyz] = flooded.outcomes as [Outcome, Outcome];
  const after = (await steady(usual, SECONDS.after)).outcomes[0] as Outcome;
  const capacity = (before + rateOf(await closed(SECONDS.calibrate))) / 2;
  const goodput = work.served.length / flooded.seconds;
  return {
    ...{ capacity, goodput, normalP99, goodputRatio: goodput / capacity },
    offered: work.sent / flooded.seconds,
    servedP99: percentile(work.served, 0.99),
    refusalP99: percentile(work.refused, 0.99),
    refused: work.refused.length,
    withoutRetryAfter: work.withoutRetryAfter,
    lost: work.lost,
    readyz: readyz.sent,
    readyzFailed: readyz.sent - (readyz.status['200'] ?? 0),
    recoverySeconds: recovery(after, normalP99),
    behindMs: flooded.behindMs,
    status: work.status,
  };
}

const rateOf = ({ outcomes, seconds }: Ran) => (outcomes[0]?.served.length ?? 0) / seconds;

/**
 * The number of seconds after which p99 stays at most twice the normal p99. Infinity if it never does, or if
 * the server still refuses a request.
 */
function recovery({ bySecond, refused }: Outcome, normalP99: number): number {
  if (refused.length > 0) return Number.POSITIVE_INFINITY;
  const slow = bySecond.findLastIndex((times) => percentile(times.toSorted(ascending), 0.99) > 2 * normalP99);
  return slow + 1 >= bySecond.length ? Number.POSITIVE_INFINITY : slow + 1;
}

const ascending = (one: number, other: number) => one - other;
