/**
 * The only writer of CSV. It follows RFC 4180, with the semicolon that Portuguese spreadsheets expect as
 * separator.
 */
export const csvLine = (cells: readonly (string | number | bigint)[]) => `${cells.map(cell).join(';')}\r\n`;

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
