import type { Boletim } from '@prumo/contract/novidades.ts';
import { expect, test } from 'vitest';
import { recentBoletins } from './recent.ts';

const boletim = (posicao: string): Boletim => ({
  posicao,
  novidades: [{ tabela: 'marcas', ids: [posicao] }],
  recomece: false,
});
const positionsOf = (events: Boletim[]) => events.map(({ posicao }) => posicao);

test('a new tab gets the events since it began to load, and the current position', () => {
  const recent = recentBoletins();
  for (const at of [1000, 2000, 3000]) recent.add(boletim(`m${at}`), at);
  const events = recent.since(1500, 'm4');
  expect(positionsOf(events)).toEqual(['m2000', 'm3000', 'm4']);
  expect(events.some(({ recomece }) => recomece)).toBe(false);
});

test('a tab that began to load before the events that are known starts again', () => {
  const recent = recentBoletins();
  recent.add(boletim('m1'), 1000);
  expect(recent.since(500, 'm1')).toEqual([{ posicao: 'm1', novidades: [], recomece: true }]);
});

test('events are forgotten after two minutes, and beyond two hundred', () => {
  const recent = recentBoletins();
  recent.add(boletim('old'), 0);
  recent.add(boletim('new'), 130_000);
  expect(recent.since(5000, 'new').at(-1)?.recomece).toBe(true);
  for (let n = 0; n < 300; n++) recent.add(boletim(`m${n}`), 131_000 + n);
  expect(recent.since(131_000, 'm299').at(-1)?.recomece).toBe(true);
  expect(recent.since(131_200, 'm299').at(-1)?.recomece).toBe(false);
});

test('a tab without a position has nothing to tell', () => {
  expect(recentBoletins().since(0, undefined)).toEqual([]);
});
