import { randomUUID } from 'node:crypto';
import { reputationOf } from '@prumo/sandbox/mercado-livre/users/reputation.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { addUp, bestOf, pedidosApp } from '#testing/pedidos.ts';

const prumo = await mercadoLivreApp();
const { control, misbehave, callsOf, sql } = prumo;
const shop = await pedidosApp(prumo);
// The sandbox's clock is stopped, so that no figure changes between two readings.
await prumo.control('/relogio', { agora: new Date().toISOString(), parado: true });
afterAll(() => shop.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const saoPauloDay = (instant: string | Date) =>
  new Date(new Date(instant).getTime() - 3 * HOUR).toISOString().slice(0, 10);

describe('the figures of a period', () => {
  test('[CONT-09] [CONT-10] equal the sums of the orders to the cent, for any seller and any instants', async () => {
    for (const vendas of [40, 700, 3000]) {
      const { seller, ask, lastDays } = await shop.aSellerWith({ vendas, anuncios: 70 });
      await lastDays(30);
      await shop.settle(seller);
      const now = Date.now();
      // Whole days, parts of days and instants around midnight in São Paulo.
      const midnight = (n: number) => Math.floor((now - n * DAY) / DAY) * DAY + 3 * HOUR;
      const instant = fc.oneof(
        fc.integer({ min: now - 364 * DAY, max: now }),
        fc.tuple(fc.nat(363), fc.integer({ min: -1500, max: 1500 })).map(([n, ms]) => midnight(n) + ms),
        fc.nat(363).map(midnight),
      );
      await fc.assert(
        fc.asyncProperty(instant, instant, async (one, other) => {
          fc.pre(one !== other);
          const [from, to] = [new Date(Math.min(one, other)), new Date(Math.max(one, other))];
          const orders = await shop.truth(seller, from, to);
          const answer = await ask(from, to);
          expect(answer.statusCode, answer.body).toBe(200);
          const { revenue, dias, mais_vendidos } = answer.json();
          expect(revenue).toEqual(addUp(orders));
          expect(mais_vendidos.map(({ anuncio_id, total }: Best) => ({ anuncio_id, total }))).toEqual(
            bestOf(orders),
          );
          expect(dias[0].dia).toBe(saoPauloDay(from));
          expect(dias.at(-1).dia).toBe(saoPauloDay(new Date(to.getTime() - 1)));
          for (const { dia, total, pedidos } of dias.filter((_: object, n: number) => n % 17 === 0)) {
            const ofDay = addUp(orders.filter(({ date_created }) => saoPauloDay(date_created) === dia));
            expect({ dia, total, pedidos }).toEqual({
              dia,
              total: ofDay.total,
              pedidos: ofDay.orders_count,
            });
          }
        }),
        { numRuns: 12 },
      );
    }
  }, 240_000);

  test('sales a second before and after midnight count on two days, and refunds leave the total unchanged', async () => {
    const { seller, ask, lastDays } = await shop.aSellerWith({ vendas: 0 });
    const midnight = Math.floor((Date.now() - 5 * DAY) / DAY) * DAY + 3 * HOUR;
    const sell = async (em: number, precoCentavos: number) => {
      const answer = await fetch(`${prumo.sandbox.url}/_mercado-livre/vendedores/${seller}/venda`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ em: new Date(em).toISOString(), precoCentavos }),
      });
      return String(((await answer.json()) as { id: number }).id);
    };
    const late = await sell(midnight - 1000, 1999);
    await sell(midnight, 301);
    await control(`/vendas/${late}/reembolsar`, { centavos: 501 });
    await lastDays(7);
    await shop.settle(seller);
    const day = (n: number) => new Date(midnight + n * DAY);
    const before = (await ask(day(-1), day(0))).json();
    expect(before.revenue).toMatchObject({ total: '19.99', orders_count: 1, refunds: '5.01' });
    expect(before.dias).toEqual([{ dia: saoPauloDay(day(-1)), total: '19.99', pedidos: 1 }]);
    expect((await ask(day(0), day(1))).json().revenue).toMatchObject({ total: '3.01', refunds: '0.00' });
    const both = (await ask(day(-1), day(1))).json();
    expect(both.revenue).toMatchObject({ total: '23.00', orders_count: 2, average_ticket: '11.50' });
    // The period before had no sales.
    expect(both.revenue_before).toMatchObject({ total: '0.00', orders_count: 0, average_ticket: '0.00' });
    expect(both.dias_antes).toHaveLength(2);
  });

  test('include orders changed at the marketplace after the next synchronisation', async () => {
    const { seller, ask, lastDays } = await shop.aSellerWith({ vendas: 400 });
    await lastDays(30);
    await shop.settle(seller);
    const [from, to] = [new Date(Date.now() - 40 * DAY), new Date(Date.now() + HOUR)];
    const orders = (await shop.truth(seller, from, to)).filter(({ status }) => status === 'paid');
    await control(`/vendas/${orders[0]?.id}/cancelar`, { por: 'vendedor' });
    await control(`/vendas/${orders[1]?.id}/reembolsar`, { centavos: 1 });
    await control(`/vendedores/${seller}/venda`, { precoCentavos: 12_345 });
    await sql("update pedidos_sincronia set passo_em = now() - interval '2 minutes' where seller_id = $1", [
      seller,
    ]);
    expect((await lastDays(30)).json().sincronia.em_andamento).toBe(true);
    await shop.settle(seller);
    const truth = addUp(await shop.truth(seller, from, to));
    expect((await ask(from, to)).json().revenue).toEqual(truth);
    expect(truth.refunds).not.toBe('0.00');
  });

  test('include the period before only where the pedidos reach back that far', async () => {
    const { seller, lastDays } = await shop.aSellerWith({ vendas: 500 });
    await lastDays(30);
    await shop.settle(seller);
    const month = (await lastDays(30)).json();
    const now = Date.now();
    const truth = addUp(await shop.truth(seller, new Date(now - 60 * DAY), new Date(now - 30 * DAY)));
    expect(month.revenue_before).toEqual(truth);
    expect(month.dias_antes).toHaveLength(month.dias.length);
    const year = (await lastDays(364)).json();
    expect(year.revenue_before).toBeNull();
    expect(year.dias_antes).toEqual([]);
  });
});

interface Best {
  anuncio_id: string;
  total: string;
}

describe('the seller', () => {
  test('[CONT-11] [CONT-12] [CONT-13] [CONT-15] [CONT-16] is shown with the listings, reputation and metrics of Mercado Livre', async () => {
    const { seller, lastDays } = await shop.aSellerWith({ vendas: 800, anuncios: 30, semente: 1 });
    const { listings, user, reputation, metrics, limites, avisos } = (await lastDays(30)).json();
    const told = reputationOf({ seed: 1, orders: 800, features: new Set() });
    const measured = 'metrics' in told ? told.metrics : undefined;
    const counted = await fetch(`${prumo.sandbox.url}/_mercado-livre/vendedores/${seller}/anuncios`);
    const { status } = (await counted.json()) as { status: Record<string, number> };
    expect(listings).toEqual({ active: status['active'] });
    expect(user).toEqual({
      points: 100 + (seller % 900),
      registration_date: '2016-01-06T11:31:42.000-04:00',
    });
    expect(reputation).toEqual({
      level_id: '5_green',
      power_seller_status: 'platinum',
      transactions_completed: told.transactions.completed,
      transactions_canceled: told.transactions.canceled,
      ratings_positive: 0.88,
      ratings_neutral: 0.08,
      ratings_negative: 0.04,
    });
    const metric = (of: 'claims' | 'cancellations' | 'delayed_handling_time') => {
      const { rate, value } = measured?.[of] ?? {};
      return { rate, value };
    };
    expect(metrics).toEqual({
      days: 60,
      sales: measured?.sales.completed,
      claims: metric('claims'),
      cancellations: metric('cancellations'),
      delayed_handling_time: metric('delayed_handling_time'),
    });
    expect(limites).toHaveLength(3);
    expect(avisos).toEqual([]);
  });

  test('is read from the marketplace once in some minutes', async () => {
    const { seller, lastDays } = await shop.aSellerWith({ vendas: 0 });
    await Promise.all([lastDays(7), lastDays(30), lastDays(90)]);
    await lastDays(364);
    expect(await callsOf('GET /users/:id', seller)).toBe(1);
  });

  test('without reputation, or new, is shown without it', async () => {
    const partial = await shop.aSellerWith({ vendas: 0, recursos: ['reputacao_ausente'] });
    const answer = (await partial.lastDays(30)).json();
    expect(answer).toMatchObject({ reputation: null, metrics: null, limites: [] });
    expect(answer.user.points).toBeGreaterThan(0);
    expect(answer.avisos).toEqual([expect.stringContaining('reputação')]);
    const fresh = (
      await (await shop.aSellerWith({ vendas: 0, recursos: ['conta_nova'] })).lastDays(30)
    ).json();
    expect(fresh).toMatchObject({ reputation: { level_id: null }, metrics: null, limites: [], avisos: [] });
  });

  test('is left out with a message while Mercado Livre is down, and the sales figures are still shown', async () => {
    const { seller, lastDays } = await shop.aSellerWith({ vendas: 60 });
    await misbehave({ 'mercado-livre': '503', rota: `GET /users/:id ${seller}`, vezes: 3 });
    await misbehave({ 'mercado-livre': '503', rota: `GET /users/:id/items/search ${seller}`, vezes: 3 });
    const answer = (await lastDays(30)).json();
    expect(answer).toMatchObject({ user: null, reputation: null, listings: null });
    expect(answer.avisos).toHaveLength(1);
    await shop.settle(seller);
    expect((await lastDays(30)).json()).toMatchObject({ revenue: { orders_count: expect.any(Number) } });
  });

  test('is shown without listings when their count fails, and every concurrent request gets the message', async () => {
    const { seller, lastDays } = await shop.aSellerWith({ vendas: 0 });
    await misbehave({ 'mercado-livre': 'forma', rota: `GET /users/:id/items/search ${seller}` });
    for (const answer of await Promise.all([lastDays(7), lastDays(30)])) {
      expect(answer.json()).toMatchObject({ listings: null, user: { points: expect.any(Number) } });
      expect(answer.json().avisos).toEqual([expect.stringContaining('anúncios ativos')]);
    }
  });

  test('is left out of every concurrent answer when its profile is unreadable, and no request is refused', async () => {
    const { seller, lastDays } = await shop.aSellerWith({ vendas: 0 });
    await misbehave({ 'mercado-livre': 'forma', rota: `GET /users/:id ${seller}` });
    for (const answer of await Promise.all([lastDays(7), lastDays(30)])) {
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json().avisos).toHaveLength(1);
    }
  });
});

test('[CONT-10] only with the permission for sales the answer has revenue, and without it the answer says why', async () => {
  const { seller, lastDays } = await shop.aSellerWith({ vendas: 80, recursos: ['sem_permissao_de_vendas'] });
  await lastDays(30);
  await shop.settle(seller);
  const without = (await lastDays(30)).json();
  expect(without).toMatchObject({
    revenue: null,
    dias: [],
    mais_vendidos: [],
    sincronia: { em_andamento: false },
  });
  expect(without.avisos).toEqual([expect.stringContaining('permissão')]);
  expect(without.reputation).not.toBeNull();
  const afterChange = async (recursos: object) => {
    await control(`/vendedores/${seller}/recursos`, recursos);
    await sql("update pedidos_sincronia set passo_em = now() - interval '2 minutes' where seller_id = $1", [
      seller,
    ]);
    await lastDays(30);
    await shop.settle(seller);
    return (await lastDays(30)).json();
  };
  const allowed = await afterChange({ sem: ['sem_permissao_de_vendas'] });
  expect(allowed.revenue).not.toBeNull();
  expect(allowed.avisos).toEqual([]);
  // The pedidos that are already stored do not count while the permission is missing.
  const withdrawn = await afterChange({ com: ['sem_permissao_de_vendas'] });
  expect(withdrawn).toMatchObject({ revenue: null, dias: [], mais_vendidos: [] });
  expect(withdrawn.avisos).toEqual([expect.stringContaining('permissão')]);
});

test('a conta of another empresa, a disconnected one and one that does not exist have no analysis', async () => {
  const { ask, contaId, ana } = await shop.aSellerWith({ vendas: 10 });
  const bruno = await prumo.anEmpresa();
  const [dateFrom, dateTo] = [new Date(Date.now() - DAY).toISOString(), new Date().toISOString()];
  for (const accountId of [contaId, randomUUID()])
    expect((await bruno.post('/api/analises', { accountId, dateFrom, dateTo })).statusCode).toBe(404);
  await ana.delete(`/api/contas/${contaId}`);
  expect((await ask(new Date(dateFrom), new Date(dateTo))).statusCode).toBe(404);
});

test('[CONT-09] a period that is empty or too long is refused', async () => {
  const { ask } = await shop.aSellerWith({ vendas: 0 });
  const now = new Date();
  expect((await ask(now, now)).statusCode).toBe(422);
  expect((await ask(new Date(now.getTime() - 800 * DAY), now)).statusCode).toBe(422);
});
