import { expect, test } from 'vitest';
import { openZip, UnreadableZip } from './zip-read.ts';
import { directoryEnd, directoryEntry, memberOf } from './zip-write.ts';

const at = new Date('2026-11-17T12:34:56Z');
const LIMITS = { entries: 10, memberBytes: 1000, ratio: 500, isName: () => true };

/** A ZIP with one stored content, and a directory that names it once for each of these names. */
async function zipOf(nomes: readonly string[]): Promise<Buffer> {
  const { member, bytes } = await memberOf(nomes[0] as string, Buffer.from('x;y'), { at, deflated: false });
  const directory = Buffer.concat(nomes.map((nome) => directoryEntry({ ...member, nome }, 0, at)));
  const end = directoryEnd({ entries: nomes.length, bytes: directory.byteLength, offset: bytes.byteLength });
  return Buffer.concat([bytes, directory, end]);
}

const opened = (zip: Buffer) =>
  openZip({ bytes: zip.byteLength, pieceBytes: zip.byteLength, read: async () => zip }, LIMITS);

test('a ZIP with one member is read', async () => {
  const { read } = await opened(await zipOf(['a.csv']));
  expect((await read('a.csv')).toString()).toBe('x;y');
});

test('a ZIP whose members share bytes is refused before any of them is unpacked', async () => {
  await expect(opened(await zipOf(['a.csv', 'b.csv']))).rejects.toBeInstanceOf(UnreadableZip);
});
