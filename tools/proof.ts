import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports.ts';

/**
 * What every `prove:<name>` shares. A figure is one line, `name = value (bar: >= 0.6) ok`, or `… short`.
 *
 *     (nothing)          the full size; exit 0 when every figure reaches its bar, otherwise 1
 *     --short            the small size, for CI
 *     --planted          plants each defect the proof exists to find, one after another, and so must fail:
 *                        exit 1 when every one was caught, 2 when one was missed or the proof itself broke down
 *     --planted=<name>   the same with one of them
 */
const args = process.argv.slice(2);

export const isShort = args.includes('--short');

type Bar = { min: number } | { max: number } | { exactly: number };

let short = 0;

/** Prints a figure; `size` says over how much it was measured. */
export function figure(name: string, value: number, bar?: Bar, size = ''): void {
  const ok = bar === undefined || reaches(value, bar);
  if (!ok) short++;
  const verdict = bar === undefined ? '' : ` (bar: ${words(bar)}) ${ok ? 'ok' : 'short'}`;
  console.log(`${name} = ${round(value)}${verdict}${size && `  [${size}]`}`);
}

/** Whatever a bar speaks about: printed, so that a figure can be judged by who did not run it. */
export const note = (text: string) => console.log(`  ${text}`);

const reaches = (value: number, bar: Bar) =>
  'min' in bar ? value >= bar.min : 'max' in bar ? value <= bar.max : value === bar.exactly;
const words = (bar: Bar) =>
  'min' in bar ? `>= ${bar.min}` : 'max' in bar ? `<= ${bar.max}` : `= ${bar.exactly}`;
const round = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** The names of the defects to plant in this run; none in a run that is to succeed. */
export function plantedOf<Name extends string>(known: readonly Name[]): readonly Name[] {
  const arg = args.find((each) => each.startsWith('--planted'));
  if (arg === undefined) return [];
  if (arg === '--planted') return known;
  const name = known.find((each) => arg === `--planted=${each}`);
  if (name === undefined) throw new Error(`${arg} is none of: ${known.join(', ')}`);
  return [name];
}

let missed = 0;

/** Reports a planted defect: what the proof found that it does not find without it. */
export function planted(name: string, findings: readonly string[]): void {
  if (findings.length === 0) missed++;
  figure(`planted ${name}: findings`, findings.length, { exactly: 0 }, findings.length ? 'caught' : 'MISSED');
  for (const finding of findings.slice(0, 3)) note(finding);
}

interface Place {
  folder: string;
  /** The first of twenty free ports in a row, below 32768, where the kernel takes none for itself. */
  port: number;
  /** Runs at the end, the last one first. */
  onEnd(stop: () => Promise<unknown>): void;
}

/** Runs a proof in a folder and on ports of its own, clears up whatever happens, and ends the process. */
export async function prove(run: (place: Place) => Promise<void>): Promise<never> {
  const folder = await mkdtemp(join(tmpdir(), 'prumo-prove-'));
  // Run by root, PostgreSQL is another user and must get into its folder inside.
  await chmod(folder, 0o755);
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const clear = async () => {
    for (const stop of stops.splice(0).reverse()) await stop().catch((error) => console.error(error));
  };
  process.once('SIGINT', () => void clear().then(() => process.exit(130)));
  process.once('SIGTERM', () => void clear().then(() => process.exit(143)));
  const began = Date.now();
  let failed = false;
  try {
    await run({ folder, port: await freePorts(20, [21_000, 21_980]), onEnd: (stop) => stops.push(stop) });
  } catch (error) {
    failed = true;
    console.error(error);
  }
  await clear();
  note(`${Math.round((Date.now() - began) / 1000)} s in all`);
  const isPlanted = args.some((arg) => arg.startsWith('--planted'));
  process.exit(missed > 0 || (isPlanted && failed) ? 2 : failed || short > 0 ? 1 : 0);
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
