import { expect, test } from 'vitest';
import { entryPathOf, placeOf } from './nav.ts';

const labels = (pathname: string) => placeOf(pathname).map(({ label }) => label);
const linked = (pathname: string) => placeOf(pathname).flatMap(({ entry }) => entry?.link.to ?? []);

test('a screen of the menu has its section and its entry, and neither is a link to itself', () => {
  expect(labels('/cadastros/marca')).toEqual(['Cadastros', 'Marca']);
  expect(linked('/cadastros/marca')).toEqual([]);
  expect(labels('/')).toEqual(['Dashboard']);
  expect(labels('/nao/existe')).toEqual([]);
});

test('the screen of a conta is below Integrações, which its breadcrumb links and the menu marks', () => {
  const conta = '/configuracao/mercado-livre/0199';
  expect(labels(conta)).toEqual(['Configuração', 'Integrações', 'Conta']);
  expect(linked(conta)).toEqual(['/configuracao/integracoes']);
  expect(entryPathOf(conta)).toBe('/configuracao/integracoes');
});

test('the data of a titular are below Dados e privacidade', () => {
  expect(labels('/configuracao/titular')).toEqual(['Configuração', 'Dados e privacidade', 'Titular']);
  expect(linked('/configuracao/titular')).toEqual(['/configuracao/dados']);
  expect(entryPathOf('/configuracao/titular')).toBe('/configuracao/dados');
});

test('the picking list is below Pedidos', () => {
  const separacao = '/vendas/pedidos/separacao';
  expect(labels('/vendas/pedidos')).toEqual(['Vendas', 'Pedidos']);
  expect(labels(separacao)).toEqual(['Vendas', 'Pedidos', 'Lista de separação']);
  expect(linked(separacao)).toEqual(['/vendas/pedidos']);
  expect(entryPathOf(separacao)).toBe('/vendas/pedidos');
});

test('a page of the help is below Ajuda', () => {
  expect(labels('/ajuda')).toEqual(['Ajuda']);
  expect(labels('/ajuda/produtos')).toEqual(['Ajuda', 'Página']);
  expect(linked('/ajuda/produtos')).toEqual(['/ajuda']);
});

test('any other path is its own entry', () => {
  expect(entryPathOf('/configuracao/equipe')).toBe('/configuracao/equipe');
  expect(entryPathOf('/perfil')).toBe('/perfil');
});
