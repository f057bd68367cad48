import { expect, test } from 'vitest';
import * as z from 'zod';
import { readCursor, writeCursor } from './cursor.ts';

const Position = z.tuple([z.string().max(5), z.int()]);
const encoded = (text: string) => Buffer.from(text).toString('base64url');

test('a cursor is read as it was written, and without one the list begins', () => {
  expect(readCursor(Position, writeCursor(['peça', 7]))).toEqual(['peça', 7]);
  expect(readCursor(Position, undefined)).toBeNull();
});

test.each([
  ['no JSON', 'abc'],
  ['nothing', ''],
  ['another shape', encoded('{"depois":1}')],
  ['a longer text', encoded('["123456",7]')],
  ['the character U+0000', encoded('["\\u0000",7]')],
])('%s is refused with what to do', (_, cursor) => {
  expect(() => readCursor(Position, cursor)).toThrow('Volte ao começo da lista.');
});
