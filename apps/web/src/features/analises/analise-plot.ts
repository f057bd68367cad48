import { type Day, weekdayOf } from '#lib/day.ts';

/** The coordinate system of the chart. The browser stretches it to the available space. */
export const PLOT = { width: 1000, height: 200 } as const;

interface Point {
  x: number;
  y: number;
}

/** The most steps that the scale has. */
const STEPS = 4;
const MONDAY = 1;

/**
 * The scale: zero and up to four equal steps of 1, 2 or 5 times a power of ten. The last is not below the largest
 * value. `isWhole` excludes fractions, because there is no half pedido.
 */
export function ticksOf(values: readonly number[], isWhole: boolean): number[] {
  const largest = Math.max(0, ...values);
  if (largest === 0) return [0, 1];
  const unit = 10 ** Math.floor(Math.log10(largest / STEPS));
  const round = ([1, 2, 5].find((n) => n * unit * STEPS >= largest) ?? 10) * unit;
  const step = isWhole ? Math.max(1, round) : round;
  const count = Math.max(1, Math.ceil(largest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)));
}

/** The most dates that fit below a narrow chart. */
const DATES = 7;

/**
 * The positions of the days that get a date below the chart: every day of a week, the Mondays of a month, the first
 * days of the months of a year. The last day has its own label, so its neighbours get none.
 */
export function datesOf(days: readonly Day[]): number[] {
  const last = days.length - 1;
  const room = Math.ceil(days.length / (DATES + 2));
  const marked = days.flatMap((day, n) => {
    const isMark = days.length <= 8 || (days.length > 100 ? day.endsWith('-01') : weekdayOf(day) === MONDAY);
    return isMark && n <= last - room ? [n] : [];
  });
  const every = Math.ceil(marked.length / DATES);
  // Counted from the end, so that the distance to the last day stays even.
  return marked.filter((_, n) => (marked.length - 1 - n) % every === 0);
}

/** The coordinates of each value. A single value is centred. */
export function pointsOf(values: readonly number[], top: number): Point[] {
  const step = PLOT.width / Math.max(1, values.length - 1);
  return values.map((value, n) => ({
    x: values.length === 1 ? PLOT.width / 2 : n * step,
    y: PLOT.height - (value / top) * PLOT.height,
  }));
}

/** The path through the points. A single point becomes a short stroke. */
export function lineOf(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return '';
  if (points.length === 1) return `M${first.x - 8},${first.y}h16`;
  return points.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${round(x)},${round(y)}`).join('');
}

/** The path of the area below the line. */
export function areaOf(points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return '';
  return `${lineOf(points)}V${PLOT.height}H${round(first.x)}Z`;
}

/** The day that a key leads to: arrows move by a day, Home and End to the ends. Undefined for any other key. */
export function dayAfterKey(at: number, key: string, count: number): number | undefined {
  const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 };
  const next = moves[key];
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
}

const round = (value: number) => Math.round(value * 10) / 10;
