import { ProdutoInput } from '@prumo/contract/produtos.ts';
import { expect, test } from 'vitest';
import { mergeStale } from '#records/merge-stale.ts';
import { requiredOf } from '#records/required.ts';
import { blank, copied, type inputOf, merges, settleQuantidade } from './produto-input.ts';

const saldo = (
  deposito_id: string,
  quantidade: string | null,
  quantidade_lida: string | null = quantidade,
) => ({
  deposito_id,
  quantidade,
  quantidade_lida,
});

const merge = (base: object[], mine: object[], theirs: object[]) =>
  mergeStale({ depositos: base }, { depositos: mine }, { depositos: theirs }, merges).values['depositos'];

test('a typed quantity is kept with the new saldo as its base, and an untouched one takes the new saldo', () => {
  const base = [saldo('a', '5'), saldo('b', '7')];
  const mine = [saldo('a', '6', '5'), saldo('b', '7')];
  const theirs = [saldo('a', '4'), saldo('b', '3')];
  expect(merge(base, mine, theirs)).toEqual([saldo('a', '6', '4'), saldo('b', '3')]);
});

test('a number typed with the same value in another notation is no change', () => {
  expect(merge([saldo('a', '5.00')], [saldo('a', '5', '5.00')], [saldo('a', '3.00')])).toEqual([
    saldo('a', '3.00'),
  ]);
  const { values, changes } = mergeStale(
    { preco_venda: '25.90' },
    { preco_venda: '25.9' },
    { preco_venda: '30.00' },
    merges,
  );
  expect(values).toEqual({ preco_venda: '30.00' });
  expect(changes).toMatchObject([{ field: 'preco_venda', kept: false }]);
});

test('a deposito added by either person is kept, also when both added it', () => {
  const mine = [saldo('a', '1', null), saldo('b', '2', null)];
  const theirs = [saldo('b', '9'), saldo('c', '3')];
  expect(merge([], mine, theirs)).toEqual([saldo('a', '1', null), saldo('b', '2', '9'), saldo('c', '3')]);
});

test('a deposito removed by either person is dropped, unless the other changed its quantity', () => {
  const base = [saldo('a', '5'), saldo('b', '7'), saldo('c', '1')];
  const mine = [saldo('a', '5'), saldo('b', '8', '7'), saldo('c', null, '1')];
  expect(merge(base, mine, [saldo('c', '1')])).toEqual([saldo('b', '8', null), saldo('c', null, '1')]);
  expect(merge(base, mine, [saldo('c', '9')])).toEqual([saldo('b', '8', null), saldo('c', '9')]);
  expect(merge(base, mine, [])).toEqual([saldo('b', '8', null)]);
});

test.each([
  ['12.34', '12.34'],
  ['0.00', '0.00'],
  ['', '0'],
  ['-', '0'],
  ['-5.00', '0'],
  ['abc', '0'],
])('[PROD-30] a quantity left as %j counts as %s', (typed, read) => {
  expect(settleQuantidade(typed)).toBe(read);
});

test.each(['1.234.5', '0,019', '1e3', '10 un', '٣'])(
  'the text %j has digits but is not a quantity, and stays as it was typed',
  (typed) => {
    expect(settleQuantidade(typed)).toBe(typed);
  },
);

test('a merge keeps a typed price that is not a number yet', () => {
  const { values } = mergeStale(
    { preco_venda: '25.90' },
    { preco_venda: '1.234.5' },
    { preco_venda: '30.00' },
    merges,
  );
  expect(values).toEqual({ preco_venda: '1.234.5' });
});

test('the form demands what the specification demands, and an empty price is saved as zero', () => {
  expect([...requiredOf(ProdutoInput, blank)].sort()).toEqual([
    'categoria_id',
    'fornecedor_id',
    'marca_id',
    'nome',
    'sku',
  ]);
});

const id = '01890000-0000-7000-8000-000000000001';
const produto = {
  id,
  user_id: id,
  nome: 'Pastilha',
  categoria_id: id,
  categoria_nome: 'Freios',
  marca_id: id,
  marca_nome: 'Bosch',
  fornecedor_id: id,
  fornecedor_nome: 'Sul',
  sku: 'FRE-1',
  cod_referencia: ['90915-YZZD2'],
  custo_unitario: '10.00',
  preco_venda: '25.90',
  fotos: ['https://exemplo.com.br/a.webp'],
  estoque_inicial: '5.00',
  reservado: '0.00',
  disponivel: '5.00',
  depositos: [{ deposito_id: id, nome: 'Loja', cidade: null, estado: null, ativo: true, quantidade: '5.00' }],
  versao: 3,
  created_at: '2026-11-17T12:00:00Z',
} as unknown as Parameters<typeof inputOf>[0];

test('a copy of a produto has neither its SKU, codes, photos nor stock', () => {
  expect(copied(produto)).toEqual({
    nome: 'Pastilha',
    categoria_id: id,
    marca_id: id,
    fornecedor_id: id,
    custo_unitario: '10.00',
    preco_venda: '25.90',
  });
});

test('a copy has no cost for a person who does not see costs', () => {
  expect(copied({ ...produto, custo_unitario: undefined })).not.toHaveProperty('custo_unitario');
});
