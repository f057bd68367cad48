import { expect, test } from 'vitest';
import { partsOf } from './matched.ts';

const pedido = (pedido_id: string, changes: object = {}) => ({
  ...{ pedido_id, total: '100.00', isOff: false, isPaid: true, isNamed: true },
  ...changes,
});

test('a line is shared out over the pedidos that it names, to the cent', () => {
  expect(partsOf('10.01', [pedido('1'), pedido('2')])).toEqual([
    { pedido_id: '1', valor: '5.01' },
    { pedido_id: '2', valor: '5.00' },
  ]);
  expect(partsOf('-3.00', [pedido('1')])).toEqual([{ pedido_id: '1', valor: '-3.00' }]);
});

test('another pedido of the same parcel gets a part of nothing, which replaces its estimate', () => {
  const parts = partsOf('10.00', [pedido('1'), pedido('2', { isNamed: false, isPaid: false })]);
  expect(parts).toEqual([
    { pedido_id: '1', valor: '10.00' },
    { pedido_id: '2', valor: '0.00' },
  ]);
});

test('a line about a pedido that was called off is all its own, and one without a known pedido has no parts', () => {
  expect(partsOf('10.00', [pedido('1', { isOff: true })])).toEqual([{ pedido_id: '1', valor: '10.00' }]);
  expect(partsOf('10.00', [pedido('2', { isNamed: false })])).toEqual([]);
});
