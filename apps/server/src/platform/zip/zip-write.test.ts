import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { bytesOf, directoryEnd, directoryEntry, type Member, memberOf } from './zip-write.ts';

const folder = await mkdtemp(join(tmpdir(), 'prumo-zip-'));
afterAll(() => rm(folder, { recursive: true }));
const at = new Date('2026-11-17T12:34:56Z');

/** Writes a ZIP whose first member begins at `from`, as if larger members came before it. */
async function write(path: string, contents: Record<string, string>, from = 0): Promise<Member[]> {
  const file = await open(path, 'w');
  const members: Member[] = [];
  const content: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = from;
  for (const [nome, text] of Object.entries(contents)) {
    const { member, bytes } = await memberOf(nome, Buffer.from(text), {
      at,
      deflated: nome.endsWith('.csv'),
    });
    if (bytesOf(member) !== bytes.byteLength) throw new Error(`${nome} has other bytes than bytesOf says`);
    content.push(bytes);
    entries.push(directoryEntry(member, offset, at));
    offset += bytes.byteLength;
    members.push(member);
  }
  const directory = Buffer.concat(entries);
  const end = directoryEnd({ entries: entries.length, bytes: directory.byteLength, offset });
  const all = Buffer.concat([...content, directory, end]);
  await file.write(all, 0, all.byteLength, from);
  await file.close();
  return members;
}

/** Reads the members with the zipfile module of Python, which checks every checksum. */
async function readBack(path: string): Promise<unknown> {
  const script = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
  assert z.testzip() is None
  print(json.dumps({i.filename: z.read(i).decode() for i in z.infolist()}))`;
  const { stdout } = await promisify(execFile)('python3', ['-c', script, path], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}

test('another program reads the members back', async () => {
  const path = join(folder, 'small.zip');
  const contents = { 'a/000001.csv': 'x;y\r\n'.repeat(1000), 'fotos/á.webp': 'bytes', 'vazio.csv': '' };
  await write(path, contents);
  expect(await readBack(path)).toEqual(contents);
});

test('a ZIP beyond 4 GiB has 64-bit positions', async () => {
  const path = join(folder, 'far.zip');
  const contents = { 'a.csv': 'one', 'b.webp': 'two' };
  await write(path, contents, 5 * 2 ** 30);
  expect(await readBack(path)).toEqual(contents);
  await truncate(path);
});

test('a ZIP of more than 65,535 members has a 64-bit count', async () => {
  const path = join(folder, 'many.zip');
  const contents = Object.fromEntries(
    Array.from({ length: 70_000 }, (_, n) => [`fotos/${n}.webp`, String(n)]),
  );
  await write(path, contents);
  expect(await readBack(path)).toEqual(contents);
});
