import { Erro } from '@prumo/contract/erros.ts';
import { expect, test } from 'vitest';
import { erroOf } from './erro-of.ts';

const ORIGIN = 'https://app.exemplo.com.br';
const of = (error: unknown, tela = '/cadastros/marca') =>
  erroOf({ origem: 'erro', error, tela, release: 7, origin: ORIGIN });

function failing(stack: string, message = 'e.nome is not a function'): TypeError {
  return Object.assign(new TypeError(message), { stack });
}

test.each([
  ['Chromium', `TypeError: e.nome is not a function\n    at Maria (${ORIGIN}/assets/marca-D3.js:1:234)`],
  ['Firefox', `Maria@${ORIGIN}/assets/marca-D3.js:1:234\n`],
])('the places of a stack of %s are sent without the names of functions', (_browser, stack) => {
  expect(of(failing(stack))).toEqual({
    origem: 'erro',
    nome: 'TypeError',
    mensagem: '… is not a function',
    pilha: [{ arquivo: 'marca-D3.js', linha: 1, coluna: 234 }],
    tela: '/cadastros/marca',
    release: 7,
  });
});

test('an error of an extension, of another site and an expected refusal are not sent', () => {
  expect(of(failing('at x (chrome-extension://abc/content.js:1:2)'))).toBeNull();
  expect(of(failing('at x (https://outro.exemplo/assets/x.js:1:2)'))).toBeNull();
  const refusal = failing(`at x (${ORIGIN}/assets/x.js:1:2)`);
  refusal.name = 'ProblemError';
  expect(of(refusal)).toBeNull();
});

test.each([
  ['Maria Aparecida'],
  [{ cpf: '529.982.247-25' }],
  [new Error('CPF 529.982.247-25', { cause: 'Maria' })],
])('a thrown value leaves no trace of itself: %j', (thrown) => {
  if (thrown instanceof Error) thrown.stack = `Error: CPF 529\n at f (${ORIGIN}/assets/a.js:1:2)`;
  const erro = of(thrown, '/catalogo/produtos/529982');
  expect(JSON.stringify(erro)).not.toMatch(/Maria|529/);
  expect(Erro.safeParse(erro).success).toBe(true);
});

test('a long stack is cut to what the server accepts', () => {
  const stack = Array.from({ length: 30 }, (_, n) => `at f (${ORIGIN}/assets/a.js:${n}:2)`).join('\n');
  expect(Erro.safeParse(of(failing(stack))).success).toBe(true);
});
