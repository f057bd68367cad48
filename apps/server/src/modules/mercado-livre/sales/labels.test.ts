import { expect, test } from 'vitest';
import { fileOf } from './labels.ts';

const LABEL = '^XA\n^FO50,50^FDPacote^FS\n^XZ\n';

async function pass(...chunks: string[]): Promise<string> {
  async function* sent() {
    for (const chunk of chunks) yield Buffer.from(chunk, 'latin1');
  }
  const { bytes } = await fileOf(sent());
  let passed = '';
  for await (const chunk of bytes) passed += Buffer.from(chunk).toString('latin1');
  return passed;
}

test.each([
  ['PDF', ['%PDF-1.7 ...', '\n%%EOF\n']],
  ['ZIP with a comment', ['PK\x03\x04...', 'PK\x05\x06\0\0 a comment']],
  ['ZPL of two labels', [LABEL, `${LABEL}\r\n`]],
])('a whole %s is passed on', async (_, chunks) => {
  expect(await pass(...chunks)).toBe(chunks.join(''));
});

test.each([
  ['PDF', ['%PDF-1.7 ...', 'endobj']],
  ['ZIP', ['PK\x03\x04...', 'PK\x01\x02']],
  ['ZPL of which the second label is cut', [LABEL, LABEL.slice(0, -6)]],
])('a cut %s fails at its end', async (_, chunks) => {
  await expect(pass(...chunks)).rejects.toThrow('unavailable');
});

test('a page is no file', async () => {
  await expect(pass('<html>')).rejects.toThrow('unavailable');
});
