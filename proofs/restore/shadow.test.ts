import { expect, test } from 'vitest';
import { compare, type Entry, lossOf } from './shadow.ts';

const entry = (id: string, hash: string, sent: number, acked: number): Entry => ({
  ...{ kind: 'marca', id, hash, sent, acked },
});
const WRITES = [entry('a', '1', 0, 1), entry('a', '2', 4, 6), entry('a', '3', 8, 9)];
const at = (point: number, hash?: string) => {
  const { missing, present, differing } = compare(
    WRITES,
    new Map(hash === undefined ? [] : [['marca a', hash]]),
    point,
  );
  return { missing: missing.length, present: present.length, differing: differing.length };
};
const fine = { missing: 0, present: 0, differing: 0 };

test.each([
  ['the last acknowledged write is there', 2, '1', fine],
  ['a write under way at the point is there', 5, '2', fine],
  ['a write under way at the point is not there', 5, '1', fine],
  ['nothing is there', 2, undefined, { ...fine, missing: 1 }],
  ['an acknowledged write is not there', 7, '1', { ...fine, differing: 1 }],
  ['a write sent after the point is there', 7, '3', { ...fine, present: 1 }],
  ['something else is there', 7, 'x', { ...fine, differing: 1 }],
])('when %s, at %d: %#', (_, point, hash, expected) => expect(at(point, hash)).toEqual(expected));

test('a record that no answer acknowledged differs', () => {
  expect(compare([], new Map([['marca b', '1']]), 5).differing).toEqual(['marca b: never acknowledged']);
});

test('the loss is the age of the oldest lost write', () => {
  const moved = (id: string, acked: number): Entry => ({
    kind: 'movimento',
    id,
    hash: '',
    sent: acked,
    acked,
  });
  const entries = [moved('a', 1000), moved('b', 5000), moved('c', 8000), moved('d', 99_000)];
  const stored = new Map([['movimento a', '']]);
  expect(lossOf(entries, stored, 10_000)).toEqual({ lost: 2, seconds: 5 });
});
