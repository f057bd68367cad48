/**
 * The only writer of CSV. It follows RFC 4180, with the semicolon that Portuguese spreadsheets expect as
 * separator.
 */
export const csvLine = (cells: readonly (string | number | bigint)[]) => `${cells.map(cell).join(';')}\r\n`;

/**
 * Writes a line that `readCsv` reads back exactly. A null is an empty cell, and an empty text is a pair of quotation
 * marks.
 */
export const exactCsvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((value) => (value === null ? '' : value === '' ? '""' : cell(value))).join(';')}\r\n`;

/** A decimal as a Portuguese spreadsheet reads it. */
export const comma = (decimal: string) => decimal.replace('.', ',');

/** Without a byte order mark, spreadsheets read UTF-8 as an older charset. */
export const BOM = '\ufeff';

function cell(value: string | number | bigint): string {
  const text = typeof value === 'string' && !NUMBER.test(value) ? neutralised(value) : String(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Numbers, negative ones included, are not escaped as formulas, because a spreadsheet evaluates a number to
 * itself.
 */
const NUMBER = /^-?\d+([.,]\d+)?$/;
/** Matches every character that some spreadsheet uses as a separator, not only the semicolon. */
const NEEDS_QUOTES = /[";,\t\r\n]|^\s|\s$/;

/**
 * A spreadsheet evaluates a cell that begins with `=`, `+`, `-` or `@`; some also evaluate the full-width
 * forms. Quotes, spaces and invisible characters before the sign do not prevent it.
 */
const FORMULA = String.raw`['"\s\p{C}]*[=+\-@＝＋－＠]`;
/**
 * Matches where a cell begins: at the start of the value, or after a separator inside it. Quotation marks
 * protect a value only when they open the cell, so a spreadsheet with another separator would split inside
 * the value.
 */
const CELL_START = new RegExp(`(?:^(?=${FORMULA}|'*[\\t\\r])|(?<=[;,\\t\\r\\n])(?=${FORMULA}))`, 'gu');

/** Puts an apostrophe before each formula, which makes a spreadsheet read the rest as text. */
const neutralised = (text: string) => text.replace(CELL_START, "'");

const SIGN = /^[=+\-@＝＋－＠]$/;
const SKIPPED = /^['"\s\p{C}]$/u;
const SEPARATOR = /^[;,\t\r\n]$/;

/**
 * Removes each apostrophe that `neutralised` has added. It reads the text once, from its end, because a regular
 * expression would search the rest of the text anew for each apostrophe of a hostile file.
 */
function withoutAdded(text: string): string {
  if (!text.includes("'")) return text;
  const kept: string[] = [];
  let end = text.length;
  let beginsFormula = false;
  for (let at = text.length; at > 0; ) {
    const start = at - (at > 1 && isPair(text, at - 2) ? 2 : 1);
    const char = text.slice(start, at);
    const isStart = start === 0 || SEPARATOR.test(text.charAt(start - 1));
    if (char === "'" && isStart && (beginsFormula || (start === 0 && /^'+[\t\r]/.test(text)))) {
      kept.push(text.slice(at, end));
      end = start;
    }
    beginsFormula = SIGN.test(char) || (beginsFormula && SKIPPED.test(char));
    at = start;
  }
  kept.push(text.slice(0, end));
  return kept.reverse().join('');
}

/** Whether the character at this position takes two places. */
const isPair = (text: string, at: number) => (text.codePointAt(at) ?? 0) > 0xffff;

/** Reads the lines that `exactCsvLine` wrote, without the byte order mark. Throws on a file that is not such a CSV. */
export function* readCsv(text: string): Generator<(string | null)[]> {
  let at = text.startsWith(BOM) ? 1 : 0;
  while (at < text.length) {
    const cells: (string | null)[] = [];
    for (;;) {
      const [value, end] = text[at] === '"' ? quoted(text, at) : plain(text, at);
      cells.push(value);
      if (text[end] === ';') at = end + 1;
      else if (text.startsWith('\r\n', end)) {
        at = end + 2;
        break;
      } else throw new Error(`not a CSV of this writer, at character ${end}`);
    }
    yield cells;
  }
}

/** Reads a cell without quotation marks, and returns it with the position after it. */
function plain(text: string, at: number): [string | null, number] {
  END_OF_CELL.lastIndex = at;
  const end = END_OF_CELL.exec(text)?.index ?? text.length;
  return [end === at ? null : withoutAdded(text.slice(at, end)), end];
}

const END_OF_CELL = /[;\r]/g;

function quoted(text: string, at: number): [string, number] {
  let end = at + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end === -1) throw new Error(`a cell has no end, at character ${at}`);
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  return [withoutAdded(text.slice(at + 1, end).replaceAll('""', '"')), end + 1];
}
