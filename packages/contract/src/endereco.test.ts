import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bareCep, cep, cepWarning, formatCep, isCep, uf } from './endereco.ts';

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [];

test.each([
  ['80010-000', '80010000'],
  ['80010000', '80010000'],
  ['80.010-000', '80010000'],
  [' 01310-100 ', '01310100'],
  ['80010', '80010'],
  ['', ''],
])('the CEP %j is stored as %j', (sent, kept) => {
  expect(bareCep(sent)).toBe(kept);
  if (sent.trim().length <= 9) expect(z.parse(cep(), sent)).toBe(kept);
});

test('a CEP has at most nine characters, which are digits and mask signs', () => {
  expect(messagesOf(cep(), '80010-0000')).toContain('Use até 9 caracteres.');
  expect(messagesOf(cep(), '8001A-000')).toEqual(['Use só números no CEP.']);
  expect(messagesOf(cep(), '８００１００００')).toEqual(['Use só números no CEP.']);
});

test('an incomplete CEP causes a warning and no refusal', () => {
  for (const complete of ['80010-000', '80010000']) expect(cepWarning(complete)).toBeUndefined();
  for (const incomplete of ['8001', '80010-00', '800100000'])
    expect(cepWarning(incomplete)).toBe('CEP incompleto: são 8 números.');
});

test('eight digits get a mask, and removing the mask restores them', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 9 });
  fc.assert(
    fc.property(digits, (bare) => {
      const shown = formatCep(bare);
      expect(shown).toBe(isCep(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare);
      expect(bareCep(shown)).toBe(bare);
    }),
  );
});

test('a state has two letters and is stored in upper case', () => {
  for (const sent of ['PR', 'pr', ' Pr ']) expect(z.parse(uf(), sent)).toBe('PR');
  expect(z.parse(uf(), '')).toBe('');
  for (const sent of ['PRA', 'P1', 'SÃ', 'Paraná'])
    expect(messagesOf(uf(), sent)).toContain('Use a sigla do estado, com 2 letras.');
});
