import { expect, test } from 'vitest';
import { saveKeys } from './save-key.ts';

test('a retry with the same content keeps its idempotency key', () => {
  const keys = saveKeys();
  expect(keys.keyFor({ nome: 'Bosch' })).toBe(keys.keyFor({ nome: 'Bosch' }));
});

test('changed content or a finished save gets a new key', () => {
  const keys = saveKeys();
  const first = keys.keyFor({ nome: 'Bosch' });
  expect(keys.keyFor({ nome: 'NGK' })).not.toBe(first);
  const second = keys.keyFor({ nome: 'NGK' });
  keys.forget();
  expect(keys.keyFor({ nome: 'NGK' })).not.toBe(second);
});
