import { expect, test } from 'vitest';
import { readTraceparent, traceIdOf, writeTraceparent } from './traceparent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test('a traceparent is read and written', () => {
  for (const isSampled of [true, false])
    expect(readTraceparent(writeTraceparent({ traceId, spanId, isSampled }))).toEqual({
      ...{ traceId, spanId, isSampled },
    });
});

test.each([
  undefined,
  '',
  ['00', traceId],
  `00-${traceId}-${spanId}`,
  `01-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId}-${spanId}-01-more`,
])('another value is not taken: %s', (value) => expect(readTraceparent(value)).toBeUndefined());

test('the id of a request is the id of its trace', () => {
  expect(traceIdOf('4bf92f35-77b3-4da6-a3ce-929d0e0e4736')).toBe(traceId);
});
