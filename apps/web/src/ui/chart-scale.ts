/** The geometry of charts: scales, axes and paths. Nothing here draws or knows what the numbers mean. */

interface Point {
  x: number;
  y: number;
}

interface Box {
  width: number;
  height: number;
}

/** The steps between two grid lines, of which one fits any range. */
const NICE = [1, 2, 2.5, 5, 10];

/**
 * The values of the grid lines: from zero in equal round steps, at most `count` steps, so that the last one is at or
 * above the largest value. A chart without values has the lines 0 and 1.
 */
export function ticksOf(values: readonly number[], count = 3): number[] {
  const largest = Math.max(0, ...values);
  if (largest === 0) return [0, 1];
  const unit = 10 ** Math.floor(Math.log10(largest / count));
  // A float such as 0.1 * 3 is slightly above the largest value it should reach.
  const step = (NICE.find((n) => n * unit * count >= largest * (1 - 1e-9)) ?? 10) * unit;
  const steps = Math.ceil((largest / step) * (1 - 1e-9));
  return Array.from({ length: steps + 1 }, (_, n) => round(n * step, 6));
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

/** The index that a key of the keyboard selects, or undefined for a key that selects none. */
export function indexByKey(key: string, at: number | undefined, count: number): number | undefined {
  const last = count - 1;
  const from = at ?? last;
  const moves: Record<string, number> = {
    ArrowLeft: at === undefined ? last : from - 1,
    ArrowRight: from + 1,
    PageUp: from - 7,
    PageDown: from + 7,
    Home: 0,
    End: last,
  };
  const next = moves[key];
  return next === undefined ? undefined : Math.min(last, Math.max(0, next));
}

/** The indexes of the Mondays among these days, each written as `2026-11-16`. */
export const mondaysOf = (days: readonly string[]): number[] =>
  days.flatMap((day, n) => (new Date(`${day}T00:00:00Z`).getUTCDay() === 1 ? [n] : []));

const short = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });

/** Writes the value of a grid line: `0`, `500`, `2 mil`, `1,5 mi`. */
export const writeTick = (value: number): string => short.format(value);

function round(value: number, places = 1): number {
  const unit = 10 ** places;
  return Math.round(value * unit) / unit;
}
