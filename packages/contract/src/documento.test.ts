import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  bareDocumento,
  cpf,
  cpfCnpj,
  cpfWarning,
  documentoWarning,
  formatDocumento,
  isCnpj,
  isCnpjValid,
} from './documento.ts';
import {
  ACCENTED,
  INCOMPLETE,
  TOO_LONG,
  TOO_SHORT,
  VALID_CNPJ,
  VALID_CPF,
  WRONG_CNPJ,
  WRONG_CPF,
} from './documento.vectors.ts';

const WRONG_CNPJ_SAYS = 'Este CNPJ não confere. Verifique os caracteres digitados.';
const WRONG_CPF_SAYS = 'Este CPF não confere. Verifique os números digitados.';
const INCOMPLETE_SAYS = 'Documento incompleto: um CPF tem 11 números e um CNPJ, 14 caracteres.';

describe('check digits', () => {
  test.each([...VALID_CNPJ, ...VALID_CPF])('%s is valid when masked, bare or in lower case', (documento) => {
    for (const form of [documento, bareDocumento(documento), documento.toLowerCase(), ` ${documento} `])
      expect(documentoWarning(form)).toBeUndefined();
  });

  test.each([
    ...WRONG_CNPJ.map((documento) => [documento, WRONG_CNPJ_SAYS]),
    ...WRONG_CPF.map((documento) => [documento, WRONG_CPF_SAYS]),
    ...[...INCOMPLETE, TOO_SHORT, TOO_LONG, ''].map((documento) => [documento, INCOMPLETE_SAYS]),
  ])('%s causes the warning: %s', (documento, sentence) => {
    expect(documentoWarning(documento ?? '')).toBe(sentence);
  });

  test('a field for a CPF warns about a CNPJ', () => {
    for (const documento of VALID_CPF) expect(cpfWarning(documento)).toBeUndefined();
    for (const documento of WRONG_CPF) expect(cpfWarning(documento)).toBe(WRONG_CPF_SAYS);
    for (const documento of [...VALID_CNPJ, ...INCOMPLETE, TOO_SHORT, ''])
      expect(cpfWarning(documento)).toBe('CPF incompleto: são 11 números.');
  });

  test('for every twelve characters only the pair of digits of the published rule is valid', () => {
    fc.assert(
      fc.property(characters(12), fc.nat(99), (root, guess) => {
        const digits = cnpjDigits(root);
        fc.pre(!/^0+$/.test(root));
        expect(documentoWarning(root + digits)).toBeUndefined();
        const other = String(guess).padStart(2, '0');
        expect(documentoWarning(root + other) === undefined).toBe(other === digits);
      }),
    );
  });

  test('for every nine digits that are not all equal only one pair of check digits is valid', () => {
    fc.assert(
      fc.property(digitsOf(9), fc.nat(99), (root, guess) => {
        const digits = cpfDigits(root);
        fc.pre(!/^(\d)\1*$/.test(root));
        expect(documentoWarning(root + digits)).toBeUndefined();
        const other = String(guess).padStart(2, '0');
        expect(documentoWarning(root + other) === undefined).toBe(other === digits);
      }),
    );
  });
});

describe('bare and masked', () => {
  test.each([...VALID_CNPJ, ...VALID_CPF])('%s gets its original mask back', (documento) => {
    expect(formatDocumento(bareDocumento(documento))).toBe(documento);
  });

  test('removing the mask restores the bare documento', () => {
    const documento = fc.oneof(
      characters(12).map((root) => `${root}01`),
      digitsOf(11),
      characters(9),
    );
    fc.assert(
      fc.property(documento, (bare) => {
        expect(bareDocumento(formatDocumento(bare))).toBe(bare);
        expect(bareDocumento(formatDocumento(bare).toLowerCase())).toBe(bare);
      }),
    );
  });

  test('a text that is neither CPF nor CNPJ gets no mask', () => {
    for (const bare of ['', '123', '12ABC34501D35', '12ABC34501DEA5', '529982247255'])
      expect(formatDocumento(bare)).toBe(bare);
  });
});

describe('a CNPJ', () => {
  test('[FMT-06] has exactly 14 characters without punctuation, letters in the first 12 only', () => {
    for (const documento of [...VALID_CNPJ, ...VALID_CNPJ.map(bareDocumento), '12.abc.345/01de-35'])
      expect(isCnpj(documento)).toBe(true);
    for (const digits of [11, 12, 13, 15]) expect(isCnpj('1'.repeat(digits))).toBe(false);
    expect(isCnpj('1'.repeat(14))).toBe(true);
    for (const documento of ['12ABC34501DEA5', '12ABC34501DE3A', '900244200001A2', ACCENTED, ''])
      expect(isCnpj(documento)).toBe(false);
  });

  test('is looked up only when its check digits are right', () => {
    expect(VALID_CNPJ.map(bareDocumento).every(isCnpjValid)).toBe(true);
    expect(WRONG_CNPJ.map(bareDocumento).some(isCnpjValid)).toBe(false);
    expect(VALID_CPF.map(bareDocumento).some(isCnpjValid)).toBe(false);
  });
});

describe('fields', () => {
  test('[CLIE-10] a documento is stored without mask in upper case, and the mask does not count towards its length', () => {
    const field = cpfCnpj(11);
    expect(z.parse(field, ' 12.abc.345/01de-35 ')).toBe('12ABC34501DE35');
    expect(z.parse(field, '529.982.247-25')).toBe('52998224725');
    expect(messagesOf(field, '529.982.247-2')).toContain('CPF/CNPJ é obrigatório');
    expect(messagesOf(field, '')).toContain('CPF/CNPJ é obrigatório');
    expect(messagesOf(field, TOO_LONG)).toEqual(['Use até 14 caracteres.']);
    expect(messagesOf(field, ACCENTED)).toEqual(['Use só letras sem acento e números.']);
    // The capital of U+0131 (dotless i) is the ASCII letter I, but U+0131 itself is refused.
    expect(messagesOf(field, '12ıBC34501DE35')).toEqual(['Use só letras sem acento e números.']);
  });

  test('[FORN-08] a field without a minimum length accepts a single character', () => {
    expect(z.parse(cpfCnpj(1), '7')).toBe('7');
    for (const empty of ['', '   ', '.-/'])
      expect(messagesOf(cpfCnpj(1), empty)).toContain('CPF/CNPJ é obrigatório');
  });

  test('[VEND-06] a CPF has 11 to 14 characters', () => {
    for (const [sent, kept] of [
      ['529.982.247-25', '52998224725'],
      ['52998224725', '52998224725'],
      ['529982247255', '529982247255'],
      ['12345678901234', '12345678901234'],
    ])
      expect(z.parse(cpf(), sent)).toBe(kept);
    for (const sent of ['', TOO_SHORT, '123456789012345', '529.982.247-255'])
      expect(messagesOf(cpf(), sent)).toContain('CPF inválido');
  });
});

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [];

const characters = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    minLength: length,
    maxLength: length,
  });
const digitsOf = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

/**
 * The published rule, implemented independently. A character counts as its ASCII code minus 48, and the sum
 * is taken modulo 11.
 */
function digit(text: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * (text.charCodeAt(index) - 48), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

function cnpjDigits(root: string): string {
  const first = digit(root, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return first + digit(root + first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
}

function cpfDigits(root: string): string {
  const first = digit(root, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return first + digit(root + first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}
