import { expect, test } from 'vitest';
import { changedPrices, changedPricesText } from './judge-prices.ts';

const item = { produto_id: 'v', nome: 'Vela', preco: '25', preco_lido: '25.00', novo: '1030.50' };

test('a price that was read and is another one by now is named, in a sentence that says what to do', () => {
  const changed = changedPrices([item]);
  expect(changed).toEqual([{ produto_id: 'v', nome: 'Vela', lido: '25.00', novo: '1030.50' }]);
  expect(changedPricesText(changed)).toBe(
    'O preço mudou depois da leitura: Vela, de R$\u00a025,00 para R$\u00a01.030,50. Confirme por qual preço quer vender.',
  );
});

test.each([
  ['that the person typed', { preco: '20' }],
  ['that is the same in other digits', { novo: '25.0' }],
  ['that the person typed and the produto has by now', { preco: '1030.5' }],
  ['of which the page does not say what was read', { preco_lido: undefined }],
  ['of which the page read nothing', { preco_lido: null }],
])('a price %s asks nothing', (_, values) => {
  expect(changedPrices([{ ...item, ...values }])).toEqual([]);
});
