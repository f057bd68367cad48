import { type AddressInfo, connect } from 'node:net';
import { MAX_NOTA_BYTES } from '@prumo/contract/notas.ts';
import { anInvoice } from '@prumo/sandbox/mercado-livre/invoices/test-invoice.ts';
import { expect, test } from 'vitest';
import { ORIGIN } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { app, anEmpresa } = await testApp();
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const ana = await anEmpresa();
const NOTE = anInvoice(4182);
const MB = 1024 * 1024;

const declared = (entities: string, total: string) =>
  NOTE.replace('?>', `?><!DOCTYPE nfeProc [${entities}]>`).replace('19.90', total);
const laughs = Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`).join('');
const deep = '<a>'.repeat(500_000);

test.each<[string, string | Buffer]>([
  ['an external entity', declared('<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;')],
  ['an external document type', NOTE.replace('?>', '?><!DOCTYPE nfeProc SYSTEM "http://127.0.0.1:1/x.dtd">')],
  ['a billion laughs', declared(`<!ENTITY a0 "ha">${laughs}`, '&a30;')],
  [
    'one long entity that is used often',
    declared(`<!ENTITY b "${'b'.repeat(100_000)}">`, '&b;'.repeat(20_000)),
  ],
  ['half a million nested elements', deep],
  ['UTF-16 with its byte order mark', Buffer.from(`\uFEFF${NOTE}`, 'utf16le')],
  ['Latin-1 that says UTF-8', Buffer.from(NOTE.replace('Pe&#231;a', 'Peça'), 'latin1')],
  ['UTF-7', NOTE.replace('UTF-8', 'UTF-7')],
  ['a compressed body', Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0])],
])('a file with %s gets a sentence, and the server goes on', async (_, file) => {
  const answer = await ana.upload('/api/notas/leitura', Buffer.from(file));
  expect([answer.statusCode, answer.json()]).toEqual([
    ...[200, { nota: null, motivo: 'xml', envio: null, sugestoes: [] }],
  ]);
});

test('a note with a byte order mark in UTF-8 is read', async () => {
  const answer = await ana.upload('/api/notas/leitura', Buffer.from(`\uFEFF${NOTE}`));
  expect(answer.json()).toMatchObject({ nota: { numero: '4182' }, motivo: null });
});

/** Sends a request of which the body never ends, and returns the answer of the server. */
function answerTo(headers: readonly string[], body: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const head = [
    ...['POST /api/notas/leitura HTTP/1.1', 'host: 127.0.0.1', `origin: ${ORIGIN}`, `cookie: ${ana.cookie}`],
    ...['content-type: application/octet-stream', ...headers],
  ];
  const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`));
  let received = '';
  socket.on('error', reject);
  socket.on('data', (piece) => {
    received += piece;
    if (!received.includes('mensagem')) return;
    socket.destroy();
    resolve(received);
  });
  return promise;
}

const REFUSED = 'O arquivo é grande demais: envie até 2 MB.';

test('a file of 100 MB is refused by its length, before its body arrives', async () => {
  expect(await answerTo([`content-length: ${100 * MB}`], '')).toContain(REFUSED);
});

test('a file that hides its length is refused at the limit, before it ends', async () => {
  const size = MAX_NOTA_BYTES + 1;
  const body = `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`;
  expect(await answerTo(['transfer-encoding: chunked'], body)).toContain(REFUSED);
});
