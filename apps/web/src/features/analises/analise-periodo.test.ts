import { expect, test } from 'vitest';
import { instantsOf } from './analise-periodo.ts';

test('[CONT-09] a period ends now and starts 7, 30 or 90 days, or a year, before', () => {
  const now = new Date('2026-11-15T12:34:56.789Z');
  const dateTo = '2026-11-15T12:34:56.789Z';
  expect(instantsOf('7', now)).toEqual({ dateFrom: '2026-11-08T12:34:56.789Z', dateTo });
  expect(instantsOf('30', now)).toEqual({ dateFrom: '2026-10-16T12:34:56.789Z', dateTo });
  expect(instantsOf('90', now)).toEqual({ dateFrom: '2026-08-17T12:34:56.789Z', dateTo });
  expect(instantsOf('ano', now)).toEqual({ dateFrom: '2025-11-15T12:34:56.789Z', dateTo });
});
