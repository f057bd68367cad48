import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockfileFindings } from './check-lockfile.ts';

const lockfile = await readFile(join(import.meta.dirname, '../pnpm-lock.yaml'), 'utf8');

test('the committed lockfile has no findings', () => {
  expect(lockfileFindings(lockfile)).toEqual([]);
});

test.each([
  [
    'a version below its floor',
    lockfile.replace(/^ {2}fastify@5\.\d+\.\d+:/m, '  fastify@5.8.0:'),
    'fastify@5.8.0 is below',
  ],
  ['a tarball', lockfile.replace('integrity:', 'tarball: here, integrity:'), 'holds an address'],
  ['a package without its hash', lockfile.replace('integrity: sha512-', 'integrity: md5-'), 'has no hash'],
  [
    'a forbidden package',
    lockfile.replace(/^ {2}fastify@5\.\d+\.\d+:/m, "  '@fastify/middie@9.9.9':"),
    'must not be used',
  ],
])('lockfileFindings reports %s', (_name, planted, finding) => {
  expect(lockfileFindings(planted).join('\n')).toContain(finding);
});
