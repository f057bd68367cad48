import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Order } from './order.ts';
import { pedidoOf } from './order-pedido.ts';

const order = (changes: Partial<Order> = {}): Order => ({
  id: '2000009713473608',
  status: 'paid',
  date_created: '2024-11-01T09:34:59.000-04:00',
  last_updated: '2024-11-01T09:37:20.000-04:00',
  total_amount: '125.92',
  currency_id: 'BRL',
  pack_id: '2000006556183755',
  tags: ['paid'],
  order_items: [
    { item: { id: 'MLB3737188005', title: 'Filtro' }, quantity: 2, unit_price: '62.96', sale_fee: '11.07' },
  ],
  payments: [{ transaction_amount_refunded: '0.00' }],
  ...changes,
});

test('a pedido keeps what its analysis needs and nothing else', () => {
  expect(pedidoOf({ ...order(), buyer: { id: 6427433 } } as Order)).toEqual({
    id: '2000009713473608',
    criado_em: '2024-11-01T09:34:59.000-04:00',
    atualizado_em: '2024-11-01T09:37:20.000-04:00',
    situacao: 'pago',
    total: '125.92',
    estornado: '0.00',
    tarifas: '22.14',
    quantidade: 2,
    anuncio_id: 'MLB3737188005',
    titulo: 'Filtro',
    pacote_id: '2000006556183755',
  });
});

test('a test order and an order in another currency are no sales', () => {
  expect(pedidoOf(order({ tags: ['paid', 'test_order'] }))).toBeNull();
  expect(pedidoOf(order({ currency_id: 'USD' }))).toBeNull();
});

test('a refund missing in a partial answer is null, not zero', () => {
  expect(pedidoOf(order({ payments: undefined }))?.estornado).toBeNull();
  expect(pedidoOf(order({ payments: [] }))?.estornado).toBe('0.00');
});

const amount = fc.integer({ min: 0, max: 99_999_999 });
const written = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

test('refunds of all payments and fees of all units are exact', () => {
  fc.assert(
    fc.property(fc.array(amount), fc.array(fc.tuple(amount, fc.nat(500))), (refunds, items) => {
      const kept = pedidoOf(
        order({
          payments: refunds.map((cents) => ({ transaction_amount_refunded: written(cents) })),
          order_items: items.map(([fee, quantity]) => ({
            item: { id: 'MLB1', title: '' },
            quantity,
            unit_price: '0.00',
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

test('a status that Mercado Livre adds later is pending, neither sold nor cancelled', () => {
  const situacoes = [
    'paid',
    'partially_refunded',
    'refunded',
    'cancelled',
    'payment_required',
    'novidade',
  ].map((status) => pedidoOf(order({ status }))?.situacao);
  expect(situacoes).toEqual(['pago', 'pago', 'pago', 'cancelado', 'pendente', 'pendente']);
});
