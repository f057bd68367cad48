import { maskitoTransform } from '@maskito/core';
import { expect, test } from 'vitest';
import { cepMask, cpfMask, dayMask, documentoMask, type Mask, telefoneMask, ufMask } from './masks.ts';

const complete: [string, Mask, string, string][] = [
  ['a CEP', cepMask, '80010000', '80010-000'],
  ['a CPF', cpfMask, '52998224725', '529.982.247-25'],
  ['a CPF as documento', documentoMask, '52998224725', '529.982.247-25'],
  ['a numeric CNPJ', documentoMask, '19131243000197', '19.131.243/0001-97'],
  ['a CNPJ with letters', documentoMask, '12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['a landline', telefoneMask, '4130001234', '(41) 3000-1234'],
  ['a mobile', telefoneMask, '41987654321', '(41) 98765-4321'],
  ['a number without an area code', telefoneMask, '08007771234', '0800 777 1234'],
  ['a UF', ufMask, 'PR', 'PR'],
  ['a day', dayMask, '31122026', '31/12/2026'],
];

test.each(complete)('%s is shown with its mask and stored without it', (_, mask, bare, shown) => {
  expect(mask.show(bare)).toBe(shown);
  expect(mask.bare(shown)).toBe(bare);
});

test.each(complete)('every prefix of %s survives masking and unmasking', (_, mask, bare) => {
  for (let length = 0; length <= bare.length; length++) {
    const part = bare.slice(0, length);
    expect(mask.bare(mask.show(part))).toBe(part);
  }
});

test.each(complete)('Maskito leaves a masked %s unchanged', (_, mask, bare, shown) => {
  for (let length = 0; length <= bare.length; length++) {
    const part = mask.show(bare.slice(0, length));
    expect(maskitoTransform(part, mask.options)).toBe(part);
  }
  expect(maskitoTransform(bare, mask.options)).toBe(shown);
  expect(maskitoTransform(`  ${shown} `, mask.options)).toBe(shown);
});

test('a mask adds no sign before the next character is typed', () => {
  expect(cepMask.show('80010')).toBe('80010');
  expect(telefoneMask.show('41')).toBe('(41');
  expect(documentoMask.show('')).toBe('');
});

test('a documento gets the CNPJ mask with the twelfth character or the first letter', () => {
  expect(documentoMask.show('12345678901')).toBe('123.456.789-01');
  expect(documentoMask.show('123456789012')).toBe('12.345.678/9012');
  expect(documentoMask.show('12A')).toBe('12.A');
});

test.each([
  ['a CPF longer than eleven', cpfMask, '529982247255'],
  ['a CPF with letters', cpfMask, 'ABC12345678'],
  ['a CNPJ with a letter among its check digits', documentoMask, '12ABC34501DEA5'],
  ['a documento of fifteen', documentoMask, '123456780001955'],
])('%s does not fit its mask and is shown unchanged', (_, mask, stored) => {
  expect(mask.fits(stored)).toBe(false);
  expect(mask.show(stored)).toBe(stored);
});

test.each([
  ['dots and spaces', cepMask, ' 80.010-000 ', '80010-000'],
  ['words around it', cepMask, 'CEP: 80010-000, Curitiba', '80010-000'],
  ['its name before it', documentoMask, 'CNPJ: 19.131.243/0001-97', '19.131.243/0001-97'],
  ['small letters', documentoMask, '1345c3a5000106', '13.45C.3A5/0001-06'],
  ['a letter among the check digits', documentoMask, '90.024.420/0001A2', '90.024.420/0001-2'],
  ['a letter with an accent', documentoMask, '12ÁBC34501DE35', '12.BC3.450/1DE3-5'],
  ['one character too many', documentoMask, '12345678000195X', '12.345.678/0001-95'],
  ['the code of the country', telefoneMask, '+55 (41) 98765-4321', '(41) 98765-4321'],
  ['digits in a UF', ufMask, 'p1r', 'PR'],
])('a value autofilled with %s keeps only the characters that fit the mask', (_, mask, text, shown) => {
  expect(maskitoTransform(text, mask.options)).toBe(shown);
});

test('the caret stays after the same characters when the mask inserts signs', () => {
  const typed = { value: '52998224725', selection: [4, 4] } as const;
  expect(maskitoTransform(typed, cpfMask.options)).toEqual({ value: '529.982.247-25', selection: [5, 5] });
});

test('a pasted day may have the year first', () => {
  expect(dayMask.bare('2026-12-31')).toBe('31122026');
  expect(dayMask.bare(' 31/12/2026 ')).toBe('31122026');
});
