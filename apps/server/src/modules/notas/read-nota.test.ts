import { MAX_NOTA_BYTES } from '@prumo/contract/notas.ts';
import { aKey, anInvoice } from '@prumo/sandbox/mercado-livre/invoices/test-invoice.ts';
import { expect, test } from 'vitest';
import { isChave } from './chave.ts';
import { readNota } from './read-nota.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const NOTE = anInvoice(4182, { date: '2026-11-01T10:00:00-03:00' });

test('a note is read with its texts as they are written', async () => {
  expect(await readNota(bytes(NOTE))).toEqual({
    ...{ versao: '4.00', modelo: '55', serie: '1', numero: '4182', ambiente: '1', valor: '19.90' },
    emitida_em: '2026-11-01T10:00:00-03:00',
    chave: aKey(4182),
    protocolo: { chave: aKey(4182), ambiente: '1', situacao: '100' },
    emitente: { cnpj: '19131243000197', ie: '110042490114', uf: 'SP', cep: '01001000' },
    destinatario: { cpf: '52998224725', cnpj: null, ie: null, cep: '80010000' },
    referencias: [],
  });
});

test('a byte order mark and CDATA change nothing', async () => {
  const written = NOTE.replace('<CPF>52998224725', '<CPF>529<![CDATA[98224]]>725');
  expect(await readNota(bytes(`\uFEFF${written}`))).toEqual(await readNota(bytes(NOTE)));
});

const withInfo = (info: string) => bytes(NOTE.replace('</infNFe>', `${info}</infNFe>`));
const referencesOf = async (file: Uint8Array) => {
  const lida = await readNota(file);
  return typeof lida === 'string' ? lida : lida.referencias;
};

test('the numbers that a note may name are read from its items, its purchase and its free texts', async () => {
  const info = `<compra><xPed>2000000000000003</xPed></compra>
    <infAdic><infCpl>Pedido ML: 2000000000000001, pacote #2000000000000002; obrigado! R$ 19,90</infCpl>
    <obsCont xCampo="envio"><xTexto>41234567890</xTexto></obsCont><obsCont xCampo="x"><xTexto>AB-12345</xTexto></obsCont></infAdic>`;
  const text = NOTE.replace('</prod>', '<xPed>2000000000000004</xPed></prod>');
  expect(await referencesOf(bytes(text.replace('</infNFe>', `${info}</infNFe>`)))).toEqual([
    ...[
      '2000000000000004',
      '2000000000000003',
      '2000000000000001',
      '2000000000000002',
      '41234567890',
      'AB-12345',
    ],
  ]);
});

test('each element names numbers of its own, and a number in two parts is one', async () => {
  const info =
    '<infAdic><obsCont><xTexto>111111</xTexto></obsCont><obsCont><xTexto>222<![CDATA[222]]></xTexto></obsCont></infAdic>';
  expect(await referencesOf(withInfo(info))).toEqual(['111111', '222222']);
});

test('the number of references and the length of a free text are bounded', async () => {
  const words = Array.from({ length: 150 }, (_, n) => `<obsCont><xTexto>${100_000 + n}</xTexto></obsCont>`);
  expect(await referencesOf(withInfo(`<infAdic>${words.join('')}</infAdic>`))).toHaveLength(100);
  const long = `${'x '.repeat(10_000)} 123456`;
  expect(await referencesOf(withInfo(`<infAdic><infCpl>${long}</infCpl></infAdic>`))).toEqual([]);
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
])('a file with %s is no XML of a note', async (_, text) => {
  expect(await readNota(bytes(text))).toBe('xml');
});

test('a file in another encoding is no XML of a note', async () => {
  expect(await readNota(Buffer.from(NOTE.replace('Pe&#231;a', 'Peça'), 'latin1'))).toBe('xml');
  expect(await readNota(Buffer.from(NOTE, 'utf16le'))).toBe('xml');
});

test('a file over the limit is refused before it is decoded', async () => {
  expect(await readNota(new Uint8Array(MAX_NOTA_BYTES + 1))).toBe('grande');
  expect(await readNota(new Uint8Array(100 * 1024 * 1024))).toBe('grande');
});

test.each([
  ['a total with an exponent', NOTE.replace('19.90', '1e9')],
  ['a total with a comma', NOTE.replace('19.90', '19,90')],
  ['a date that is none', NOTE.replace('2026-11-01T10', 'ontem')],
  ['a day that no month has', NOTE.replace('2026-11-01T10', '2026-02-30T10')],
  ['an hour after the last', NOTE.replace('2026-11-01T10', '2026-11-01T25')],
  ['a fraction without an end', NOTE.replace('T10:00:00-', `T10:00:00.${'1'.repeat(150)}-`)],
  ['a zone that no place has', NOTE.replace('10:00:00-03:00', '10:00:00-23:00')],
  ['no protocol', NOTE.replace(/<protNFe[\s\S]*<\/protNFe>/, '')],
  ['another root', NOTE.replaceAll('nfeProc', 'cteProc')],
])('a file with %s is no note', async (_, text) => {
  expect(await readNota(bytes(text))).toBe('nota');
});

test('two notes in one file are refused as several', async () => {
  expect(await readNota(bytes(NOTE.replace(/(<NFe>[\s\S]*<\/NFe>)/, '$1$1')))).toBe('lote');
});

test('a key counts letters of the CNPJ by their ASCII code less 48', () => {
  expect(isChave(aKey(1))).toBe(true);
  expect(isChave(aKey(1).replace(/.$/, (last) => String((Number(last) + 1) % 10)))).toBe(false);
  // 12.ABC.345/01DE-35, the example of the Receita Federal.
  const start = '35260712ABC34501DE3555001000000001100000001';
  const digits = [...'0123456789'].filter((last) => isChave(`${start}${last}`));
  expect(digits).toEqual(['4']);
});
