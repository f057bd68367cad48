import { expect, test } from 'vitest';
import { leftText, openStep, textOf } from './comeco-passos.ts';

const COMECO = {
  feitos: ['empresa', 'deposito'] as ('empresa' | 'deposito')[],
  empresa: { nome: 'Boreal', cnpj: '58RK7Q31000130' },
  deposito: 'Matriz Joinville',
};

test('exactly one step is open: the pressed one, or the first that is not done', () => {
  expect(openStep([], undefined)).toBe('empresa');
  expect(openStep(['empresa', 'produto'], undefined)).toBe('deposito');
  expect(openStep(['empresa'], 'convite')).toBe('convite');
  expect(openStep(['empresa', 'convite'], 'convite')).toBe('deposito');
  expect(openStep(['empresa', 'deposito', 'produto', 'contagem', 'convite'], 'convite')).toBeUndefined();
});

test('a done step says what came of it', () => {
  expect(textOf('empresa', COMECO)).toBe('Boreal · 58.RK7.Q31/0001-30');
  expect(textOf('deposito', COMECO)).toBe('Matriz Joinville');
  expect(textOf('produto', COMECO)).toMatch(/^De onde vêm/);
});

test('the greeting counts the steps that are left', () => {
  expect(leftText(['empresa', 'deposito'])).toBe('Faltam três passos.');
  expect(leftText(['empresa', 'deposito', 'produto', 'contagem'])).toBe('Falta um passo.');
});
