import { expect, test } from 'vitest';
import { openVault } from './vault.ts';

const key = (n: number) => Buffer.alloc(32, n).toString('base64');
const vault = openVault({ atual: 'a', chaves: { a: key(1) } });

test('a sealed secret opens only with the place it was sealed for', () => {
  const sealed = vault.seal('segredo', 'auth.factors|secret|1');
  expect(sealed).not.toContain('segredo');
  expect(vault.open(sealed, 'auth.factors|secret|1')).toBe('segredo');
  expect(() => vault.open(sealed, 'auth.factors|secret|2')).toThrow();
});

test('sealing the same secret twice gives different texts', () => {
  expect(vault.seal('segredo', 'x')).not.toBe(vault.seal('segredo', 'x'));
});

test('after a rotation the old key still opens its secrets, and a ring without that key does not', () => {
  const sealed = vault.seal('segredo', 'x');
  const rotated = openVault({ atual: 'b', chaves: { a: key(1), b: key(2) } });
  expect(rotated.open(sealed, 'x')).toBe('segredo');
  expect(rotated.seal('segredo', 'x')).toMatch(/^v1\.b\./);
  expect(() => openVault({ atual: 'b', chaves: { b: key(2) } }).open(sealed, 'x')).toThrow('no key named a');
});

test('a sealed secret with one changed character does not open', () => {
  const sealed = vault.seal('segredo', 'x');
  for (let at = 5; at < sealed.length; at += 7) {
    const letter = sealed[at] === 'A' ? 'B' : 'A';
    expect(() => vault.open(`${sealed.slice(0, at)}${letter}${sealed.slice(at + 1)}`, 'x')).toThrow();
  }
});

test('a ring without its current key, or with a short key, is refused', () => {
  expect(() => openVault({ atual: 'b', chaves: { a: key(1) } })).toThrow();
  expect(() => openVault({ atual: 'a', chaves: { a: 'AAAA' } })).toThrow();
});
