import type { Importacao } from '@prumo/contract/importacoes.ts';
import { expect, test } from 'vitest';
import { anImportacao } from './importacao.fixture.ts';
import { intervalOf } from './importacao-query.ts';
import { partOf } from './part.ts';

const AT = '2026-11-15T12:00:00Z';
const one = (id: string, situacao: Importacao['situacao'], iniciada_em: string | null = AT) => ({
  ...anImportacao,
  id,
  situacao,
  iniciada_em,
});

test('the visible part follows the situacao of the importacao', () => {
  expect(partOf(undefined)).toBe('new');
  expect(partOf(one('a', 'lendo', null))).toBe('reading');
  expect(partOf(one('a', 'pausada', null))).toBe('reading');
  expect(partOf(one('a', 'pronta', null))).toBe('preview');
  expect(partOf(one('a', 'interrompida'))).toBe('importing');
  expect(partOf(one('a', 'concluida'))).toBe('result');
  expect(partOf(one('a', 'cancelada', null))).toBe('new');
});

test('a new search replaces the importacao it was started from, and no other', () => {
  expect(partOf(one('a', 'concluida'), 'a')).toBe('new');
  // Another tab has started and finished the importacao b meanwhile.
  expect(partOf(one('b', 'concluida'), 'a')).toBe('result');
});

test('a preview is polled, because another tab may start or cancel it', () => {
  expect(intervalOf(one('a', 'pronta', null))).toBeGreaterThan(0);
  expect(intervalOf(one('a', 'concluida'))).toBe(false);
});

test('a large importacao is polled less often, because the server counts it each time', () => {
  const small = one('a', 'importando');
  const large = { ...small, contagem: { ...small.contagem, anuncios: 100_000 } };
  expect(Number(intervalOf(large))).toBeGreaterThan(Number(intervalOf(small)));
});
