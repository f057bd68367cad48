import { expect, test } from 'vitest';
import { doubtOf, endsAddress, splitEmails } from './emails.ts';

test.each([
  ['ana@loja.com.br', ['ana@loja.com.br']],
  [' Ana@Loja.com.br ', ['ana@loja.com.br']],
  [
    'ana@loja.com,rui@loja.com;eva@loja.com\nleo@loja.com',
    ['ana@loja.com', 'rui@loja.com', 'eva@loja.com', 'leo@loja.com'],
  ],
  ['ana@loja.com, rui@loja.com', ['ana@loja.com', 'rui@loja.com']],
  ['Ana Lima <ana@loja.com>; "Reis, Rui" <rui@loja.com>', ['ana@loja.com', 'rui@loja.com']],
  ['karla@aurora,com', ['karla@aurora,com']],
  ['karla@aurora,com,br', ['karla@aurora,com,br']],
  ['karla@aurora,com; rui@loja.com', ['karla@aurora,com', 'rui@loja.com']],
  ['karla@aurora,com,rui@loja.com', ['karla@aurora,com', 'rui@loja.com']],
  ['karla,rui@loja.com', ['karla', 'rui@loja.com']],
  ['karla@aurora, rui@loja.com', ['karla@aurora', 'rui@loja.com']],
  [' , ; ', []],
])('%j holds %j', (text, emails) => {
  expect(splitEmails(text)).toEqual(emails);
});

test('a comma ends an address whose domain has a dot, and stands for the dot of another', () => {
  expect(endsAddress('ana@loja.com,')).toBe(true);
  expect(endsAddress('ana,')).toBe(true);
  expect(endsAddress('ana@loja,')).toBe(false);
  expect(endsAddress('ana@loja')).toBe(false);
});

test.each([
  'ana@gmail.com',
  'ana@uol.com.br',
  'ana@sol.com.br',
  'ana@loja.com.br',
  'ana.lima+loja@contabilrota.com.br',
  'ana@hotel.com',
  'ana@empresa.io',
  'ana@loja.ind.br',
])('%s raises no doubt', (address) => {
  expect(doubtOf(address)).toBeUndefined();
});

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmai.com', 'ana@gmail.com'],
  ['ana@gmaill.com', 'ana@gmail.com'],
  ['ana@gnail.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail.com.br', 'ana@gmail.com'],
  ['ana@hotnail.com', 'ana@hotmail.com'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@yaho.com.br', 'ana@yahoo.com.br'],
  ['ana@loja.con.br', 'ana@loja.com.br'],
  ['ana@loja.com.be', 'ana@loja.com.br'],
])('%s can be sent, and %s is proposed', (address, correcao) => {
  expect(doubtOf(address)).toMatchObject({ correcao, possivel: true });
});

test.each([
  ['karla@aurora,com', 'karla@aurora.com', 'vírgula no lugar do ponto'],
  ['karla@aurora,com,br', 'karla@aurora.com.br', 'vírgula no lugar do ponto'],
  ['joão@loja.com', 'joao@loja.com', 'não é um email completo'],
  ['ana@@loja.com', 'ana@loja.com', 'não é um email completo'],
  ['ana@loja..com', 'ana@loja.com', 'não é um email completo'],
  ['ana@gmail', 'ana@gmail.com', 'não é um email completo'],
])('%s cannot be sent, and %s is proposed', (address, correcao, motivo) => {
  expect(doubtOf(address)).toEqual({ motivo: expect.stringContaining(motivo), correcao, possivel: false });
});

test.each([
  ['karla', 'não tem @'],
  ['karla@aurora', 'não é um email completo'],
  ['@loja.com', 'não é um email completo'],
  ['ana@loja.com@loja.com', 'não é um email completo'],
])('%s cannot be sent, and nothing is proposed', (address, motivo) => {
  expect(doubtOf(address)).toEqual({ motivo: expect.stringContaining(motivo), possivel: false });
});
