import { expect, test } from 'vitest';
import { readFragment } from './mail-link.ts';

test.each(['confirmacao', 'novo-email', 'token'] as const)('the code of a %s link is read', (kind) => {
  expect(readFragment(`#${kind}=abc-DEF_123`)).toEqual([kind, 'abc-DEF_123']);
});

test.each(['', '#', '#conteudo', '#token=', '#outro=abc'])('%s carries no code', (hash) => {
  expect(readFragment(hash)).toBeUndefined();
});
