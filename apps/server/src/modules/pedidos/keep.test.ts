import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepOrder, keepOrders, type ReadOrder } from './keep.ts';

const order = (changes: Partial<ReadOrder> = {}): ReadOrder => ({
  id: '2000009713473608',
  status: 'paid',
  date_created: '2024-11-01T09:34:59.000-04:00',
  last_updated: '2024-11-01T09:37:20.000-04:00',
  total_amount: '125.92',
  currency_id: 'BRL',
  pack_id: '2000006556183755',
  tags: ['paid'],
  order_items: [{ item: { id: 'MLB3737188005', title: 'Filtro' }, quantity: 2, sale_fee: '11.07' }],
  payments: [{ transaction_amount_refunded: '0.00' }],
  ...changes,
});

test('of a pedido is kept what its analysis needs, and nothing else', () => {
  expect(keepOrder({ ...order(), buyer: { id: 6427433 } } as ReadOrder)).toEqual({
    id: '2000009713473608',
    criado_em: '2024-11-01T09:34:59.000-04:00',
    atualizado_em: '2024-11-01T09:37:20.000-04:00',
    status: 'paid',
    total: '125.92',
    estornado: '0.00',
    tarifas: '22.14',
    quantidade: 2,
    anuncio_id: 'MLB3737188005',
    titulo: 'Filtro',
    pacote_id: '2000006556183755',
  });
});

test('a test order and one in another currency are no sales', () => {
  expect(keepOrder(order({ tags: ['paid', 'test_order'] }))).toBeNull();
  expect(keepOrder(order({ currency_id: 'USD' }))).toBeNull();
});

test('what an answer in parts left out is not taken for zero', () => {
  expect(keepOrder(order({ payments: undefined }))?.estornado).toBeNull();
  expect(keepOrder(order({ payments: [] }))?.estornado).toBe('0.00');
});

const amount = fc.integer({ min: 0, max: 99_999_999 });
const written = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

test('refunds of all payments and fees of all units are exact', () => {
  fc.assert(
    fc.property(fc.array(amount), fc.array(fc.tuple(amount, fc.nat(500))), (refunds, items) => {
      const kept = keepOrder(
        order({
          payments: refunds.map((cents) => ({ transaction_amount_refunded: written(cents) })),
          order_items: items.map(([fee, quantity]) => ({
            item: { id: 'MLB1', title: '' },
            quantity,
            sale_fee: written(fee),
          })),
        }),
      );
      const total = (amounts: bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);
      const inCents = (decimal = '') => BigInt(decimal.replace('.', ''));
      expect(inCents(kept?.estornado ?? '')).toBe(total(refunds.map(BigInt)));
      expect(inCents(kept?.tarifas)).toBe(total(items.map(([fee, n]) => BigInt(fee) * BigInt(n))));
      expect(kept?.quantidade).toBe(items.reduce((sum, [, n]) => sum + n, 0));
    }),
  );
});

test('each is kept once as it was last, in whatever order the answers came', () => {
  const seen = fc.record({
    id: fc.integer({ min: 1, max: 5 }).map(String),
    minute: fc.integer({ min: 10, max: 59 }),
    isPartial: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(seen), (answers) => {
      const orders = answers.map(({ id, minute, isPartial }) =>
        order({
          id,
          last_updated: `2024-11-01T09:${minute}:00.000-04:00`,
          ...(isPartial && { payments: undefined }),
        }),
      );
      const kept = keepOrders(orders);
      expect(kept.map(({ id }) => id).sort()).toEqual([...new Set(answers.map(({ id }) => id))].sort());
      for (const { id, atualizado_em, estornado } of kept) {
        const same = answers.filter((each) => each.id === id);
        const last = Math.max(...same.map(({ minute }) => minute));
        expect(atualizado_em).toBe(`2024-11-01T09:${last}:00.000-04:00`);
        const isKnown = same.some(({ minute, isPartial }) => minute === last && !isPartial);
        expect(estornado).toBe(isKnown ? '0.00' : null);
      }
    }),
  );
});
