import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { uf } from './endereco.ts';
import { orNull, requiredText, text } from './text.ts';

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [];

test('a text is trimmed before its length is checked', () => {
  expect(z.parse(text(3), '  abc  ')).toBe('abc');
  expect(messagesOf(text(3), 'abcd')).toEqual(['Use até 3 caracteres.']);
  expect(messagesOf(text(2000), 'x'.repeat(2001))).toEqual(['Use até 2.000 caracteres.']);
});

test('a text that PostgreSQL cannot store is refused with a message', () => {
  for (const value of ['a\u0000b', 'a\ud800b', '\udc00'])
    expect(messagesOf(text(10), value)).toEqual(['Retire os caracteres inválidos.']);
  expect(z.parse(text(10), '🚗 ação')).toBe('🚗 ação');
});

test('a required text needs a visible character', () => {
  for (const empty of ['', '   ', '\n\t', '\u00a0', '\u200b\u2060'])
    expect(messagesOf(requiredText(9, 'Nome é obrigatório'), empty)[0]).toBe('Nome é obrigatório');
});

test('an empty optional text becomes null, and a filled text keeps its own rules', () => {
  const field = orNull(text(3));
  for (const empty of ['', '   ', null]) expect(z.parse(field, empty)).toBeNull();
  expect(z.parse(field, ' abc ')).toBe('abc');
  expect(messagesOf(field, 'abcd')).toEqual(['Use até 3 caracteres.']);
  expect(z.parse(orNull(uf()), 'pr')).toBe('PR');
  expect(messagesOf(field, undefined)).toHaveLength(1);
});

test('a stored text is encoded unchanged', () => {
  const field = orNull(text(20));
  expect(z.encode(field, null)).toBeNull();
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (sent) => {
      const stored = z.safeParse(field, sent);
      if (stored.success) expect(z.encode(field, stored.data)).toBe(stored.data);
    }),
  );
});
