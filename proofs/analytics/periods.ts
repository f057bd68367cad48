import type { Period } from '../kit/analises.compare.ts';
import { dayOf, midnightOf } from '../kit/analises.truth.ts';
import type { Random } from '../kit/random.ts';

const DAY_MS = 86_400_000;
/** The periods that the screen offers, in days. Mercado Livre returns orders of one year at most. */
export const PERIODS = [7, 30, 90, 365] as const;

/**
 * The four periods of the screen, and five others: between random instants, around midnights, and from midnight to
 * midnight.
 */
export function periodsOf(random: Random, now: number, midnight: number): Period[] {
  const within = (days: number) => now - Math.floor(random() * days * DAY_MS);
  const aMidnight = () => midnightOf(dayOf(within(362)));
  const near = () => aMidnight() + Math.floor(random() * 3000) - 1500;
  const days = 1 + Math.floor(random() * 40);
  const pairs: Period[] = [
    [within(363), within(363)],
    [near(), near()],
    [aMidnight(), aMidnight() + Math.floor(random() * 3) * 500],
    [midnight - days * DAY_MS, midnight],
    [midnight, Math.min(now, midnight + days * DAY_MS)],
  ];
  return [
    ...PERIODS.map((length): Period => [now - length * DAY_MS, now]),
    ...pairs.map(([one, other]): Period => [Math.min(one, other), Math.max(one, other)]),
  ].filter(([from, to]) => from < to);
}
