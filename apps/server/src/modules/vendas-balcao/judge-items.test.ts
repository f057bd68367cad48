import { expect, test } from 'vitest';
import { judgeItems, promisedText, shortText, type Wanted } from './judge-items.ts';

const wanted = (values: Partial<Wanted>): Wanted => ({
  ...{ produtoId: 'p', nome: 'Vela', quantidade: 100n, saldo: 1000n, reservado: 0n, accepted: 0n },
  ...values,
});

test('goods that the saldo does not cover are never sold, whatever the person accepts', () => {
  const item = wanted({ quantidade: 1001n, accepted: 9999n });
  expect(judgeItems([item])).toEqual({ is: 'short', items: [item] });
  expect(judgeItems([wanted({ saldo: null })])).toMatchObject({ is: 'short' });
});

test.each([
  ['none, when the free ones are enough', { quantidade: 400n, saldo: 1000n, reservado: 600n }, 'covered'],
  [
    'one, when the sale goes one beyond the free ones',
    { quantidade: 500n, saldo: 1000n, reservado: 600n },
    100n,
  ],
  ['all, when more is promised than there is', { quantidade: 500n, saldo: 1000n, reservado: 2000n }, 500n],
])('a sale takes of the promised units %s', (_, values, taken) => {
  const judgement = judgeItems([wanted(values)]);
  if (taken === 'covered') expect(judgement).toEqual({ is: 'covered' });
  else expect(judgement).toMatchObject({ is: 'promised', items: [{ quantidade: taken }] });
});

test('an accepted number covers as many promised units and not one more', () => {
  const item = { quantidade: 500n, saldo: 500n, reservado: 300n };
  expect(judgeItems([wanted({ ...item, accepted: 300n })])).toEqual({ is: 'covered' });
  expect(judgeItems([wanted({ ...item, accepted: 299n })])).toMatchObject({ is: 'promised' });
});

test('a refusal says what there is and where there is more', () => {
  const item = wanted({ quantidade: 300n, saldo: 100n });
  expect(shortText(item, 'Loja', [{ nome: 'Galpão', saldo: 1200n }])).toBe(
    'O depósito Loja tem só 1 unidade de Vela e a venda pede 3. Há em Galpão (12): venda de lá ou transfira antes.',
  );
  expect(shortText({ ...item, saldo: 0n }, 'Loja', [])).toBe(
    'O depósito Loja não tem unidades de Vela e a venda pede 3. Nenhum outro depósito tem esta peça: diminua a quantidade ou retire-a da venda.',
  );
});

test('the question names how many units are promised', () => {
  expect(promisedText([{ wanted: wanted({}), quantidade: 200n }])).toBe(
    'Pedidos de marketplace já esperam por peças desta venda: 2 unidades de Vela. Confirme se quer vender assim mesmo.',
  );
});
