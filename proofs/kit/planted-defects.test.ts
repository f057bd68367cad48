import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Edit } from './edits.ts';

/**
 * A planted defect replaces a text of the server's source. If that text changes, only a run with `--planted`
 * fails, and .ci/run plants the defects of one proof only. So this test looks for every such text in its
 * file.
 */
const ROOT = join(import.meta.dirname, '../..');
const SERVER = join(ROOT, 'apps/server/src');

interface Defect {
  name: string;
  edits: readonly Edit[];
}

/** The defects of a proof that edit source files; defects in SQL have no edits. */
async function defectsIn(path: string): Promise<Defect[]> {
  const { DEFECTS }: { DEFECTS: Record<string, readonly Edit[] | { edits?: readonly Edit[] }> } =
    await import(join(ROOT, path));
  return Object.entries(DEFECTS).flatMap(([name, defect]) => {
    const edits = 'edits' in defect ? defect.edits : Array.isArray(defect) ? defect : undefined;
    return edits ? [{ name: `${path}: ${name}`, edits }] : [];
  });
}

/**
 * Applies the edits in order, as `plant.ts` does. Returns each text that its file does not contain exactly
 * once.
 */
async function unmatched(edits: readonly Edit[]): Promise<string[]> {
  const sources = new Map<string, string>();
  const findings: string[] = [];
  for (const { file, from, to } of edits) {
    const source = sources.get(file) ?? (await readFile(join(SERVER, file), 'utf8'));
    const count = source.split(from).length - 1;
    if (count !== 1) findings.push(`${file} contains this text ${count} times: ${from}`);
    sources.set(file, source.replace(from, to));
  }
  return findings;
}

const all = globSync('proofs/*/*defects.ts', { cwd: ROOT }).sort();
const isOfSource = async (path: string) => /\bEdit\b/.test(await readFile(join(ROOT, path), 'utf8'));
const files: string[] = [];
for (const path of all) if (await isOfSource(path)) files.push(path);
const defects = (await Promise.all(files.map(defectsIn))).flat();

test.each(files)('%s has at least one defect that edits a source file', (path) => {
  expect(defects.filter(({ name }) => name.startsWith(`${path}: `))).not.toHaveLength(0);
});

test.each(defects.map(({ name, edits }) => [name, edits] as const))(
  '%s matches its source texts exactly once',
  async (_name, edits) => {
    expect(await unmatched(edits)).toEqual([]);
  },
);

test('the edits that switch the instrumentation off match their source texts exactly once', async () => {
  const { UNINSTRUMENTED }: { UNINSTRUMENTED: readonly Edit[] } = await import(
    join(ROOT, 'proofs/list/uninstrumented.ts')
  );
  expect(await unmatched(UNINSTRUMENTED)).toEqual([]);
});
