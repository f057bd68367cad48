import { expect, test } from 'vitest';
import { type Chord, chordAfter, completeIn } from './chords.ts';

const KNOWN = ['?', 'gp', 'gm'];

/** The sequence that is complete after these keys, each with the pause before it. */
function after(...keys: [key: string, pause: number][]): string | undefined {
  let at = 0;
  let chord: Chord | undefined;
  for (const [key, pause] of keys) {
    at += pause;
    chord = chordAfter(chord, { key, at }, KNOWN);
  }
  return chord && completeIn(chord, KNOWN);
}

test('G then P is a sequence, in capitals too and typed fast', () => {
  expect(after(['g', 0], ['p', 300])).toBe('gp');
  expect(after(['G', 0], ['P', 300])).toBe('gp');
  expect(after(['g', 0], ['p', 40])).toBe('gp');
  expect(after(['?', 0])).toBe('?');
});

test('the second key must follow soon, and another key in between ends the sequence', () => {
  expect(after(['g', 0], ['p', 2000])).toBeUndefined();
  expect(after(['g', 0], ['x', 300], ['p', 300])).toBeUndefined();
  expect(after(['g', 0], ['Escape', 300], ['p', 300])).toBeUndefined();
  expect(after(['p', 0])).toBeUndefined();
});

test('a key that begins a sequence again starts it anew', () => {
  expect(after(['g', 0], ['g', 300], ['m', 300])).toBe('gm');
});

test('a code of a scanner is no sequence, wherever the letters stand in it', () => {
  const scanned = (code: string) => after(...Array.from(code, (key): [string, number] => [key, 8]));
  expect(scanned('789gp')).toBeUndefined();
  expect(scanned('9?')).toBeUndefined();
  expect(scanned('ggp')).toBeUndefined();
  // A person types the letters after a pause.
  expect(after(['9', 0], ['g', 400], ['p', 30])).toBe('gp');
});
