import { expect, test } from 'vitest';
import { aboutOf, matchingEmpresas } from './empresa-text.ts';
import { initialsOf } from './initials.ts';

test.each([
  ['Aurora Autopeças', 'AA'],
  ['Casa do Freio Ltda', 'CF'],
  ['Boreal', 'B'],
  ['J & C', 'J&'],
  ['  Álamo   peças ', 'ÁP'],
])('the initials of %s are %s', (nome, initials) => {
  expect(initialsOf(nome)).toBe(initials);
});

test('an empresa is described by its formatted CNPJ and the papel, or by the papel alone', () => {
  expect(aboutOf({ cnpj: '11222333000181', papel: 'dono' })).toBe('11.222.333/0001-81 · Dono');
  expect(aboutOf({ cnpj: null, papel: 'consulta' })).toBe('Consulta');
});

const aurora = { nome: 'Aurora Autopeças', cnpj: '11222333000181' };
const boreal = { nome: 'Boreal Distribuição', cnpj: null };

test.each([
  ['', [aurora, boreal]],
  ['  ', [aurora, boreal]],
  ['autopecas', [aurora]],
  ['DISTRIBUIÇÃO', [boreal]],
  ['11.222.333', [aurora]],
  ['0001-81', [aurora]],
  ['-', []],
  ['zeta', []],
])('the search for %j finds the empresas by name and by CNPJ', (text, found) => {
  expect(matchingEmpresas([aurora, boreal], text)).toEqual(found);
});
