import { expect, test } from 'vitest';
import { fitsCode128, isEan13, quantidadeOf, replacementOf, simboloOf } from './etiqueta.ts';
import { A4, MODELOS, modeloOf } from './modelos.ts';

const SHEET = modeloOf('a4-33');

test.each([
  ['7891000315507', true],
  ['7891000315508', false],
  ['789100031550', false],
  ['78910003155o7', false],
  ['0000000000000', true],
])('%s is an EAN-13: %s', (texto, expected) => expect(isEan13(texto)).toBe(expected));

const produto = { sku: 'FO-1', cod_referencia: ['W 712/95', '789 1000 31550-7'] };

test('each kind of code gets the text that it can carry', () => {
  expect(simboloOf(produto, 'code128', SHEET)).toEqual({ simbologia: 'code128', texto: 'FO-1' });
  expect(simboloOf(produto, 'qrcode', SHEET)).toEqual({ simbologia: 'qrcode', texto: 'FO-1' });
  expect(simboloOf(produto, 'ean13', SHEET)).toEqual({ simbologia: 'ean13', texto: '7891000315507' });
});

test('a produto without an EAN-13 gets the Code 128 of its SKU, and the person reads why', () => {
  const simbolo = simboloOf({ sku: 'FO-1', cod_referencia: [] }, 'ean13', SHEET);
  expect(simbolo).toEqual({ simbologia: 'code128', texto: 'FO-1' });
  expect(replacementOf('ean13', simbolo)).toMatch(/Sem EAN-13.*Code 128/);
  expect(replacementOf('code128', simbolo)).toBeUndefined();
});

test.each(['AÇÃO-1', 'A>B', 'X'.repeat(40), ''])(
  'the SKU %j is no readable Code 128 and becomes a QR',
  (sku) => {
    expect(fitsCode128(sku, SHEET)).toBe(false);
    const simbolo = simboloOf({ sku, cod_referencia: [] }, 'code128', SHEET);
    expect(simbolo).toEqual({ simbologia: 'qrcode', texto: sku });
    expect(replacementOf('code128', simbolo)).toMatch(/QR Code/);
  },
);

test('a narrower label takes a shorter code', () => {
  expect(fitsCode128('ABCDEFGHIJKL', SHEET)).toBe(true);
  expect(fitsCode128('ABCDEFGHIJKL', modeloOf('a4-65'))).toBe(false);
  expect(fitsCode128('ABCDEFGHIJKL', modeloOf('zpl-50x30'))).toBe(false);
  expect(fitsCode128('ABCDEFGHIJK', modeloOf('zpl-50x30'))).toBe(true);
});

test.each([
  ['1', 1],
  [' 20 ', 20],
  ['0', 0],
  ['999', 999],
  ['1000', null],
  ['', null],
  ['2,5', null],
  ['-1', null],
])('%j labels is read as %s', (typed, expected) => expect(quantidadeOf(typed)).toBe(expected));

test('every sheet fits on A4 with a margin on each side', () => {
  for (const { nome, width, height, folha } of MODELOS) {
    if (!folha) continue;
    const used = folha.columns * width + (folha.columns - 1) * folha.gap;
    expect(A4.width - used, nome).toBeGreaterThan(8);
    expect(A4.height - folha.rows * height, nome).toBeGreaterThan(8);
  }
});
