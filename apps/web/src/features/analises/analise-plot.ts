/** The coordinate system of the chart. The browser stretches it to the available space. */
export const PLOT = { width: 1000, height: 200 } as const;

/** The next round number (1, 2 or 5 times a power of ten) at or above the largest value. */
export function topOf(values: readonly number[]): number {
  const largest = Math.max(0, ...values);
  if (largest === 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5].find((n) => n * unit >= largest) ?? 10) * unit;
}

/** The coordinates of each value. A single value is centred. */
export function pointsOf(values: readonly number[], top: number): { x: number; y: number }[] {
  const step = PLOT.width / Math.max(1, values.length - 1);
  return values.map((value, n) => ({
    x: values.length === 1 ? PLOT.width / 2 : n * step,
    y: PLOT.height - (value / top) * PLOT.height,
  }));
}

/** The path through the points. A single point becomes a short stroke. */
export function lineOf(points: readonly { x: number; y: number }[]): string {
  const [first] = points;
  if (!first) return '';
  if (points.length === 1) return `M${first.x - 8},${first.y}h16`;
  return points.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${round(x)},${round(y)}`).join('');
}

/** The path of the area below the line. */
export const areaOf = (points: readonly { x: number; y: number }[]) =>
  points.length < 2 ? '' : `${lineOf(points)}V${PLOT.height}H0Z`;

const round = (value: number) => Math.round(value * 10) / 10;
