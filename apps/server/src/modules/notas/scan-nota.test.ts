import { setImmediate } from 'node:timers';
import { MAX_NOTA_BYTES } from '@prumo/contract/notas.ts';
import { expect, test } from 'vitest';
import { scanNota } from './scan-nota.ts';

/**
 * How many times the work of a plain file of the same size another file may cause. The worst of these causes less
 * than four times the work. The slowest reader that was found caused more than 400 times.
 */
const MOST_TIMES = 20;
const ROOM = MAX_NOTA_BYTES - 1000;

/** A file that repeats a piece until it has the largest size. */
const filled = (before: string, piece: string, after: string) =>
  `${before}${piece.repeat(Math.floor(ROOM / piece.length))}${after}`;
const inNote = (path: string, piece: string) => {
  const names = ['nfeProc', 'NFe', 'infNFe', ...path.split('/')];
  const close = names.toReversed().map((name) => `</${name}>`);
  return filled(names.map((name) => `<${name}>`).join(''), piece, close.join(''));
};
const PLAIN = filled('<a>', 'a', '</a>');
const LONG = 'a'.repeat(ROOM / 4);
const each = (times: number, of: (n: number) => string) =>
  Array.from({ length: times }, (_, n) => of(n)).join(' ');

test.each<[string, string]>([
  ['free texts without a digit', inNote('infAdic', `<infCpl>${'a'.repeat(5000)}</infCpl>`)],
  ['free texts of digits and hyphens', inNote('infAdic', `<infCpl>${'1-'.repeat(2500)}</infCpl>`)],
  ['a free text in very many pieces', inNote('infAdic/infCpl', 'a<!---->')],
  ['a free text in very many sections', inNote('infAdic/infCpl', '<![CDATA[a]]>')],
  ['a field in very many pieces', inNote('emit/CNPJ', '1<!---->')],
  ['very many elements', filled('<a>', '<a/>', '</a>')],
  ['very many elements in deep ones', filled('<a>'.repeat(38), '<a/>', '</a>'.repeat(38))],
  ['very many elements in one with a long name', filled(`<${LONG}>`, '<a/>', `</${LONG}>`)],
  ['very many attributes', `<a ${each(ROOM / 12, (n) => `a${n}=""`)}/>`],
  ['very many namespaces', `<a ${each(ROOM / 18, (n) => `xmlns:a${n}="b"`)}/>`],
  ['one long attribute', filled('<a b="', 'b', '"/>')],
  ['an attribute of character references', filled('<a b="', '&#65;', '"/>')],
  ['a character reference with very many digits', filled('<a>&#', '0', '65;</a>')],
  ['an entity name without an end', filled('<a>&', 'a', '</a>')],
  ['a comment of hyphens', filled('<a><!--', '- ', ' --></a>')],
  ['a section of brackets', filled('<a><![CDATA[', ']', ']]></a>')],
  ['processing instructions', filled('<a>', '<?a?>', '</a>')],
  ['lines alone', filled('<a>', '\r\n', '</a>')],
])('a file with %s is read in time that grows with its length alone', async (_, text) => {
  expect((await workOf(text)) / (await workOf(PLAIN))).toBeLessThan(MOST_TIMES);
});

/** The processor time for a file in microseconds. The lowest of three readings, because other work only adds to it. */
async function workOf(text: string): Promise<number> {
  const readings: number[] = [];
  for (let n = 0; n < 3; n++) {
    const before = process.cpuUsage();
    await scanNota(text).catch(() => {});
    const { user, system } = process.cpuUsage(before);
    readings.push(user + system);
  }
  return Math.min(...readings);
}

test.each<[string, string]>([
  ['more elements than a note has', filled('<a>', '<a/>', '</a>')],
  ['more attributes than a note has', `<a ${each(ROOM / 12, (n) => `a${n}=""`)}/>`],
  ['a name that no layout has', `<${LONG}/>`],
])('a file with %s is refused', async (_, text) => {
  await expect(scanNota(text)).rejects.toThrow(/too many|long name/);
});

test('other work goes on while a large file is read', async () => {
  let turns = 0;
  let isRead = false;
  const turn = () => {
    turns++;
    if (!isRead) setImmediate(turn);
  };
  setImmediate(turn);
  await scanNota(PLAIN);
  isRead = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});

test('a text that is cut in the middle of anything reads as a whole', async () => {
  const text = `<nfeProc><NFe><infNFe versao="4.00"><emit><CNPJ>1&#50;<![CDATA[3]]>4\u{1F600}5</CNPJ></emit></infNFe></NFe></nfeProc>`;
  for (let at = 0; at < text.length; at += 7) {
    const spaces = ' '.repeat(64 * 1024 - at);
    expect((await scanNota(`${spaces}${text}`)).fields.get('emitente_cnpj')).toBe('1234\u{1F600}5');
  }
});
