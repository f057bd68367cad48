import { expect, test } from 'vitest';
import { arrange, choosable, MAX_WIDTH, MIN_WIDTH, moved } from './layout.ts';

const columns = [
  { header: 'Foto', shown: 'fixa' },
  { header: 'Nome', shown: 'fixa' },
  { header: 'Marca' },
  { header: 'Estoque' },
  { header: 'Custo', shown: 'extra' },
  { header: 'Ações' },
] as const;
const column = (nome: string, visivel = true, largura: number | null = null) => ({ nome, visivel, largura });
const names = (all: readonly { nome: string }[]) => all.map(({ nome }) => nome);

test('a list without an arrangement shows its columns in their order, except the extra ones', () => {
  expect(arrange(columns, [])).toEqual([
    ...['Foto', 'Nome', 'Marca', 'Estoque'].map((nome) => column(nome)),
    column('Custo', false),
    column('Ações'),
  ]);
});

test('the chosen order and the chosen columns are kept', () => {
  const all = arrange(columns, [column('Custo'), column('Estoque', false), column('Marca')]);
  expect(names(all)).toEqual(['Foto', 'Nome', 'Custo', 'Estoque', 'Marca', 'Ações']);
  expect(all.filter(({ visivel }) => visivel).map(({ nome }) => nome)).toEqual([
    ...['Foto', 'Nome', 'Custo', 'Marca', 'Ações'],
  ]);
});

test('a fixed column and the actions can be neither hidden nor moved', () => {
  const all = arrange(columns, [column('Ações', false), column('Estoque'), column('Nome', false)]);
  expect(names(all).slice(0, 2)).toEqual(['Foto', 'Nome']);
  expect(all.at(-1)).toEqual(column('Ações'));
  expect(all.find(({ nome }) => nome === 'Nome')).toEqual(column('Nome'));
  expect(choosable(columns).map(({ header }) => header)).toEqual(['Marca', 'Estoque', 'Custo']);
});

test('an arrangement of another release loses unknown columns and gains new ones at their place', () => {
  expect(names(arrange(columns, [column('Peso'), column('Estoque')]))).toEqual([
    ...['Foto', 'Nome', 'Marca', 'Estoque', 'Custo', 'Ações'],
  ]);
});

test('a width stays within its limits', () => {
  const all = arrange(columns, [column('Marca', true, 1), column('Estoque', true, 9999)]);
  expect(all.map(({ largura }) => largura)).toEqual([null, null, MIN_WIDTH, MAX_WIDTH, null, null]);
});

test('a column moves by one place and stops at the ends', () => {
  const down = moved(columns, [], 'Marca', 1);
  expect(names(down)).toEqual(['Foto', 'Nome', 'Estoque', 'Marca', 'Custo', 'Ações']);
  expect(names(moved(columns, down, 'Estoque', -1))).toEqual(names(down));
  expect(names(moved(columns, [], 'Custo', 1))).toEqual(names(arrange(columns, [])));
});
