import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';

test.each([
  ['the message of an error', new Error('O módulo não veio.'), 'O módulo não veio.'],
  ['a text that was thrown', 'O módulo não veio.', 'O módulo não veio.'],
  [
    'the status text of a response',
    new Response(null, { status: 503, statusText: 'Em manutenção' }),
    'Em manutenção',
  ],
  ['the message rather than the status text', { message: 'Sem rede', statusText: 'Gone' }, 'Sem rede'],
  ['the status of a response without a status text', new Response(null, { status: 503 }), 'Status 503'],
  ['the status text when the message is empty', { message: '', statusText: 'Gone' }, 'Gone'],
  ['a fixed sentence for an error without a message', new Error(''), 'Erro sem mensagem.'],
  ['a fixed sentence for an undefined error', undefined, 'Erro sem mensagem.'],
])('the error screen shows %s', (_, error, text) => {
  expect(errorText(error)).toBe(text);
});
