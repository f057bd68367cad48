import { expect, test } from 'vitest';
import { openEmpresaCosts, RANKS } from './empresa-costs.ts';

const MINUTE = 60_000;

function costsAt(start = 0) {
  let now = start;
  const costs = openEmpresaCosts(() => now);
  return {
    ...costs,
    pass(ms: number) {
      now += ms;
    },
  };
}

test('the empresas of the last full minute are ranked by their database time', () => {
  const costs = costsAt();
  costs.add('a', 1);
  costs.add('b', 2);
  costs.add('a', 0.5);
  expect(costs.top()).toEqual([]);
  costs.pass(MINUTE);
  expect(costs.top()).toEqual([
    { empresaId: 'b', seconds: 2 },
    { empresaId: 'a', seconds: 1.5 },
  ]);
  expect(costs.active()).toBe(2);
});

test('a minute without work ends the ranks of the minute before', () => {
  const costs = costsAt();
  costs.add('a', 1);
  costs.pass(2 * MINUTE);
  expect(costs.top()).toEqual([]);
  expect(costs.active()).toBe(0);
});

test('there are as many ranks as the metric has labels, whatever the number of empresas', () => {
  const costs = costsAt();
  for (let n = 0; n < 12_000; n++) costs.add(`empresa ${n}`, n);
  costs.pass(MINUTE);
  expect(costs.top()).toHaveLength(RANKS.length);
  expect(costs.active()).toBe(10_000);
});
