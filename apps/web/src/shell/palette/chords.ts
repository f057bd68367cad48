import type { Press } from '#shell/scan.ts';

/** The keys pressed so far, and how many of them came as fast as those of a scanner. */
export interface Chord {
  keys: string;
  at: number;
  run: number;
}

/** The longest pause between two keys that belong together. */
const TOGETHER_MS = 1500;
/** A scanner sends its next key sooner than this (shell/scan.ts). */
const SCANNER_MS = 50;
/** How long the keyboard must be quiet before keys take effect, so that a scanned code never does. */
export const QUIET_MS = 80;

/** The keys after this press. `known` are all key sequences, such as `gp`. */
export function chordAfter(before: Chord | undefined, press: Press, known: readonly string[]): Chord {
  const pause = before ? press.at - before.at : Number.POSITIVE_INFINITY;
  const run = before && pause <= SCANNER_MS ? before.run + 1 : 1;
  const key = press.key.length === 1 ? press.key.toLowerCase() : '';
  const begins = (keys: string) => keys !== '' && known.some((each) => each.startsWith(keys));
  const longer = before && key && pause <= TOGETHER_MS ? before.keys + key : key;
  const keys = [longer, key].find(begins) ?? '';
  return { keys, at: press.at, run };
}

/** The sequence that is complete, unless the keys were part of a longer burst, which only a scanner sends. */
export const completeIn = ({ keys, run }: Chord, known: readonly string[]): string | undefined =>
  run <= keys.length ? known.find((each) => each === keys) : undefined;
