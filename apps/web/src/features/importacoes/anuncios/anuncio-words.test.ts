import { expect, test } from 'vitest';
import { none } from '#features/importacoes/importacao.fixture.ts';
import { fillsOf, isToCheck, matchOf, outcomeOf, planOf } from './anuncio-words.ts';

test("a match names its reason and its certainty, and a person's choice names neither", () => {
  expect(matchOf({ por: 'sku', confianca: 'alta' })).toBe('Mesmo SKU: certeza alta');
  expect(matchOf({ por: 'codigo', confianca: 'baixa' })).toBe('Mesmo código da peça: certeza baixa');
  expect(matchOf({ por: null, confianca: null })).toBeUndefined();
});

test('the fields that the import fills are named', () => {
  expect(fillsOf({ preenche: [] })).toBeUndefined();
  expect(fillsOf({ preenche: ['cod_referencia', 'fotos', 'preco_venda'] })).toBe(
    'Preenche o que está vazio: códigos, fotos e preço de venda',
  );
});

test('the plan is one sentence with the created, linked and ignored counts', () => {
  expect(planOf({ ...none, criar: 1234, ligar: 56, ignorar: 1, recusados: 2 })).toBe(
    'Serão criados 1.234 produtos, 56 anúncios ficam ligados a produtos do catálogo e 3 ficam de fora. O custo fica em R$\u00a00,00 até você preencher.',
  );
  expect(planOf({ ...none, criar: 1 })).toBe(
    'Será criado 1 produto. O custo fica em R$\u00a00,00 até você preencher.',
  );
  expect(planOf({ ...none, ligar: 1 })).toBe('1 anúncio fica ligado a produtos do catálogo.');
  expect(planOf({ ...none, recusados: 9 })).toBe(
    'Não há nada para importar: todos os anúncios ficam de fora.',
  );
});

test('the plan counts unconfirmed matches, and says when there are no anuncios at all', () => {
  expect(planOf({ ...none, conferir: 2, recusados: 1 })).toBe(
    '2 anúncios esperam você conferir e 1 fica de fora.',
  );
  expect(planOf({ ...none, ligar: 3, conferir: 1 })).toBe(
    '3 anúncios ficam ligados a produtos do catálogo e 1 anúncio espera você conferir.',
  );
  expect(planOf(none)).toBe('Nenhum anúncio encontrado nesta conta com os tipos escolhidos.');
});

test('only an uncertain and unconfirmed link asks a person', () => {
  const doubtful = { acao: 'ligar', confianca: 'media', conferido: false } as const;
  expect(isToCheck(doubtful)).toBe(true);
  expect(isToCheck({ ...doubtful, conferido: true })).toBe(false);
  expect(isToCheck({ ...doubtful, acao: 'criar' })).toBe(false);
  expect(isToCheck({ ...doubtful, confianca: 'alta' })).toBe(false);
  expect(isToCheck({ ...doubtful, confianca: null })).toBe(false);
});

test('the outcome says when nothing has changed', () => {
  expect(outcomeOf({ ...none, criados: 1, ligados: 2 })).toBe('1 produto criado e 2 anúncios ligados.');
  expect(outcomeOf({ ...none, atualizados: 1, iguais: 40 })).toBe('1 produto atualizado.');
  expect(outcomeOf({ ...none, iguais: 50 })).toBe('Nada mudou desde a última importação.');
  expect(outcomeOf({ ...none, recusados: 3 })).toBe('Nenhum anúncio foi importado.');
});
