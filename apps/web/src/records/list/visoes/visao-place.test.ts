import { expect, test } from 'vitest';
import { enderecoOf, isChanged } from './visao-place.ts';

const columns = [{ header: 'Nome', shown: 'fixa' }, { header: 'Marca' }, { header: 'Preço' }] as const;
const layout = { densidade: 'compacta', segunda_linha: true, colunas: [] } as const;
const visao = {
  id: '019a0000-0000-7000-8000-000000000000',
  nome: 'Sem foto',
  compartilhada: false,
  minha: true,
  endereco: { ordem: 'nome', foto: 'sem' },
  exibicao: { ...layout, colunas: [] },
};

test('a visao keeps the filters and the order, and neither the page nor the open record', () => {
  const search = {
    foto: 'sem',
    ordem: '-nome',
    cursor: 'x',
    limite: 25,
    abrir: 'novo',
    aba: 'y',
    sku: undefined,
  };
  expect(enderecoOf('produtos', search)).toEqual({ foto: 'sem', ordem: '-nome' });
});

test('a visao of a list of people does not keep the text of the search, which may name a person', () => {
  const search = { busca: 'Maria Rocha', ordem: 'nome' };
  for (const lista of ['clientes', 'fornecedores', 'vendedores'] as const)
    expect(enderecoOf(lista, search)).toEqual({ ordem: 'nome' });
  expect(enderecoOf('marcas', search)).toEqual(search);
});

test('the order of the names in the address is no change', () => {
  expect(
    isChanged(visao, {
      lista: 'produtos',
      search: { foto: 'sem', ordem: 'nome', aba: visao.id },
      layout,
      columns,
    }),
  ).toBe(false);
});

test('another filter, order, density or column is a change', () => {
  const search = { foto: 'sem', ordem: 'nome' };
  expect(isChanged(visao, { lista: 'produtos', search: { foto: 'sem' }, layout, columns })).toBe(true);
  expect(isChanged(visao, { lista: 'produtos', search: { ...search, nome: 'freio' }, layout, columns })).toBe(
    true,
  );
  expect(
    isChanged(visao, { lista: 'produtos', search, layout: { ...layout, densidade: 'confortavel' }, columns }),
  ).toBe(true);
  const hidden = { ...layout, colunas: [{ nome: 'Marca', visivel: false, largura: null }] };
  expect(isChanged(visao, { lista: 'produtos', search, layout: hidden, columns })).toBe(true);
});

test('an arrangement that shows the same columns in the same order is no change', () => {
  const same = { ...layout, colunas: [{ nome: 'Marca', visivel: true, largura: null }] };
  expect(
    isChanged(visao, { lista: 'produtos', search: { foto: 'sem', ordem: 'nome' }, layout: same, columns }),
  ).toBe(false);
});
