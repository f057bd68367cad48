import { createReadStream, existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Mark } from './person.ts';

/** Returns every file that contains a mark, as `file: where the mark was planted`. Reads the bytes as they are on disk. */
export async function hitsIn(folder: string, marks: readonly Mark[]): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const hits: string[] = [];
  const names = (await stat(folder)).isDirectory() ? await readdir(folder, { recursive: true }) : [''];
  for (const name of names) {
    const path = join(folder, name);
    if (!existsSync(path) || !(await stat(path)).isFile()) continue;
    for (const { where } of await marksIn(path, marks))
      hits.push(`${relative(folder, path) || path}: ${where}`);
  }
  return hits;
}

async function marksIn(path: string, marks: readonly Mark[]): Promise<Mark[]> {
  const wanted = new Map(marks.map((mark) => [mark, Buffer.from(mark.bytes)]));
  const found: Mark[] = [];
  const overlap = Math.max(...marks.map(({ bytes }) => Buffer.byteLength(bytes)));
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    const bytes = Buffer.concat([tail, chunk as Buffer]);
    for (const [mark, needle] of wanted)
      if (bytes.includes(needle)) {
        found.push(mark);
        wanted.delete(mark);
      }
    tail = bytes.subarray(-overlap);
  }
  return found;
}
