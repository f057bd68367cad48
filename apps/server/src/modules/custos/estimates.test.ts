import { expect, test } from 'vitest';
import { estimatesOf } from './estimates.ts';

const pedido = (pedido_id: string, total: bigint, isOff = false, isPaid = true) => ({
  ...{ pedido_id, total, isOff, isPaid },
  tarifas: total / 10n,
});

test('the pedidos of a parcel pay its freight in proportion to their value', () => {
  const pedidos = [pedido('1', 10_000n), pedido('2', 20_000n)];
  expect(estimatesOf(pedidos, { frete: 1000n, hasLeft: false })).toEqual([
    { pedido_id: '1', comissao: 1000n, frete: 333n },
    { pedido_id: '2', comissao: 2000n, frete: 667n },
  ]);
});

test('a pedido that was called off pays neither the fee nor the freight of what travels', () => {
  const pedidos = [pedido('1', 10_000n, true), pedido('2', 20_000n)];
  expect(estimatesOf(pedidos, { frete: 1000n, hasLeft: true })).toEqual([
    { pedido_id: '1', comissao: 0n, frete: 0n },
    { pedido_id: '2', comissao: 2000n, frete: 1000n },
  ]);
});

test('a parcel that was called off costs its freight only if it left', () => {
  const pedidos = [pedido('1', 10_000n, true)];
  expect(estimatesOf(pedidos, { frete: 1000n, hasLeft: false })[0]?.frete).toBe(0n);
  expect(estimatesOf(pedidos, { frete: 1000n, hasLeft: true })[0]?.frete).toBe(1000n);
  expect(estimatesOf(pedidos, { frete: null, hasLeft: true })[0]?.frete).toBeNull();
});

test('a pedido that was never paid for pays no freight of what travels', () => {
  const pedidos = [pedido('1', 10_000n, false, false), pedido('2', 20_000n)];
  expect(estimatesOf(pedidos, { frete: 1000n, hasLeft: true }).map(({ frete }) => frete)).toEqual([
    0n,
    1000n,
  ]);
});
