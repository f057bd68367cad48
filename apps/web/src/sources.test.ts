import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** The files of these patterns, without tests and without comments, by their path. */
const codeOf = (...patterns: string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((path) => !/\.(test|fixture|gen)\.tsx?$/.test(path))
    .map((path) => ({
      path,
      code: readFileSync(join(ROOT, path), 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/^\s*\/\/.*$/gm, ''),
    }));

const web = codeOf('apps/web/src/**/*.ts', 'apps/web/src/**/*.tsx');

const pathsWith = (code: typeof web, pattern: RegExp) =>
  code.filter((each) => pattern.test(each.code)).map(({ path }) => path);

test('the files are read', () => {
  expect(web.length).toBeGreaterThan(200);
  expect(pathsWith(web, /export function DayInput/)).toEqual(['apps/web/src/ui/day/day-input.tsx']);
});

test('no input lets the browser write a date or a time, because it would follow its own language', () => {
  expect(pathsWith(web, /type="(date|datetime-local|month|week|time)"/)).toEqual([]);
});

test('the word email has one spelling, the one of the texts of the specification', () => {
  const portuguese = codeOf(
    'packages/contract/src/*.ts',
    'apps/server/src/modules/**/*.templates.ts',
    'apps/server/src/modules/**/refusals.ts',
    'apps/server/src/modules/**/*.routes.ts',
  );
  expect(portuguese.length).toBeGreaterThan(50);
  expect(pathsWith([...web, ...portuguese], /e-mail/i)).toEqual([]);
});

test('only the average of the stock is rounded; every quantity is exact', () => {
  expect(pathsWith(web, /formatRounded\(/)).toEqual([
    'apps/web/src/features/produtos/resumo/produtos-cards.tsx',
  ]);
});

test('one module saves files', () => {
  expect(pathsWith(web, /\.download = /)).toEqual(['apps/web/src/lib/files/save-file.ts']);
});

test('one module knows the days of São Paulo', () => {
  expect(pathsWith(web, /'(sv-SE|en-CA)'/)).toEqual(['apps/web/src/lib/numbers/day.ts']);
});

test('no letter-spacing is inherited by the whole page', () => {
  const css = readFileSync(join(ROOT, 'apps/web/src/styles.css'), 'utf8');
  expect(css).not.toMatch(/letter-spacing/);
});
