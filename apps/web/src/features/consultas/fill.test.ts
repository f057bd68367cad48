import { expect, test } from 'vitest';
import { type Filled, fill } from './fill.ts';

const NOTHING: Filled = new Map();
const blank = { nome: '', endereco: null, bairro: null, cidade: null, estado: null };
const curitiba = { endereco: 'Praça Tiradentes', bairro: 'Centro', cidade: 'Curitiba', estado: 'PR' };
const goioere = { endereco: null, bairro: null, cidade: 'Goioerê', estado: 'PR' };

test('[LOOK-04] empty fields are filled, and the filled values are remembered', () => {
  const { changes, filled } = fill(blank, curitiba, NOTHING);
  expect(changes).toEqual(curitiba);
  expect(Object.fromEntries(filled)).toEqual(curitiba);
});

test('a typed value is kept over the answer of a lookup', () => {
  const { changes, filled } = fill({ ...blank, endereco: 'Rua XV, fundos' }, curitiba, NOTHING);
  expect(changes).toEqual({ bairro: 'Centro', cidade: 'Curitiba', estado: 'PR' });
  expect(filled.has('endereco')).toBe(false);
});

test('a field with only spaces counts as empty', () => {
  expect(fill({ ...blank, bairro: '  ' }, curitiba, NOTHING).changes['bairro']).toBe('Centro');
});

test('a value from an earlier lookup is replaced, even by an empty one', () => {
  const first = fill(blank, curitiba, NOTHING);
  const second = fill({ ...blank, ...first.changes }, goioere, first.filled);
  expect(second.changes).toEqual({ endereco: '', bairro: '', cidade: 'Goioerê' });
  expect(Object.fromEntries(second.filled)).toEqual({ cidade: 'Goioerê', estado: 'PR' });
});

test('a filled value that the person edited is kept', () => {
  const first = fill(blank, curitiba, NOTHING);
  const values = { ...blank, ...first.changes, endereco: 'Praça Tiradentes, loja 2' };
  expect(fill(values, goioere, first.filled).changes).toEqual({ bairro: '', cidade: 'Goioerê' });
});

test('a field emptied after a lookup is filled by the next one', () => {
  const first = fill(blank, curitiba, NOTHING);
  const values = { ...blank, ...first.changes, bairro: '' };
  expect(fill(values, { ...curitiba, bairro: 'Batel' }, first.filled).changes).toEqual({ bairro: 'Batel' });
});

test('a CEP looked up after a CNPJ replaces the address the CNPJ brought', () => {
  const cnpj = fill(blank, { nome: 'ALFA LTDA', ...curitiba }, NOTHING);
  const cep = fill({ ...blank, ...cnpj.changes }, goioere, cnpj.filled);
  expect(cep.changes).toEqual({ endereco: '', bairro: '', cidade: 'Goioerê' });
  expect(cep.filled.get('nome')).toBe('ALFA LTDA');
});

test('a value without a field in the form is dropped', () => {
  const { changes, filled } = fill({ nome: '' }, { nome: 'ALFA LTDA', telefone: '4130001234' }, NOTHING);
  expect(changes).toEqual({ nome: 'ALFA LTDA' });
  expect(filled.has('telefone')).toBe(false);
});
