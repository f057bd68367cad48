import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { openStorage, publicKey, type Storage, trashKey } from '#platform/outside/storage.ts';
import { KEEP_DAYS, openObjectCopy } from './object-copy.ts';
import type { Wanted } from './objects.queries.ts';
import { isOrphan, reconcile, stepFor } from './reconcile.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});
async function aStore(): Promise<Storage> {
  const root = await mkdtemp(join(tmpdir(), 'prumo-reconcile-'));
  folders.push(root);
  return openStorage({ driver: 'fs', root });
}
const KEY = Buffer.alloc(32, 7);
const EMPRESA = '0199a000-0000-7000-8000-000000000000';
/** The ids of images written at these milliseconds of the year 2026. */
const idAt = (ms: number) => {
  const hex = (Date.UTC(2026, 0, 1) + ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};
const shown = (ms: number): Wanted => ({
  key: publicKey(EMPRESA, idAt(ms)),
  twin: trashKey(EMPRESA, idAt(ms)),
});
async function* each(...wanted: Wanted[]) {
  yield* wanted;
}
const put = (store: Storage, key: string, text = key) => store.put(key, Buffer.from(text), 'image/webp');
const textOf = async (store: Storage, key: string) => {
  const found = await store.read(key);
  return found && (await buffer(found.stream)).toString();
};
async function all(store: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.keys('')) keys.push(key);
  return keys.sort();
}

test.each([
  ['it is in its place', ['a', 'b'], ['a'], { do: 'nothing' }],
  ['it is in its other place', ['b'], ['a'], { do: 'move', from: 'b' }],
  ['only the copy has it', [], ['a', 'b'], { do: 'bring', from: 'a' }],
  ['only the copy has it, in its other place', [], ['b'], { do: 'bring', from: 'b' }],
  ['it is nowhere', ['c'], ['c'], { do: 'miss' }],
])('when %s, an object that a row names: %#', (_, live, copies, step) =>
  expect(stepFor({ key: 'a', twin: 'b' }, new Set(live), new Set(copies))).toEqual(step),
);

test('an object without a row is an orphan only if it was written before the restore', () => {
  const key = publicKey(EMPRESA, idAt(1000));
  const [before, after] = [new Date(Date.UTC(2026, 0, 1)), new Date(Date.UTC(2026, 0, 2))];
  expect(isOrphan(key, new Set(), after)).toBe(true);
  expect(isOrphan(key, new Set(), before)).toBe(false);
  expect(isOrphan(key, new Set([key]), after)).toBe(false);
  expect(isOrphan('doctor/1', new Set(), after)).toBe(false);
});

test('rows and objects are brought into step both ways, and what is removed stays in the copy', async () => {
  const [storage, store] = [await aStore(), await aStore()];
  const copy = openObjectCopy(store, KEY);
  const [kept, trashed, lost, gone, orphan] = [1, 2, 3, 4, 5].map(shown) as [
    Wanted,
    Wanted,
    Wanted,
    Wanted,
    Wanted,
  ];
  await put(storage, kept.key);
  await put(storage, trashed.twin ?? '');
  await put(storage, lost.key);
  await copy.add(storage, [lost.key]);
  await storage.remove(lost.key);
  await put(storage, orphan.key);
  const done = await reconcile({
    ...{ storage, copy, wanted: each(kept, trashed, lost, gone) },
    since: new Date(Date.UTC(2026, 5, 1)),
  });
  expect(done).toEqual({ named: 4, moved: 1, brought: 1, missing: [gone.key], orphans: [orphan.key] });
  expect(await all(storage)).toEqual([kept.key, trashed.key, lost.key].sort());
  expect(await textOf(storage, lost.key)).toBe(lost.key);
  expect((await copy.open(orphan.key))?.bytes.toString()).toBe(orphan.key);
});

test('a damaged copy counts as missing, and the others are brought back', async () => {
  const [storage, store] = [await aStore(), await aStore()];
  const copy = openObjectCopy(store, KEY);
  const [damaged, whole] = [shown(1), shown(2)];
  for (const { key } of [damaged, whole]) await put(storage, key);
  await copy.add(storage, [damaged.key, whole.key]);
  for (const { key } of [damaged, whole]) await storage.remove(key);
  await put(store, `objetos/${damaged.key}`, 'half of it');
  const wanted = each(damaged, whole);
  const done = await reconcile({ storage, copy, wanted, since: new Date() });
  expect(done).toMatchObject({ brought: 1, missing: [damaged.key] });
});

test('without a copy nothing is removed', async () => {
  const storage = await aStore();
  const orphan = shown(9);
  await put(storage, orphan.key);
  const done = await reconcile({ storage, copy: null, wanted: each(), since: new Date() });
  expect(done.orphans).toEqual([orphan.key]);
  expect(await all(storage)).toEqual([orphan.key]);
});

test('a copy is encrypted, and neither another key nor another name opens it', async () => {
  const [storage, store] = [await aStore(), await aStore()];
  const copy = openObjectCopy(store, KEY);
  await put(storage, 'publico/a', 'the pixels');
  await put(storage, 'publico/b', 'others');
  expect(await copy.add(storage, ['publico/a', 'publico/b', 'publico/gone'])).toEqual({
    copied: 2,
    failed: [],
  });
  expect(await copy.open('publico/a')).toEqual({
    bytes: Buffer.from('the pixels'),
    type: expect.any(String),
  });
  expect(await textOf(store, 'objetos/publico/a')).not.toContain('pixels');
  await expect(openObjectCopy(store, Buffer.alloc(32, 8)).open('publico/a')).rejects.toThrow();
  await store.move('objetos/publico/a', 'objetos/publico/c');
  await expect(copy.open('publico/c')).rejects.toThrow();
});

test('an object that cannot be read does not keep the others from being copied', async () => {
  const [storage, store] = [await aStore(), await aStore()];
  const copy = openObjectCopy(store, KEY);
  for (const key of ['publico/a', 'publico/b']) await put(storage, key);
  const broken: Storage = {
    ...storage,
    read: (key) => (key === 'publico/a' ? Promise.reject(new Error('EIO')) : storage.read(key)),
  };
  expect(await copy.add(broken, ['publico/a', 'publico/b'])).toEqual({ copied: 1, failed: ['publico/a'] });
  expect([...(await copy.keys())]).toEqual(['publico/b']);
});

test(`a copy is deleted ${KEEP_DAYS} days after its object has gone, unless the object comes back`, async () => {
  const [storage, store] = [await aStore(), await aStore()];
  const copy = openObjectCopy(store, KEY);
  for (const key of ['publico/a', 'publico/b']) await put(storage, key);
  await copy.add(storage, ['publico/a', 'publico/b']);
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
  expect(await copy.expire(new Set(), day(0))).toBe(0);
  expect(await copy.expire(new Set(['publico/b']), day(1))).toBe(0);
  expect(await copy.expire(new Set(), day(KEEP_DAYS - 1))).toBe(0);
  expect(await copy.expire(new Set(), day(KEEP_DAYS))).toBe(1);
  expect([...(await copy.keys())]).toEqual(['publico/b']);
});
