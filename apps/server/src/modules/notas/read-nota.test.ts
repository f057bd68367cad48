import { MAX_NOTA_BYTES } from '@prumo/contract/notas.ts';
import { aKey, anInvoice } from '@prumo/sandbox/mercado-livre/invoices/test-invoice.ts';
import { expect, test } from 'vitest';
import { isChave } from './chave.ts';
import { readNota } from './read-nota.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const NOTE = anInvoice(4182, { date: '2026-11-01T10:00:00-03:00' });

test('a note is read with its texts as they are written', () => {
  expect(readNota(bytes(NOTE))).toEqual({
    ...{ versao: '4.00', modelo: '55', serie: '1', numero: '4182', ambiente: '1', valor: '19.90' },
    emitida_em: '2026-11-01T10:00:00-03:00',
    chave: aKey(4182),
    protocolo: { chave: aKey(4182), ambiente: '1', situacao: '100' },
    emitente: { cnpj: '19131243000197', ie: '110042490114', uf: 'SP', cep: '01001000' },
    destinatario: { cpf: '52998224725', cnpj: null, ie: null, cep: '80010000' },
  });
});

test('a byte order mark and CDATA change nothing', () => {
  const written = NOTE.replace('<CPF>52998224725', '<CPF>529<![CDATA[98224]]>725');
  expect(readNota(bytes(`\uFEFF${written}`))).toEqual(readNota(bytes(NOTE)));
});

const doctype = (body: string) => NOTE.replace('?>', `?><!DOCTYPE nfeProc [${body}]>`);
test.each<[string, string]>([
  ['an external entity', doctype('<!ENTITY x SYSTEM "file:///etc/passwd">').replace('19.90', '&x;')],
  ['an external document type', NOTE.replace('?>', '?><!DOCTYPE nfeProc SYSTEM "http://127.0.0.1:1/x.dtd">')],
  ['a parameter entity', doctype('<!ENTITY % x SYSTEM "http://127.0.0.1:1/x"> %x;')],
  [
    'a billion laughs',
    doctype(
      [
        '<!ENTITY a0 "ha">',
        ...Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`),
      ].join(''),
    ).replace('19.90', '&a30;'),
  ],
  ['an undeclared entity', NOTE.replace('19.90', '&x;')],
  ['elements nested a hundred thousand deep', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`],
  ['an element that is not closed', NOTE.replace('</ide>', '')],
  ['an attribute twice', NOTE.replace('versao="4.00">', 'versao="4.00" versao="4.00">')],
  ['a NUL character', NOTE.replace('SP', 'S\0P')],
  ['another declared encoding', NOTE.replace('UTF-8', 'ISO-8859-1')],
  ['two roots', `${NOTE}<a/>`],
  ['no markup', 'nota fiscal'],
  ['nothing', ''],
])('a file with %s is no XML of a note', (_, text) => {
  expect(readNota(bytes(text))).toBe('xml');
});

test('a file in another encoding is no XML of a note', () => {
  expect(readNota(Buffer.from(NOTE.replace('Pe&#231;a', 'Peça'), 'latin1'))).toBe('xml');
  expect(readNota(Buffer.from(NOTE, 'utf16le'))).toBe('xml');
});

test('a file over the limit is refused before it is decoded', () => {
  expect(readNota(new Uint8Array(MAX_NOTA_BYTES + 1))).toBe('grande');
  expect(readNota(new Uint8Array(100 * 1024 * 1024))).toBe('grande');
});

test.each([
  ['a total with an exponent', NOTE.replace('19.90', '1e9')],
  ['a total with a comma', NOTE.replace('19.90', '19,90')],
  ['a date that is none', NOTE.replace('2026-11-01T10', 'ontem')],
  ['no protocol', NOTE.replace(/<protNFe[\s\S]*<\/protNFe>/, '')],
  ['another root', NOTE.replaceAll('nfeProc', 'cteProc')],
])('a file with %s is no note', (_, text) => {
  expect(readNota(bytes(text))).toBe('nota');
});

test('two notes in one file are refused as several', () => {
  expect(readNota(bytes(NOTE.replace(/(<NFe>[\s\S]*<\/NFe>)/, '$1$1')))).toBe('lote');
});

test('a key counts letters of the CNPJ by their ASCII code less 48', () => {
  expect(isChave(aKey(1))).toBe(true);
  expect(isChave(aKey(1).replace(/.$/, (last) => String((Number(last) + 1) % 10)))).toBe(false);
  // 12.ABC.345/01DE-35, the example of the Receita Federal.
  const start = '35260712ABC34501DE3555001000000001100000001';
  const digits = [...'0123456789'].filter((last) => isChave(`${start}${last}`));
  expect(digits).toEqual(['4']);
});
