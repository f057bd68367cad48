import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { expect, test } from 'vitest';
import { filesOf, planText } from './print-plan.ts';

const some = (count: number, conta: string) =>
  Array.from({ length: count }, (_, at) => ({ id: `${conta}${at}`, conta: { id: conta } }) as PedidoDaFila);

test('a file has at most 50 labels, and those of one conta', () => {
  const files = filesOf([...some(51, 'a'), ...some(2, 'b')]);
  expect(files.map(({ length }) => length)).toEqual([50, 1, 2]);
  expect(files.flat()).toHaveLength(53);
});

test('the number of files is said before', () => {
  expect(planText(some(1, 'a'))).toBe('1 etiqueta em um arquivo.');
  expect(planText(some(50, 'a'))).toBe('50 etiquetas em um arquivo.');
  expect(planText(some(51, 'a'))).toBe(
    '51 etiquetas em 2 arquivos: cada um tem até 50 etiquetas de uma conta.',
  );
});
