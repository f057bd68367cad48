import { type Day, weekdayOf } from '#lib/numbers/day.ts';

/** The geometry of charts: scales, axes and paths. Nothing here draws or knows what the numbers mean. */

interface Point {
  x: number;
  y: number;
}

interface Box {
  width: number;
  height: number;
}

/** The most steps that a scale has. */
const STEPS = 4;
const MONDAY = 1;

/**
 * The values of the grid lines: zero and up to four equal steps of 1, 2 or 5 times a power of ten. The last is not below
 * the largest value. `isWhole` excludes fractions, because there is no half pedido.
 */
export function ticksOf(values: readonly number[], isWhole = false): number[] {
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

/** The coordinates of each value, with zero at the bottom. A single value is centred. */
export function pointsOf(values: readonly number[], top: number, { width, height }: Box): Point[] {
  const step = width / Math.max(1, values.length - 1);
  return values.map((value, n) => ({
    x: values.length === 1 ? width / 2 : n * step,
    y: height - (value / top) * height,
  }));
}

/** The path through the points. A single point becomes a short stroke, so that it is visible. */
export function lineOf(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return '';
  if (points.length === 1) return `M${round(first.x - 8)},${round(first.y)}h16`;
  return points.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${round(x)},${round(y)}`).join('');
}

/** The path of the area between the line and the bottom of the box. */
export function areaOf(points: readonly Point[], { height }: Box): string {
  const [first] = points;
  return points.length < 2 || !first ? '' : `${lineOf(points)}V${height}H${round(first.x)}Z`;
}

/** The index of the value nearest to a position between 0 (the first one) and 1 (the last one). */
export const indexAt = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));

/** The index that a key leads to: by a day, by a week, to both ends. Undefined for any other key. */
export function indexByKey(key: string, at: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - 7,
    PageDown: at + 7,
    Home: 0,
    End: count - 1,
  };
  const next = moves[key];
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
}

const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });

/** Writes the value of a grid line: `0`, `500`, `2 mil`, `1,5 mi`. */
export const writeTick = (value: number): string => compact.format(value);

const round = (value: number) => Math.round(value * 10) / 10;
