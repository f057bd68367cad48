import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Erro, withoutValues } from './erros.ts';

test.each([
  [`Cannot read properties of undefined (reading 'nome')`, 'Cannot read properties of undefined reading …'],
  ['Minified React error #418; visit https://react.dev/errors/418', 'Minified React error #418 …'],
  ['e.saldo is not a function', '… is not a function'],
  ['Cliente Maria Aparecida, CPF 529.982.247-25, não encontrado', '…'],
  ['The value 1.234,56 of maria@exemplo.com.br is not a number', 'The value … of … is not a number'],
  ['Unexpected token M in JSON: "Maria"', 'Unexpected token … in JSON …'],
  ['', ''],
])('of the message %j stays %j', (message, kept) => expect(withoutValues(message)).toBe(kept));

test('no digit of a message stays but the code of React, and a second pass changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const kept = withoutValues(text);
      expect(kept.replaceAll(/error #\d{1,3}/g, '')).not.toMatch(/\d|@/);
      expect(withoutValues(kept)).toBe(kept);
    }),
  );
});

const erro: Erro = {
  origem: 'erro',
  nome: 'TypeError',
  mensagem: '… is not a function',
  pilha: [{ arquivo: 'marca-D3x_9.js', linha: 1, coluna: 2345 }],
  tela: '/configuracao/$marketplace/$accountId',
  release: 1_763_400_000,
};

test('a report without values is accepted', () => expect(Erro.parse(erro)).toEqual(erro));

test.each([
  ['a message with a name', { mensagem: 'Maria is not a function' }],
  ['a name that is no kind of error', { nome: 'Maria' }],
  ['an address with an id', { tela: '/configuracao/mercado-livre/01980000-0000-7000-8000-000000000001' }],
  ['an address with a query', { tela: '/catalogo/produtos?busca=maria' }],
  ['a file of another site', { pilha: [{ arquivo: 'https://mau.exemplo/x.js', linha: 1, coluna: 1 }] }],
  ['a longer stack', { pilha: Array(9).fill(erro.pilha[0]) }],
  ['another field', { usuario: 'maria@exemplo.com.br' }],
])('the server refuses %s', (_what, change) =>
  expect(Erro.safeParse({ ...erro, ...change }).success).toBe(false),
);
