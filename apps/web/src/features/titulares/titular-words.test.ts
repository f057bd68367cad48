import { expect, test } from 'vitest';
import { clockOf } from './titular-words.ts';

test.each([
  ['aberto', 15, 'Faltam 15 dias', 'ok'],
  ['aberto', 5, 'Faltam 5 dias', 'warn'],
  ['aberto', 1, 'Falta 1 dia', 'warn'],
  ['aberto', 0, 'Vence hoje', 'bad'],
  ['aberto', -1, 'Atrasado há 1 dia', 'bad'],
  ['eliminando', -1, 'Eliminando…', 'warn'],
  ['atendido', -9, 'Atendido', 'neutral'],
] as const)('a pedido that is %s with %i days left says %s', (situacao, dias, text, tone) => {
  expect(clockOf({ situacao, dias })).toEqual({ text, tone });
});
