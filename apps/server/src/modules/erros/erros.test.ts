import type { Erro } from '@prumo/contract/erros.ts';
import { expect, test } from 'vitest';
import { openLog } from '#platform/log.ts';
import { testApp } from '#testing/test-app.ts';
import { familyOf, openErros } from './erros.ts';

const { stranger, anEmpresa } = await testApp();

const erro: Erro = {
  origem: 'rejeicao',
  nome: 'TypeError',
  mensagem: 'Cannot read properties of undefined reading …',
  pilha: [{ arquivo: 'marca-D3x9.js', linha: 1, coluna: 2345 }],
  tela: '/cadastros/marca',
  release: 1_763_400_000,
};

test('a stranger and a signed-in person may report an error', async () => {
  const ana = await anEmpresa();
  for (const client of [stranger(), ana]) {
    const { statusCode, payload } = await client.send('POST', '/api/erros', erro);
    expect([statusCode, payload]).toEqual([204, '']);
  }
});

test('a report with a value, an unknown field or a large body is refused', async () => {
  for (const change of [
    { mensagem: 'Maria is not a function' },
    { usuario: 'maria@exemplo.com.br' },
    { mensagem: 'is '.repeat(200_000) },
  ]) {
    const { statusCode } = await stranger().send('POST', '/api/erros', { ...erro, ...change });
    expect([413, 422]).toContain(statusCode);
  }
});

function aNotebook() {
  const lines: string[] = [];
  let now = 0;
  const { note } = openErros(openLog('warn', { write: (line) => void lines.push(line) }), () => now);
  return { lines, note, wait: (ms: number) => (now += ms) };
}
const sender = {
  address: '203.0.113.7',
  session: null,
  userAgent: 'Mozilla/5.0 Gecko/20100101 Firefox/140.0',
};

test('the log shows the error with its places, screen, release and browser, and nothing about the person', () => {
  const { lines, note } = aNotebook();
  note(erro, { ...sender, session: 'a-hash' });
  expect(lines).toHaveLength(1);
  const { msg, erro: logged } = JSON.parse(lines[0] ?? '');
  expect(msg).toBe('a page reported an error');
  expect(logged).toEqual({
    origem: 'rejeicao',
    nome: 'TypeError',
    mensagem: 'Cannot read properties of undefined reading …',
    at: ['marca-D3x9.js:1:2345'],
    tela: '/cadastros/marca',
    release: 1_763_400_000,
    navegador: 'firefox',
  });
  expect(lines[0]).not.toMatch(/203\.0\.113|a-hash|Mozilla/);
});

test('a person, a network and all senders together may report only so many errors a minute', () => {
  const { lines, note, wait } = aNotebook();
  const send = (count: number, change: (n: number) => object) => {
    const before = lines.length;
    for (let n = 0; n < count; n++) {
      try {
        note(erro, { ...sender, ...change(n) });
      } catch (error) {
        expect(error).toMatchObject({ code: 'limited' });
      }
    }
    return lines.length - before;
  };
  expect(send(100, () => ({ session: 'ana' }))).toBe(20);
  expect(send(100, (n) => ({ session: `forged ${n}` }))).toBe(40);
  expect(send(1000, (n) => ({ address: `203.0.${n % 100}.${n % 250}` }))).toBe(540);
  wait(60_000);
  expect(send(1, () => ({ session: 'ana' }))).toBe(1);
});

test.each([
  ['edge', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'],
  [
    'opera',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0',
  ],
  ['chrome', 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile Safari/604.1'],
  ['safari', 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'],
  ['other', undefined],
])('the browser family is %s', (family, userAgent) => expect(familyOf(userAgent)).toBe(family));
