import { expect, test } from 'vitest';
import { eachInBatches } from './in-batches.ts';

function world(count: number) {
  const left = new Set(Array.from({ length: count }, (_, n) => String(n)));
  const worked: string[] = [];
  return {
    left,
    worked,
    select: async (limit: number) => [...left].slice(0, limit),
    how: { batch: 200, atOnce: 4, keyOf: (item: string) => item, isOver: () => false, onError: () => {} },
  };
}

test('one run processes each of ten thousand items once', async () => {
  const { left, worked, select, how } = world(10_000);
  const work = async (item: string) => {
    worked.push(item);
    left.delete(item);
  };
  await eachInBatches(select, work, how);
  expect(left.size).toBe(0);
  expect(new Set(worked).size).toBe(worked.length);
});

test('five hundred failing items at the head of the list are tried once and do not block the items behind them', async () => {
  const { left, worked, select, how } = world(1000);
  const failures: string[] = [];
  const work = async (item: string) => {
    worked.push(item);
    if (Number(item) < 500) throw new Error('not today');
    left.delete(item);
  };
  await eachInBatches(select, work, { ...how, onError: (item) => failures.push(item) });
  expect(left.size).toBe(500);
  expect(worked).toHaveLength(1000);
  expect(failures).toHaveLength(500);
});

test('no further item starts once `isOver` is true', async () => {
  const { left, select, how } = world(1000);
  const work = async (item: string) => void left.delete(item);
  await eachInBatches(select, work, { ...how, isOver: () => left.size <= 900 });
  expect(left.size).toBe(900);
});
