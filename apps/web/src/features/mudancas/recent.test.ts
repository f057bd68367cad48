import type { Novidade } from '@prumo/contract/mudancas.ts';
import { expect, test } from 'vitest';
import { recentNovidades } from './recent.ts';

const novidade = (marca: string): Novidade => ({
  marca,
  mudancas: [{ tabela: 'marcas', ids: [marca] }],
  recomece: false,
});
const marcasOf = (events: Novidade[]) => events.map(({ marca }) => marca);

test('a new tab gets the events since it began to load, and the current position', () => {
  const recent = recentNovidades();
  for (const at of [1000, 2000, 3000]) recent.add(novidade(`m${at}`), at);
  const events = recent.since(1500, 'm4');
  expect(marcasOf(events)).toEqual(['m2000', 'm3000', 'm4']);
  expect(events.some(({ recomece }) => recomece)).toBe(false);
});

test('a tab that began to load before the events that are known starts again', () => {
  const recent = recentNovidades();
  recent.add(novidade('m1'), 1000);
  expect(recent.since(500, 'm1')).toEqual([{ marca: 'm1', mudancas: [], recomece: true }]);
});

test('events are forgotten after two minutes, and beyond two hundred', () => {
  const recent = recentNovidades();
  recent.add(novidade('old'), 0);
  recent.add(novidade('new'), 130_000);
  expect(recent.since(5000, 'new').at(-1)?.recomece).toBe(true);
  for (let n = 0; n < 300; n++) recent.add(novidade(`m${n}`), 131_000 + n);
  expect(recent.since(131_000, 'm299').at(-1)?.recomece).toBe(true);
  expect(recent.since(131_200, 'm299').at(-1)?.recomece).toBe(false);
});

test('a tab without a position has nothing to tell', () => {
  expect(recentNovidades().since(0, undefined)).toEqual([]);
});
