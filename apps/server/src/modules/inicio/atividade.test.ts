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

test('sign-ins and refusals are left out, and five writes are shown', () => {
  const lines = [
    line('in', 'atividades', 'entrada'),
    ...['1', '2', '3', '4', '5', '6'].map((id) => line(id)),
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
