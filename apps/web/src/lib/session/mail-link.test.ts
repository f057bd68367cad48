import { expect, test } from 'vitest';
import { readFragment } from './mail-link.ts';

test.each(['confirmacao', 'novo-email', 'token', 'convite'] as const)(
  'the token of a %s link is read from the fragment',
  (kind) => {
    expect(readFragment(`#${kind}=abc-DEF_123`)).toEqual([kind, 'abc-DEF_123']);
  },
);

test.each(['', '#', '#conteudo', '#token=', '#outro=abc'])('the fragment %j contains no token', (hash) => {
  expect(readFragment(hash)).toBeUndefined();
});
