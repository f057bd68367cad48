import { expect, test } from 'vitest';
import {
  type Draft,
  type DraftOwner,
  dropDraft,
  isSameInput,
  readDraft,
  storable,
  writeDraft,
} from './drafts.ts';
import { dropDraftsOfOthers } from './foreign-drafts.ts';

/** A storage in memory. Its keys are its own properties, as in a browser. */
function aStorage(): Storage {
  const storage = Object.create({
    getItem: (key: string) => (Object.hasOwn(storage, key) ? storage[key] : null),
    setItem: (key: string, text: string) => {
      storage[key] = text;
    },
    removeItem: (key: string) => {
      delete storage[key];
    },
  });
  return storage;
}

const owner: DraftOwner = { usuario: 'ana', empresa: 'loja', home: ['/cadastros/marca', 'abrir.novo'] };
const draft: Draft = { values: { nome: 'Cofap' }, base: { nome: '' }, versao: 3, em: 1000 };

test('a draft is read back by the same person, in the same empresa, in the same dialog', () => {
  const storage = aStorage();
  writeDraft(owner, draft, storage);
  expect(readDraft(owner, 2000, storage)).toEqual(draft);
});

test.each([
  ['another person', { ...owner, usuario: 'bia' }],
  ['another empresa', { ...owner, empresa: 'boreal' }],
  ['another record', { ...owner, home: ['/cadastros/marca', 'abrir.7'] }],
  ['another register', { ...owner, home: ['/cadastros/clientes', 'abrir.novo'] }],
  ['a dialog above', { ...owner, home: [...owner.home, 'fornecedor'] }],
])('a draft never appears for %s', (_, other) => {
  const storage = aStorage();
  writeDraft(owner, draft, storage);
  expect(readDraft(other, 2000, storage)).toBeUndefined();
});

test('a dropped draft is gone', () => {
  const storage = aStorage();
  writeDraft(owner, draft, storage);
  dropDraft(owner, storage);
  expect(readDraft(owner, 2000, storage)).toBeUndefined();
});

test('a draft expires twelve hours after the last key, and leaves the storage', () => {
  const storage = aStorage();
  writeDraft(owner, draft, storage);
  const hour = 60 * 60 * 1000;
  expect(readDraft(owner, 1000 + 12 * hour - 1, storage)).toEqual(draft);
  expect(readDraft(owner, 1000 + 12 * hour, storage)).toBeUndefined();
  expect(Object.keys(storage)).toEqual([]);
});

test('a text that is no draft is dropped', () => {
  const storage = aStorage();
  writeDraft(owner, draft, storage);
  for (const key of Object.keys(storage)) storage.setItem(key, '{');
  expect(readDraft(owner, 2000, storage)).toBeUndefined();
  expect(Object.keys(storage)).toEqual([]);
});

test('a draft contains no password, also not inside the key of a save', () => {
  const storage = aStorage();
  const values = {
    nome: 'Rui',
    senha: 'segredo',
    confirmar_senha: 'segredo',
    filho: { senha_atual: 'segredo' },
  };
  const chave = { content: JSON.stringify([values]), key: 'k' };
  writeDraft(owner, { ...draft, values, base: values, chave }, storage);
  expect(JSON.stringify(storage)).not.toContain('segredo');
  expect(readDraft(owner, 2000, storage)).toMatchObject({ values: { nome: 'Rui' } });
});

test('a draft keeps the key of a save, so that a repeated save happens once', () => {
  const storage = aStorage();
  const chave = { content: '[{"nome":"Cofap"}]', key: 'k' };
  writeDraft(owner, { ...draft, chave }, storage);
  expect(readDraft(owner, 2000, storage)?.chave).toEqual(chave);
});

test('a draft contains no file, whose address means nothing after a reload', () => {
  const values = { fotos: ['blob:1', 'https://fotos/a.webp'], logo_url: 'blob:2', arquivo: new Blob(['x']) };
  expect(storable(values)).toEqual({ fotos: ['https://fotos/a.webp'], logo_url: null });
});

test('an empty text and null are the same input, and the order of the fields does not matter', () => {
  expect(isSameInput({ a: '', b: null }, { b: '', a: null })).toBe(true);
  expect(isSameInput({ a: '' }, {})).toBe(true);
  expect(isSameInput({ a: [''] }, { a: [] })).toBe(false);
  expect(isSameInput({ a: '0' }, { a: '' })).toBe(false);
});

test('the next person finds no draft of the last one in the storage', () => {
  const storage = aStorage();
  writeDraft(owner, draft, storage);
  writeDraft({ ...owner, usuario: 'bia' }, draft, storage);
  storage.setItem('empresa', 'loja');
  dropDraftsOfOthers('bia', storage);
  expect(readDraft(owner, 2000, storage)).toBeUndefined();
  expect(readDraft({ ...owner, usuario: 'bia' }, 2000, storage)).toEqual(draft);
  expect(storage.getItem('empresa')).toBe('loja');
});
