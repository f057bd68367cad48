import { expect, test } from 'vitest';
import { Detail, linhaOf } from './bill-line.ts';

const lineOf = (charge: object, more: object = {}) =>
  linhaOf(
    Detail.parse({
      charge_info: {
        ...{ detail_id: 12345678, detail_amount: 615.95, detail_type: 'CHARGE', detail_sub_type: 'CV' },
        ...{ transaction_detail: 'Tarifa de venda', creation_date_time: '2023-11-19T00:00:30' },
        ...charge,
      },
      ...more,
    }),
  );

test.each([
  ['2023-11-19T00:00:30', '2023-11-19T00:00:30-03:00'],
  ['2023-11-19T00:00:30.123', '2023-11-19T00:00:30.123-03:00'],
  ['2023-11-19T00:00:30-04:00', '2023-11-19T00:00:30-04:00'],
  ['2023-11-19T00:00:30-0400', '2023-11-19T00:00:30-04:00'],
  ['2023-11-19T00:00:30Z', '2023-11-19T00:00:30Z'],
])('the instant %s of a line is %s', (written, instant) => {
  expect(lineOf({ creation_date_time: written }).lancada_em).toBe(instant);
});

test.each(['', '2023-11-19', '19/11/2023 00:00'])('a line with the instant %j is refused', (written) => {
  expect(() => lineOf({ creation_date_time: written })).toThrow('creation_date_time');
});

test.each([
  ['CHARGE', 14.45, '14.45'],
  ['CHARGE', -14.45, '-14.45'],
  ['BONUS', 14.45, '-14.45'],
  ['BONUS', -14.45, '-14.45'],
  ['BONUS', 0, '0.00'],
])('a %s of %d costs %s', (detail_type, detail_amount, valor) => {
  expect(lineOf({ detail_type, detail_amount }).valor).toBe(valor);
});

test('a charge for a sale is a comissao although it names the parcel', () => {
  const line = lineOf(
    {},
    { sales_info: [{ order_id: 7 }], shipping_info: { shipping_id: '42313873858', pack_id: null } },
  );
  expect(line).toMatchObject({ tipo: 'comissao', pedido_ids: ['7'], envio_id: '42313873858' });
});
