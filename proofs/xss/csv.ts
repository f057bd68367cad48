/** A cell that a spreadsheet evaluates, after what it skips. A number evaluates to itself. */
const FORMULA = /^["\s\p{C}]*[=+\-@＝＋－＠]/u;
const NUMBER = /^-?\d+([.,]\d+)?$/;

/** The cells of a CSV, as a spreadsheet reads it with this separator. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator || sign === '\n') {
      cells.push(cell.replace(/\r$/, ''));
      cell = '';
    } else cell += sign;
  }
  cells.push(cell);
  return cells;
}

/** The cells that a spreadsheet would evaluate, whichever separator it expects. */
export const formulasIn = (text: string): string[] =>
  [';', ',', '\t'].flatMap((separator) =>
    cellsOf(text, separator).filter((cell) => FORMULA.test(cell) && !NUMBER.test(cell)),
  );
