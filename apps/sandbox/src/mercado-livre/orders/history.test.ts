import { afterAll, describe, expect, test } from 'vitest';
import { aControl, type Order, SELLERS, truthOf } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const sandbox = await startSandbox({ port: 0, mercadoLivre: { now: () => NOW } });
afterAll(sandbox.stop);
const control = aControl(sandbox.url);
const BUSY = 1003000001;
await control.do('POST', '/vendedores', {
  id: BUSY,
  apelido: 'MOVIMENTADA',
  semente: 11,
  anuncios: 300,
  vendas: 4000,
});

const truth = (seller: number, query?: string) => truthOf(sandbox.url, seller, query);

const small600 = await truth(SELLERS.small);

describe('the history', () => {
  test('covers twelve months with every status, packs, refunds, fraud and test orders', async () => {
    const orders = await truth(BUSY);
    expect(orders.length).toBeGreaterThan(3_900);
    expect(new Set(orders.map(({ status }) => status))).toEqual(
      new Set([
        'confirmed',
        'payment_required',
        'payment_in_process',
        'partially_paid',
        'paid',
        'partially_refunded',
        'pending_cancel',
        'cancelled',
        'invalid',
      ]),
    );
    for (const tag of ['pack_order', 'order_has_discount', 'fraud_risk_detected', 'test_order', 'delivered'])
      expect(orders.some(({ tags }) => tags.includes(tag))).toBe(true);
    for (const by of ['buyer', 'seller', 'meli'])
      expect(orders.some((order) => order.cancel_detail?.requested_by === by)).toBe(true);
    const partial = orders.find(({ status }) => status === 'partially_refunded');
    const refunded = partial?.payments[0]?.transaction_amount_refunded ?? 0;
    expect(refunded).toBeGreaterThan(0);
    expect(refunded).toBeLessThan(partial?.total_amount ?? 0);
    expect(orders.some(({ order_items: [line] }) => (line?.quantity ?? 1) > 1)).toBe(true);
    expect(orders.some(({ pack_id }) => pack_id === null)).toBe(true);
    expect(orders.some(({ shipping, status }) => shipping.id !== null && status === 'paid')).toBe(true);
  });

  test('has totals and fees that are exact to the centavo', () => {
    for (const { total_amount, order_items, payments } of small600) {
      const [line] = order_items;
      expect(Math.round((line?.unit_price ?? 0) * 100) * (line?.quantity ?? 0)).toBe(
        Math.round(total_amount * 100),
      );
      for (const payment of payments)
        expect(Math.round((line?.sale_fee ?? 0) * 100) * (line?.quantity ?? 0)).toBe(
          Math.round(payment.marketplace_fee * 100),
        );
    }
  });

  test('uses the offset -04:00, with sales on both sides of midnight in Brasília', () => {
    expect(small600.every(({ date_created }) => /T\d\d:\d\d:\d\d\.000-04:00$/.test(date_created))).toBe(true);
    // 23:30 in Brasília is 22:30 in this offset, and 00:30 is 23:30 of the day before.
    expect(small600.some(({ date_created }) => date_created.includes('T22:'))).toBe(true);
    expect(small600.some(({ date_created }) => date_created.includes('T23:'))).toBe(true);
  });

  test('includes updates days after the sale', () => {
    const late = small600.filter(
      (order) => Date.parse(order.last_updated) - Date.parse(order.date_created) > 5 * 86_400_000,
    );
    expect(late.length).toBeGreaterThan(20);
    expect(small600.every((order) => Date.parse(order.last_updated) <= NOW)).toBe(true);
  });

  test('is the same in another sandbox at the same time', async () => {
    const other = await startSandbox({ port: 0, mercadoLivre: { now: () => NOW } });
    const again = await fetch(`${other.url}/_mercado-livre/vendedores/${SELLERS.small}/verdade`);
    const orders = (await again.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Order);
    expect(orders).toEqual(small600);
    await other.stop();
  });

  test('grows with the clock for a seller with live sales', async () => {
    const made = {
      id: 1003000002,
      apelido: 'VIVA',
      semente: 3,
      anuncios: 10,
      vendas: 3650,
      recursos: ['vendas_ao_vivo'],
    };
    await control.do('POST', '/vendedores', made);
    const before = (await truth(made.id)).length;
    await control.do('POST', '/relogio', { avancarSegundos: 10 * 86_400 });
    const after = (await truth(made.id)).length;
    expect(after - before).toBeGreaterThan(90);
    expect(after - before).toBeLessThan(110);
    await control.do('POST', '/relogio', { agora: new Date(NOW).toISOString() });
  });
});
