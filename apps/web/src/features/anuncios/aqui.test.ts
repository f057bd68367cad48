import { expect, test } from 'vitest';
import { aquiOf } from './aqui.ts';

const aquis = (...aqui: (string | null)[]) => ({ unidades: aqui.map((each) => ({ aqui: each })) });

test('a bloco has one number here, unless a rule gives a unit another one', () => {
  expect(aquiOf(aquis('5', null, '5'))).toBe('5');
  expect(aquiOf(aquis('5', '1'))).toBeUndefined();
  expect(aquiOf(aquis(null))).toBeUndefined();
});
