import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The text of a file on one line, because line breaks only wrap a document. */
export const flowing = (path: string): string => textOf(path).replaceAll(/\s+/g, ' ');

/** The texts of all files that match a pattern, except installed packages. */
export const codeOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).map(textOf);

/** The rows of all tables below a heading, as cells, without the head of each table. */
export function rowsUnder(path: string, heading: string): string[][] {
  const [, rest = ''] = textOf(path).split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [section = ''] = rest.split(/^#/m);
  return section
    .split(/\n\s*\n/)
    .filter((block) => block.startsWith('|'))
    .flatMap((table) => table.trim().split('\n').slice(2))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The first group of a pattern in a file, as a number. */
export function decided(path: string, pattern: RegExp): number {
  const found = pattern.exec(textOf(path))?.[1];
  if (found === undefined) throw new Error(`${path} does not match ${pattern}`);
  return Number(found.replaceAll('_', ''));
}
