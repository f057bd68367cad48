import { expect, test } from 'vitest';
import { anosEmPalavras, consequenciaDe } from './retencao-words.ts';

const later = { vale_em: '2026-12-18T15:00:00.000Z', guarda_desde: '2025-12-01T00:00:00.000Z' };

test.each([
  [0, 'Vale a partir de 18/12/2026. Não há nada de antes de dezembro de 2025.'],
  [1, 'A partir de 18/12/2026, remove 1 alteração de antes de dezembro de 2025.'],
  [1234, 'A partir de 18/12/2026, remove 1.234 alterações de antes de dezembro de 2025.'],
  [10_001, 'A partir de 18/12/2026, remove mais de 10.000 alterações de antes de dezembro de 2025.'],
])('a shorter term that removes %i changes says how many, of when, and from when', (alteracoes, sentence) => {
  expect(consequenciaDe({ ...later, alteracoes })).toBe(sentence);
});

test('a term that is not shorter says that it removes nothing', () => {
  expect(consequenciaDe({ ...later, vale_em: null, alteracoes: 0 })).toBe(
    'Vale agora e não remove nada do que há hoje.',
  );
});

test('one year is singular', () => {
  expect([1, 2].map(anosEmPalavras)).toEqual(['1 ano', '2 anos']);
});
