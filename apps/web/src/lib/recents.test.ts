import { expect, test } from 'vitest';
import { forgetRecents, keepRecent, type Recent, recentsOf } from './recents.ts';

const ana = { usuario: 'ana', empresa: 'loja' };
const marca = (id: string): Recent => ({ cadastro: 'marcas', id });

/** A storage in memory, whose keys are its own properties, as those of the browser are. */
function aStorage(): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(stored, key) ? stored[key] : null),
    setItem: (key: string, value: string) => void Object.assign(stored, { [key]: value }),
    removeItem: (key: string) => void delete stored[key],
  };
  const stored: Record<string, string> = Object.create(methods);
  return stored as unknown as Storage;
}

test('the newest record is first, and a record opened again moves up instead of appearing twice', () => {
  const storage = aStorage();
  for (const id of ['a', 'b', 'a']) keepRecent(ana, marca(id), storage);
  expect(recentsOf(ana, storage).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('six records are kept', () => {
  const storage = aStorage();
  for (const id of 'abcdefgh') keepRecent(ana, marca(id), storage);
  expect(recentsOf(ana, storage).map(({ id }) => id)).toEqual(['h', 'g', 'f', 'e', 'd', 'c']);
});

test('each person has their own in each empresa', () => {
  const storage = aStorage();
  keepRecent(ana, marca('a'), storage);
  expect(recentsOf({ ...ana, empresa: 'outra' }, storage)).toEqual([]);
  expect(recentsOf({ ...ana, usuario: 'rui' }, storage)).toEqual([]);
});

test('a sign-out leaves none, and nothing else is removed', () => {
  const storage = aStorage();
  storage.setItem('tema', 'escuro');
  keepRecent(ana, marca('a'), storage);
  keepRecent({ ...ana, empresa: 'outra' }, marca('b'), storage);
  forgetRecents(storage);
  expect(Object.keys(storage)).toEqual(['tema']);
});

test('only the register and the id are stored, and a broken text counts as none', () => {
  const storage = aStorage();
  keepRecent(ana, { ...marca('a'), nome: 'Maria' } as Recent, storage);
  const [key = ''] = Object.keys(storage);
  expect(JSON.parse(storage.getItem(key) ?? '')).toEqual([{ cadastro: 'marcas', id: 'a' }]);
  for (const text of ['{', '7', '[null, {"id": 3}]']) {
    storage.setItem(key, text);
    expect(recentsOf(ana, storage)).toEqual([]);
  }
});
