import fc from 'fast-check';
import { expect, test } from 'vitest';
import { burstAfter, type Press, scannedCode } from './scan.ts';

/** Presses the characters with these pauses, and then Enter. Returns the recognised code. */
function typed(text: string, gaps: number | readonly number[], enterGap = 10): string | undefined {
  let at = 1000;
  let burst: readonly Press[] = [];
  for (const [n, key] of Array.from(text).entries()) {
    at += typeof gaps === 'number' ? gaps : (gaps[n] ?? 0);
    burst = burstAfter(burst, { key, at });
  }
  return scannedCode(burst, at + enterGap);
}

test.each([
  ['7891234567895', 2],
  ['7891234567895', 12],
  ['90915-YZZD2', 28],
  ['SKU/10.2_B+1', 5],
])('%s at %i ms a key is a scan', (code, gap) => {
  expect(typed(code, gap)).toBe(code);
});

test('a scanner with one slow key is still recognised', () => {
  expect(typed('7891234567895', [0, ...Array(6).fill(10), 45, ...Array(5).fill(10)])).toBe('7891234567895');
});

test.each([
  ['7891234567895', 31],
  ['7891234567895', 60],
  ['7891234567895', 120],
])('%s at %i ms a key is a person', (text, gap) => {
  expect(typed(text, gap)).toBeUndefined();
});

test.each([
  ['a short text', '12345'],
  ['a name', 'Tecfil'],
  ['an address', 'ana1@exemplo.com.br'],
  ['words', 'filtro 90915'],
  ['a decimal', '1234567,50'],
])('%s is no scan, however fast', (_, text) => {
  expect(typed(text, 1)).toBeUndefined();
});

test('a person who waits before Enter wants their text, even a pasted or fast one', () => {
  expect(typed('7891234567895', 5, 51)).toBeUndefined();
});

test('what a person typed before the scan is no part of it', () => {
  expect(typed('177891234567895', [0, 120, 300, ...Array(12).fill(8)])).toBe('7891234567895');
});

test('a key that types nothing ends the burst', () => {
  const burst = Array.from('789123', (key, n) => ({ key, at: n * 5 })).reduce<readonly Press[]>(
    burstAfter,
    [],
  );
  expect(scannedCode(burst, 40)).toBe('789123');
  expect(burstAfter(burst, { key: 'Backspace', at: 30 })).toEqual([]);
});

test('nobody who pauses more than 30 ms on average is taken for a scanner', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789AZ-'), minLength: 1, maxLength: 20 }),
      fc.integer({ min: 31, max: 400 }),
      (text, gap) => typed(text, gap, gap) === undefined,
    ),
  );
});
