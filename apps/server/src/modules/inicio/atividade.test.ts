import type { Atividade } from '@prumo/contract/atividades.ts';
import { expect, test } from 'vitest';
import { LIDAS, linhasOf } from './atividade.ts';

const EU = '00000000-0000-4000-8000-00000000000a';

const line = (id: string, tabela = 'produtos', tipo = 'registro_alterado', quem = EU): Atividade => ({
  ...{ id, numero: null, selo: 'pendente', em: '2026-11-16T12:00:00+00:00', tipo },
  quem: { id: quem, nome: 'Ana' },
  registro: { tabela, id, nome: id },
  palavras: { registro: id },
  mudancas: [],
});
/** A change of the price of a produto. */
const priced = (id: string, quem = EU, em = '2026-11-16T12:00:00+00:00'): Atividade => ({
  ...line(id, 'produtos', 'registro_alterado', quem),
  em,
  mudancas: [
    { campo: 'preco_venda', antes: '1.00', depois: '2.00' },
    { campo: 'versao', antes: 1, depois: 2 },
  ],
});
const wrote = (lote: string, ...ids: string[]) =>
  ids.map((id) => ({ id, lote, pode_desfazer: id !== 'changed since' }));

test('changes of one write are one line that counts the others of its kind', () => {
  const lines = [line('stock', 'produto_deposito'), line('a'), line('b'), line('c', 'marcas')];
  const [only, ...rest] = linhasOf(lines, wrote('l', 'stock', 'a', 'b', 'c'), EU);
  expect(rest).toEqual([]);
  expect(only).toMatchObject({ id: 'a', mais: 1, mais_exato: true, desfazer: 'l' });
});

test('a write of which one record has changed since is not offered to undo', () => {
  const [only] = linhasOf([line('a'), line('changed since')], wrote('l', 'a', 'changed since'), EU);
  expect(only?.desfazer).toBeNull();
});

test('a write of another person is not offered to undo', () => {
  const [only] = linhasOf([line('a', 'produtos', 'registro_alterado', 'x')], wrote('l', 'a'), EU);
  expect(only).toMatchObject({ eu: false, desfazer: null });
});

test('writes of one person next to each other that say the same are one line, which undoes the newest', () => {
  const twice = { ...priced('again'), registro: { tabela: 'produtos', id: 'b', nome: 'b' } };
  const lines = [priced('a'), priced('b'), twice, line('name'), priced('c')];
  const [prices, others, rest] = linhasOf(
    lines,
    lines.flatMap(({ id }) => wrote(`l${id}`, id)),
    EU,
  );
  expect(prices).toMatchObject({ id: 'a', campo: 'preco_venda', mais: 1, escritas: 3, desfazer: 'la' });
  expect(others).toMatchObject({ id: 'name', campo: null, mais: 0, escritas: 1 });
  expect(rest).toMatchObject({ id: 'c', escritas: 1 });
});

test('another person, another field or another day begins another line', () => {
  const cost = { ...priced('cost'), mudancas: [{ campo: 'custo_unitario', antes: '1', depois: '2' }] };
  const lines = [
    priced('a'),
    priced('b', 'x'),
    // 02:59 in Brasília is the day before.
    priced('c', 'x', '2026-11-16T02:59:00+00:00'),
    cost,
    { ...cost, id: 'mixed', mudancas: [...cost.mudancas, ...priced('a').mudancas] },
  ];
  const shown = linhasOf(
    lines,
    lines.flatMap(({ id }) => wrote(`l${id}`, id)),
    EU,
  );
  expect(shown.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'cost', 'mixed']);
  expect(shown.at(-1)?.campo).toBeNull();
});

test('sign-ins and refusals are left out, and five lines are shown', () => {
  const lines = [
    line('in', 'atividades', 'entrada'),
    ...['1', '2', '3', '4', '5', '6'].map((id) => line(id, `table ${id}`)),
  ];
  const shown = linhasOf(
    lines,
    [...'123456'].flatMap((id) => wrote(`l${id}`, id)),
    EU,
  );
  expect(shown.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
});

test('a write that reaches the end of what was read may have more records', () => {
  const lines = Array.from({ length: LIDAS }, (_, n) => line(String(n)));
  const [only] = linhasOf(lines, wrote('l', ...lines.map(({ id }) => id)), EU);
  expect(only).toMatchObject({ mais: LIDAS - 1, mais_exato: false });
});
