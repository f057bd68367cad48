import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { email, telefone } from './contato.ts';

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [];

test.each([
  ['(41) 98765-4321', '41987654321'],
  ['(41) 3000-1234', '4130001234'],
  ['41 3000.1234', '4130001234'],
  ['+55 41 98765-4321', '41987654321'],
  ['+55 (41) 3000-1234', '4130001234'],
  // 55 is also the DDD of a region, so the country code is removed only when ten or eleven digits follow it.
  ['(55) 3000-1234', '5530001234'],
  ['(55) 98765-4321', '55987654321'],
  ['+55 55 98765-4321', '55987654321'],
  ['0800 777 1234', '08007771234'],
  ['190', '190'],
  ['', ''],
])('the telefone %j is stored as %j', (sent, kept) => {
  expect(z.parse(telefone(), sent)).toBe(kept);
});

test('a telefone has at most eleven digits and no other characters', () => {
  expect(messagesOf(telefone(), '419876543210')).toEqual(['Use até 11 números, com o DDD.']);
  for (const sent of ['3000-1234 r.12', 'ligar', '٤١٣'])
    expect(messagesOf(telefone(), sent)).toContain('Use só números, com o DDD, de um telefone do Brasil.');
});

test('an e-mail is trimmed and needs a name, a domain and at most 254 characters', () => {
  expect(z.parse(email(), '  Ana.Souza+loja@exemplo.com.br ')).toBe('Ana.Souza+loja@exemplo.com.br');
  const domain = `@${'d'.repeat(60)}.com`;
  expect(z.parse(email(), `${'a'.repeat(60)}${domain}`)).toHaveLength(125);
  for (const sent of ['', '   ', 'ana', 'ana@', '@exemplo.com', 'ana@exemplo', 'ana souza@exemplo.com'])
    expect(messagesOf(email(), sent)).toEqual(['Email inválido']);
  expect(messagesOf(email(), `a@${'d'.repeat(249)}.com`)).toContain('Email inválido');
});
