import { isDeepStrictEqual } from 'node:util';
import type { Account, Answer } from './prove-analytics.site.ts';
import { dayOf, figuresOf, midnightOf, type TrueOrder } from './prove-analytics.truth.ts';

const DAY_MS = 86_400_000;
/** A year is what Mercado Livre tells of; the days as the screen has them. */
export const PERIODS = [7, 30, 90, 365] as const;

export type Random = () => number;

/** Reproducible: the same seed makes the same run. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Period = readonly [from: number, to: number];

/** The four of the screen, and others: any instants, around midnights, from a midnight to another. */
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

export interface Comparison {
  /** What is not as the orders say. */
  wrong: string[];
  /** Whether there was a period before to compare too, and any refunds and sold orders. */
  hadBefore: boolean;
  hadRefunds: boolean;
  sold: number;
}

/** Holds an analysis against the orders themselves. */
export async function compare(
  { seller, analyse }: Account,
  orders: readonly TrueOrder[],
  [from, to]: Period,
): Promise<Comparison> {
  const answer = await analyse(from, to);
  const truth = figuresOf(orders, from, to);
  const before = expectedBefore(answer, orders, from, to);
  const pairs: Record<string, readonly [told: unknown, true: unknown]> = {
    revenue: [answer.revenue, truth.revenue],
    dias: [answer.dias, truth.dias],
    mais_vendidos: [answer.mais_vendidos.map(({ titulo: _, ...rest }) => rest), truth.mais_vendidos],
    revenue_before: [answer.revenue_before, before?.revenue ?? null],
    dias_antes: [answer.dias_antes, before?.dias ?? []],
    avisos: [answer.avisos, []],
  };
  const where = `${seller}, ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
  const wrong = Object.entries(pairs)
    .filter(([, [told, really]]) => !isDeepStrictEqual(plain(told), plain(really)))
    .map(([name, [told, really]]) => `${where}: ${name} ${firstDifference(told, really)}`.slice(0, 400));
  const { refunds, orders_count } = truth.revenue;
  return { wrong, hadBefore: before !== null, hadRefunds: refunds !== '0.00', sold: orders_count };
}

function expectedBefore(answer: Answer, orders: readonly TrueOrder[], from: number, to: number) {
  const start = 2 * from - to;
  const since = answer.sincronia.completo_desde;
  return since !== null && start >= Date.parse(since) ? figuresOf(orders, start, from) : null;
}

/** Whatever order its keys are in. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(plain)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;

function firstDifference(told: unknown, really: unknown): string {
  if (Array.isArray(told) && Array.isArray(really)) {
    const n = really.findIndex((each, at) => !isDeepStrictEqual(plain(each), plain(told[at])));
    return n < 0
      ? `has ${told.length} instead of ${really.length}`
      : `${n}: ${JSON.stringify(told[n])} instead of ${JSON.stringify(really[n])}`;
  }
  return `${JSON.stringify(told)} instead of ${JSON.stringify(really)}`;
}
