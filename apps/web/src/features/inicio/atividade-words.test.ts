import type { AtividadeDoInicio } from '@prumo/contract/inicio.ts';
import { expect, test } from 'vitest';
import { sentenceOf, whenOf, whoOf } from './atividade-words.ts';

const LINE: AtividadeDoInicio['itens'][number] = {
  id: '019a0000-0000-7000-8000-000000000001',
  numero: null,
  selo: 'pendente',
  em: '2026-11-16T09:30:00-03:00',
  tipo: 'registro_alterado',
  quem: { id: '019a0000-0000-7000-8000-000000000002', nome: 'Rafael Lima' },
  registro: null,
  palavras: { registro: 'o produto Vela' },
  mudancas: [],
  mais: 0,
  mais_exato: true,
  eu: false,
  desfazer: null,
};

test('a line names the person, the reader as Você, and Prumo where nobody did it', () => {
  expect(whoOf(LINE)).toBe('Rafael Lima');
  expect(whoOf({ ...LINE, eu: true })).toBe('Você');
  expect(whoOf({ ...LINE, quem: null })).toBe('Prumo');
});

test('a line says how many further records the same write changed', () => {
  expect(sentenceOf(LINE)).toBe('alterou o produto Vela');
  expect(sentenceOf({ ...LINE, mais: 25 })).toBe('alterou o produto Vela e mais 25');
  expect(sentenceOf({ ...LINE, mais: 59, mais_exato: false })).toBe('alterou o produto Vela e mais de 59');
});

test('the time of a line is short', () => {
  const now = Date.parse('2026-11-16T12:00:00-03:00');
  expect(whenOf('2026-11-16T00:05:00-03:00', now)).toBe('00:05');
  expect(whenOf('2026-11-15T23:59:00-03:00', now)).toBe('ontem');
  expect(whenOf('2026-11-09T09:00:00-03:00', now)).toBe('09/11');
});
