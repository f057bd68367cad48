import { NOMES_DOS_DIREITOS } from '@prumo/contract/papeis.ts';
import { expect, test } from 'vitest';
import { HELP, jumpsFor } from './keys.ts';

const all = jumpsFor(NOMES_DOS_DIREITOS);

test('every screen has its own letter after G', () => {
  for (const { keys } of all) expect(keys).toMatch(/^g[a-z]$/);
  expect(new Set(all.map(({ keys }) => keys)).size).toBe(all.length);
  expect(all.map(({ keys }) => keys)).not.toContain(HELP);
  expect(all.find(({ keys }) => keys === 'gp')?.screen.label).toBe('Produtos');
});

test('a person has no keys for a screen that the papel may not open', () => {
  const paths = jumpsFor(['consultar']).map(({ screen }) => screen.link.to);
  expect(paths).toContain('/catalogo/produtos');
  expect(paths).not.toContain('/configuracao/atividade');
});
