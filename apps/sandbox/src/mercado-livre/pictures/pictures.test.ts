import { crc32, inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { aClient, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);

const SIGNATURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a',
  'image/jpeg': (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff',
  'image/webp': (bytes) => bytes.subarray(8, 12).toString() === 'WEBP',
};

test('pictures are real images of the stated size, except a few that are missing or are not images', async () => {
  const seller = await aClient(sandbox.url).connect(SELLERS.middle);
  const { body } = await seller.get(`/users/${seller.id}/items/search?limit=100`);
  const ids = body['results'] as string[];
  const pictures: { url: string; size: string }[] = [];
  for (let n = 0; n < 40; n += 20) {
    const page = await seller.get(
      `/items/bulk?ids=${ids.slice(n, n + 20).join(',')}&attributes=body.pictures`,
    );
    const entries = page.body as unknown as { body: { pictures: { url: string; size: string }[] } }[];
    pictures.push(...entries.flatMap((entry) => entry.body.pictures));
  }
  const kinds = new Map<string, number>();
  const look = async ({ url, size }: (typeof pictures)[number]) => {
    const response = await fetch(url);
    const type = response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    const isImage = SIGNATURES[type]?.(bytes) ?? false;
    const kind = isImage ? type : `${response.status}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (kind !== 'image/png') return;
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(size);
    expect(bytes.readUInt32BE(29)).toBe(crc32(bytes.subarray(12, 29)));
    const start = bytes.indexOf('IDAT');
    const rows = inflateSync(bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4)));
    expect(rows.length).toBe((bytes.readUInt32BE(16) + 1) * bytes.readUInt32BE(20));
  };
  await Promise.all(pictures.map(look));
  expect([...kinds.keys()].sort()).toEqual(['200', '404', 'image/jpeg', 'image/png', 'image/webp']);
  expect(
    (await fetch(`${sandbox.url}/mercado-livre-fotos/D_600000-MLB49999999999_012026-O.jpg`)).status,
  ).toBe(404);
});
