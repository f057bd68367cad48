import type { PedidoAberto } from '@prumo/contract/pedidos-fila.ts';
import { expect, test } from 'vitest';
import { nextReadText, scannedOf } from './leituras.ts';

type Item = PedidoAberto['itens'][number];
const item = (sku: string) => ({ sku, nome: `Peça ${sku}`, codigos: [`${sku}-B`] }) as Item;
const TO_PACK = { aba: 'preparar', separado_em: null } as const;
const ONE = { ...TO_PACK, itens: [item('FIL-1')], itens_total: 1 };
const TWO = { ...TO_PACK, itens: [item('FIL-1'), item('VEL-1')], itens_total: 2 };

test('the second read of the same piece packs a parcel with one item', () => {
  expect(scannedOf(ONE, [], 'fil1')).toEqual({ is: 'aberto' });
  expect(scannedOf(ONE, ['FIL-1'], 'FIL-1')).toEqual({ is: 'separado' });
});

test('another code of the same piece is the same piece', () => {
  expect(scannedOf(ONE, ['FIL-1'], 'FIL-1-B')).toEqual({ is: 'separado' });
});

test('a parcel with two items is packed only when a piece of each was read', () => {
  expect(scannedOf(TWO, ['FIL-1'], 'FIL-1')).toEqual({ is: 'falta', nome: 'Peça VEL-1' });
  expect(scannedOf(TWO, ['FIL-1', 'FIL-1'], 'VEL-1')).toEqual({ is: 'separado' });
});

test('a piece of another parcel does not count for this one', () => {
  expect(scannedOf(ONE, ['FIL-1'], 'VEL-1')).toEqual({ is: 'outro' });
});

test('a parcel that is not to be packed says so', () => {
  const packed = { ...ONE, separado_em: '2026-11-18T12:00:00Z' };
  expect(nextReadText(packed, ['FIL-1'])).toBe('Este pedido já está separado. Leia a peça de outro.');
  const stuck = { ...ONE, aba: 'problemas' as const };
  expect(nextReadText(stuck, ['FIL-1'])).toBe('Este pedido não é para separar agora. Leia a peça de outro.');
});

test('after a read the parcel says what is read next, and says nothing before', () => {
  expect(nextReadText(ONE, [])).toBeUndefined();
  expect(nextReadText(ONE, ['FIL-1'])).toBe('Leia a peça de novo para separar o pedido.');
  expect(nextReadText(TWO, ['FIL-1-B'])).toBe('Falta ler uma peça.');
  const three = { ...TO_PACK, itens: [...TWO.itens, item('ROL-1')], itens_total: 3 };
  expect(nextReadText(three, ['FIL-1'])).toBe('Falta ler 2 peças.');
});
