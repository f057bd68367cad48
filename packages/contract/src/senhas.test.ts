import { expect, test } from 'vitest';
import { isOwnSenha } from './senhas.ts';

const person = { full_name: 'Joaquina de Xavantes', email: 'jxavantes77@exemplo.com.br' };

test('a password is the person’s own when it is a name, the e-mail or the product, with or without an ending', () => {
  for (const senha of [
    'joaquina',
    'XAVANTES',
    'Joaquina de Xavantes',
    'joaquinadexavantes',
    'Xavantes99!',
    'jxavantes77',
    'jxavantes77@exemplo.com.br',
    'prumo123',
  ])
    expect(isOwnSenha(senha, person), senha).toBe(true);
});

test('a password that is neither, or only contains a name, is not the person’s own', () => {
  for (const senha of ['k7q2xz', 'minha-joaquina-e-eu', '123456', 'de1234'])
    expect(isOwnSenha(senha, person), senha).toBe(false);
});

test('without a name or an e-mail only the name of the product counts', () => {
  expect(isOwnSenha('joaquina', {})).toBe(false);
  expect(isOwnSenha('joaquina', { full_name: null, email: '' })).toBe(false);
  expect(isOwnSenha('prumo123', {})).toBe(true);
});
