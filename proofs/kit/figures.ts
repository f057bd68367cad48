import { loadavg } from 'node:os';
import { isPlanted, isShort } from './arguments.ts';

type Bar = { min: number } | { max: number } | { exactly: number };

/** A figure before it is printed. A run with a planted defect checks which figures miss their bar. */
export interface Measure {
  name: string;
  value: number;
  bar?: Bar;
  /** The sample over which the figure was measured, in words. */
  size?: string;
  /** Examples of what the figure counts. */
  findings?: readonly string[];
}

/**
 * The bar for a duration or for another figure that depends on the speed of the machine. The short form
 * prints such a figure and does not judge it, because CI must pass on a busy machine too. In CI, the number
 * of rows that PostgreSQL reads and ratios within one run reveal a slowdown.
 */
export const timeBar = (max: number) => ({ max: isTimed ? max : Number.POSITIVE_INFINITY });
/** As `timeBar`, for a figure with a minimum instead of a maximum. */
export const speedBar = (min: number) => ({ min: isTimed ? min : Number.NEGATIVE_INFINITY });
const isTimed = !isShort || isPlanted;

let short = 0;
/** How many of the printed figures have missed their bar. */
export const shortFigures = () => short;

let missed = 0;
/** How many planted defects the proof has missed. */
export const missedDefects = () => missed;

/** Prints a figure as one line, `name = value (bar: >= 0.6) ok`, or `… short`. */
export function figure(name: string, value: number, bar?: Bar, size = ''): void {
  const ok = bar === undefined || reaches(value, bar);
  if (!ok) short++;
  const verdict = bar === undefined ? '' : ` (bar: ${words(bar)}) ${ok ? 'ok' : 'short'}`;
  console.log(`${name} = ${round(value)}${verdict}${size && `  [${size}]`}`);
}

/** Prints a detail below a figure, so that a reader of the output can judge the figure without running the proof. */
export const note = (text: string) => console.log(`  ${text}`);

/** Prints the figures, each with its first findings. */
export function show(measures: readonly Measure[], examples = 5): void {
  for (const { name, value, bar, size, findings = [] } of measures) {
    figure(name, value, bar, size);
    for (const finding of findings.slice(0, examples)) note(finding);
  }
}

/**
 * A figure with the bar 0. It counts the findings, unless `value` is given and the findings are only
 * examples.
 */
export const countOf = (
  name: string,
  findings: readonly string[],
  size = '',
  value = findings.length,
): Measure => ({
  name,
  value,
  bar: { exactly: 0 },
  size,
  findings,
});

export const isShortOf = ({ value, bar }: Measure) => bar !== undefined && !reaches(value, bar);

/** Reports a planted defect with the findings of the proof. A defect without findings was missed. */
export function planted(name: string, findings: readonly string[]): void {
  if (findings.length === 0) missed++;
  figure(`planted ${name}: findings`, findings.length, { exactly: 0 }, findings.length ? 'caught' : 'MISSED');
  for (const finding of findings.slice(0, 3)) note(finding);
}

/** Reports a planted defect with the figures that match `by` and miss their bar. */
export function plantedBy(name: string, measures: readonly Measure[], by: RegExp): void {
  const noticed = measures.filter((each) => isShortOf(each) && by.test(each.name));
  planted(
    name,
    noticed.map((each) => [`${each.name} = ${each.value}`, ...(each.findings ?? []).slice(0, 1)].join(': ')),
  );
}

const reaches = (value: number, bar: Bar) =>
  'min' in bar ? value >= bar.min : 'max' in bar ? value <= bar.max : value === bar.exactly;
const words = (bar: Bar) =>
  Object.values(bar).some((limit) => !Number.isFinite(limit))
    ? 'only at full size'
    : 'min' in bar
      ? `>= ${bar.min}`
      : 'max' in bar
        ? `<= ${bar.max}`
        : `= ${bar.exactly}`;
const round = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** Prints the load of the machine, because other programs on it influence the figures. */
export function noteLoad(): void {
  const loads = loadavg().map((load) => load.toFixed(2));
  note(`load average ${loads.join(' ')}, Node ${process.version}`);
}

/** A number with thousands separators. */
export const grouped = (value: number) => value.toLocaleString('en');

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
