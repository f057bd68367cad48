import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, exactCsvLine, readCsv } from './csv.ts';

/** A parser of RFC 4180 for any separator, independent of the writer under test. */
function read(text: string, separator = ';'): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let isStart = true;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const isEnd = char === '\r' || char === '\n';
    if (isQuoted && char === '"' && text[at + 1] === '"') cell += text[++at];
    else if (char === '"' && (isQuoted || isStart)) isQuoted = !isQuoted;
    else if (isQuoted || (char !== separator && !isEnd)) cell += char;
    else {
      line.push(cell);
      cell = '';
      if (isEnd) {
        lines.push(line);
        line = [];
        if (text.startsWith('\r\n', at)) at++;
      }
      isStart = true;
      continue;
    }
    isStart = false;
  }
  return line.length > 0 || cell ? [...lines, [...line, cell]] : lines;
}

/** Removes the apostrophe that the writer puts before a formula. */
const original = (cell: string) =>
  cell.replaceAll(
    /(?:^'(?=['"\s\p{C}]*[=+\-@＝＋－＠]|'*[\t\r])|(?<=[;,\t\r\n])'(?=['"\s\p{C}]*[=+\-@＝＋－＠]))/gu,
    '',
  );

const isFormula = (cell: string) => /^[\s\p{C}"]*[=+\-@＝＋－＠]/u.test(cell);
const isNumber = (cell: string) => /^-?\d+([.,]\d+)?(;|$)/.test(cell);

const hostile = fc
  .array(
    fc.constantFrom(
      ...[
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＋',
        '－',
        '＠',
        '\t',
        '\r',
        '\n',
        '\r\n',
        ';',
        ',',
        '"',
        "'",
        ' ',
        '\ufeff',
      ],
      ...['\u200b', '\u00a0', 'a', '1', '1,5', 'cmd|', 'HYPERLINK("x")', 'é', '😀', ''],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const cells = fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.string());

test('10,000 random rows are parsed back to the cells that were written', () => {
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), (row) => {
      expect(read(csvLine(row)).map((line) => line.map(original))).toEqual([row]);
    }),
    { numRuns: 10_000 },
  );
});

test('ASVS 1.2.10: no cell is a formula, with any separator of a spreadsheet', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (row) => {
      for (const separator of [';', ',', '\t'])
        for (const cell of read(csvLine(row), separator).flat())
          expect(isFormula(cell) && !isNumber(cell), `${JSON.stringify(cell)} by ${separator}`).toBe(false);
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['a,=1+1', `"a,'=1+1"`],
  ['a\t@x', `"a\t'@x"`],
  ['a\n+x', `"a\n'+x"`],
  ['a;"=x', `"a;'""=x"`],
  ['＝1', "'＝1"],
  ['\tx', `"'\tx"`],
  ['Azul, -10 %', `"Azul,' -10 %"`],
  ['A - B', 'A - B'],
])('%j is written as %s', (value, written) => {
  expect(csvLine([value])).toBe(`${written}\r\n`);
});

test('a number stays a number', () => {
  expect(csvLine([-1, 1.5, 10n, '-12.30', '-12,30', '0'])).toBe('-1;1.5;10;-12.30;"-12,30";0\r\n');
});

test('what exactCsvLine writes is read back exactly: formulas, apostrophes, nulls and empty texts', () => {
  const hostile = fc
    .array(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        "'",
        '"',
        ';',
        ',',
        '\t',
        '\r',
        '\n',
        ' ',
        '\u200b',
        'a',
        '5',
        '＝',
      ),
      {
        maxLength: 8,
      },
    )
    .map((chars) => chars.join(''));
  const cells = fc.oneof(fc.constant(null), fc.constant(''), hostile, fc.string({ unit: 'binary' }));
  const lines = fc.array(fc.array(cells, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(lines, (given) => {
      expect([...readCsv(given.map(exactCsvLine).join(''))]).toEqual(given);
    }),
    { numRuns: 5000 },
  );
});

test('a cell of a million apostrophes is read in one pass', () => {
  // A search of the rest of the text for each apostrophe would take hours.
  const hostile = "\t'".repeat(1_000_000);
  expect([...readCsv(`"${hostile}x"\r\n`)]).toEqual([[`${hostile}x`]]);
  const formulas = "\t'=".repeat(3);
  expect([...readCsv(`"x${formulas}"\r\n`)]).toEqual([['x\t=\t=\t=']]);
});
