import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, shellBlocks } from './blocks.ts';

test('the shell blocks of a document come in their order, with their headings', () => {
  const text = '# A\n\n```sh\none\ntwo\n```\n\n```sql\nselect\n```\n\n## B\n\ntext\n\n```sh\nthree\n```\n';
  expect(shellBlocks(text)).toEqual([
    { heading: 'A', text: 'one\ntwo' },
    { heading: 'B', text: 'three' },
  ]);
  expect(() => shellBlocks('# A\n```sh\none\n')).toThrow('does not end');
});

test('a block inside a list loses its indent', () => {
  const text = '# A\n\n1. Write:\n\n   ```ini\n   [one]\n     two\n\n   ```\n\n```sh\nthree\n```\n';
  expect(blocksOf(text, 'ini')).toEqual([{ heading: 'A', text: '[one]\n  two\n' }]);
});

test('docs/operations.md has the two files at which the proof sets up backups', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const files = blocksOf(text, 'ini').filter(({ heading }) => heading === 'Back up');
  expect(files.map((file) => file.text.split('\n')[0])).toEqual(['[global]', 'archive_mode = on']);
  expect(files[0]?.text).toContain('repo1-cipher-pass=<openssl rand -base64 48>');
});

test('docs/install.md has one step that the proof replaces, and it is the first', () => {
  const blocks = shellBlocks(readFileSync(join(import.meta.dirname, '../../docs/install.md'), 'utf8'));
  expect(blocks.map(({ heading }) => heading)).toEqual([
    '1. PostgreSQL 18',
    '2. Prumo and the proxy',
    '3. Database',
    '4. Secrets',
    '5. Settings',
    '6. Certificate and proxy',
    '6. Certificate and proxy',
    '7. Start',
  ]);
});

test('docs/install-containers.md has the steps at which the proof does its part', () => {
  const blocks = shellBlocks(
    readFileSync(join(import.meta.dirname, '../../docs/install-containers.md'), 'utf8'),
  );
  expect(blocks.map(({ heading }) => heading)).toEqual([
    '1. Podman',
    '2. Prumo',
    '3. Certificate',
    '4. Database',
    '4. Database',
    '5. Secrets',
    '6. Settings',
    '7. Start',
    'Restore',
  ]);
});
