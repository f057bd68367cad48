import { expect, test } from 'vitest';
import { openHarness } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const ring = (atual: string, chaves: Record<string, number>) => ({
  SECRET_KEYS: JSON.stringify({
    atual,
    chaves: Object.fromEntries(
      Object.entries(chaves).map(([name, byte]) => [name, Buffer.alloc(32, byte).toString('base64')]),
    ),
  }),
});

const first = await testApp(ring('a', { a: 1 }));
const start = async (settings: Record<string, string>) => (await openHarness(first.url, settings)).close();
const noted = async () =>
  (await first.sql('select name from secrets.key_checks order by 1')).map(({ name }) => name);

test('the first start records its keys, and a process with a different key of that name does not start', async () => {
  expect(await noted()).toEqual(['a']);
  await start(ring('a', { a: 1 }));
  await expect(start(ring('a', { a: 2 }))).rejects.toThrow(/the key a of SECRET_KEYS is not the one/);
});

test('a process whose key names are all unknown does not start and records no key', async () => {
  await expect(start(ring('x', { x: 9 }))).rejects.toThrow(/has none of the keys this database knows \(a\)/);
  expect(await noted()).toEqual(['a']);
});

test('a process starts with the keys of each of the three steps of a key rotation', async () => {
  await start(ring('a', { a: 1, b: 2 }));
  await start(ring('b', { a: 1, b: 2 }));
  await start(ring('b', { b: 2 }));
  expect(await noted()).toEqual(['a', 'b']);
  await expect(start(ring('b', { b: 3 }))).rejects.toThrow(/the key b/);
});

test('when two processes start concurrently on a new database with different keys of one name, one of them fails', async () => {
  const other = await testApp(ring('a', { a: 1 }));
  await other.sql('delete from secrets.key_checks');
  const both = await Promise.allSettled(
    [1, 2].map(async (byte) => (await openHarness(other.url, ring('a', { a: byte }))).close()),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
