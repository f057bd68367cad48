import type { AtividadeDoInicio } from '@prumo/contract/inicio.ts';
import { expect, test } from 'vitest';
import { filterOf, sentenceOf, whenOf, whoOf } from './atividade-words.ts';

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
  campo: null,
  mais: 0,
  mais_exato: true,
  escritas: 1,
  eu: false,
  desfazer: null,
};

test('a line names the person, the reader as Você, and Prumo where nobody did it', () => {
  expect(whoOf(LINE)).toBe('Rafael Lima');
  expect(whoOf({ ...LINE, eu: true })).toBe('Você');
  expect(whoOf({ ...LINE, quem: null })).toBe('Prumo');
});

const registro = { tabela: 'produtos', id: '019a0000-0000-7000-8000-000000000003', nome: 'Vela' };

test('a line counts the records to which the same happened', () => {
  expect(sentenceOf(LINE)).toBe('alterou o produto Vela');
  const many = { ...LINE, registro, mais: 1499 };
  expect(sentenceOf(many)).toBe('alterou 1.500 produtos');
  expect(sentenceOf({ ...many, campo: 'preco_venda' })).toBe('alterou o preço de 1.500 produtos');
  expect(sentenceOf({ ...many, campo: 'cod_referencia' })).toBe('alterou 1.500 produtos');
  expect(sentenceOf({ ...many, tipo: 'registro_criado', mais_exato: false })).toBe(
    'cadastrou mais de 1.500 produtos',
  );
  const convites = {
    ...LINE,
    tipo: 'convite_criado',
    palavras: { email: 'bia@loja.com.br', papel: 'vendas' },
  };
  expect(sentenceOf({ ...convites, mais: 2 })).toBe('convidou bia@loja.com.br como vendas e mais 2');
});

test('a line opens its record in the activity, or what the person did in the same way on that day', () => {
  expect(filterOf({ ...LINE, registro })).toEqual({ tabela: 'produtos', registro_id: registro.id });
  const saldo = { ...registro, tabela: 'produto_deposito' };
  expect(filterOf({ ...LINE, registro: saldo })).toMatchObject({
    tabela: 'produto_deposito',
    de: '2026-11-16',
  });
  expect(filterOf({ ...LINE, registro, mais: 3 })).toEqual({
    ...{ pessoa: LINE.quem?.id, tipo: 'registro_alterado', tabela: 'produtos' },
    ...{ de: '2026-11-16', ate: '2026-11-16' },
  });
});

test('the time of a line is short', () => {
  const now = Date.parse('2026-11-16T12:00:00-03:00');
  expect(whenOf('2026-11-16T00:05:00-03:00', now)).toBe('00:05');
  expect(whenOf('2026-11-15T23:59:00-03:00', now)).toBe('ontem');
  expect(whenOf('2026-11-09T09:00:00-03:00', now)).toBe('09/11');
});
