import { afterAll, expect, test } from 'vitest';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { Marketplace } from '#modules/marketplace/marketplace.ts';
import { MARKETPLACE, mercadoLivreApp } from '#testing/mercado-livre.ts';
import { addUp, pedidosApp } from '#testing/pedidos.ts';
import { sync } from './sync.ts';

const prumo = await mercadoLivreApp();
const { sql, callsOf } = prumo;
const shop = await pedidosApp(prumo);
await prumo.control('/relogio', { agora: new Date().toISOString(), parado: true });
afterAll(() => shop.close());

const DAY = 86_400_000;
const SEARCH = 'GET /orders/search';
/** After this time the queue considers a job lost and delivers it again. */
const EXPIRED_MS = 300_000;

/** A worker whose calls each take this long, because many wait in the budget. */
function aSlowWorker(seller: number, callMs: number, onCall: (n: number) => Promise<void> = async () => {}) {
  let clock = Date.now();
  let calls = 0;
  const passTime = async () => {
    clock += callMs;
    calls += 1;
    await onCall(calls);
  };
  const slow = ({ orders, ...marketplace }: Marketplace): Marketplace => ({
    ...marketplace,
    orders: {
      ...orders,
      page: async (...asked) => passTime().then(() => orders.page(...asked)),
      read: async (...asked) => passTime().then(() => orders.read(...asked)),
    },
  });
  const tokens: Tokens = {
    withToken: (conta, use) =>
      shop.parts.tokens.withToken(conta, (token, marketplace) => use(token, slow(marketplace))),
  };
  /** Runs one job and returns how long it took. */
  return async () => {
    const began = clock;
    const turn = await shop.turnOf(seller);
    await sync(
      { ...shop.parts, tokens, now: () => clock, sendOn: async () => {} },
      {
        empresaId: turn?.['empresa_id'],
        seller: { marketplace: MARKETPLACE, sellerId: String(seller) },
        vez: turn?.['vez'],
      },
    );
    return clock - began;
  };
}

async function expectTruth({ seller, ask }: Awaited<ReturnType<typeof shop.aSellerWith>>) {
  const [from, to] = [new Date(Date.now() - 364 * DAY), new Date(Date.now() + DAY)];
  expect((await ask(from, to)).json().revenue).toEqual(addUp(await shop.truth(seller, from, to)));
}

test('however slow the calls are, each job ends in time, the synchronisation progresses, and all pedidos arrive', async () => {
  for (const callMs of [6000, 25_000]) {
    const one = await shop.aSellerWith({ vendas: 6000 });
    const before = await callsOf(SEARCH, one.seller);
    const run = aSlowWorker(one.seller, callMs);
    let longest = 0;
    for (let n = 0; (await shop.turnOf(one.seller))?.['em_andamento']; n++) {
      expect(n).toBeLessThan(200);
      longest = Math.max(longest, await run());
    }
    expect(longest).toBeLessThan(EXPIRED_MS);
    await expectTruth(one);
    const calls = (await callsOf(SEARCH, one.seller)) - before;
    // Little is read twice, although some pieces are not read to their end.
    if (callMs === 6000) expect(calls / Math.ceil(6000 / 51)).toBeLessThan(1.4);
  }
});

test('a person who opens the analysis during a step does not take the turn from the running job', async () => {
  const one = await shop.aSellerWith({ vendas: 3000 });
  await sql('update pedidos_sincronia set janela_segundos = 86400 * 90 where seller_id = $1', [one.seller]);
  const { vez } = (await shop.turnOf(one.seller)) ?? {};
  const run = aSlowWorker(one.seller, 10_000, async (n) => {
    if (n === 2)
      await sql("update pedidos_sincronia set passo_em = now() - interval '1 hour' where seller_id = $1", [
        one.seller,
      ]);
    // Half a minute has passed at the seventh call.
    if (n !== 7) return;
    await one.lastDays(30);
    expect((await shop.turnOf(one.seller))?.['vez']).toBe(vez);
  });
  await run();
  expect(await sql('select from pedidos where seller_id = $1 limit 1', [one.seller])).toHaveLength(1);
});

test('a job that loses the turn during a step makes no more calls for it', async () => {
  const one = await shop.aSellerWith({ vendas: 3000 });
  await sql('update pedidos_sincronia set janela_segundos = 86400 * 90 where seller_id = $1', [one.seller]);
  const run = aSlowWorker(one.seller, 10_000, async (n) => {
    if (n === 2) await sql('update pedidos_sincronia set vez = vez + 1 where seller_id = $1', [one.seller]);
  });
  const before = await callsOf(SEARCH, one.seller);
  await run();
  expect((await callsOf(SEARCH, one.seller)) - before).toBeLessThanOrEqual(4);
  expect(await sql('select from pedidos where seller_id = $1', [one.seller])).toEqual([]);
});

test('a lost step is resumed in a narrower piece', async () => {
  const one = await shop.aSellerWith({ vendas: 10 });
  await sql(
    `update pedidos_sincronia set janela_segundos = 864000, passo_em = now() - interval '16 minutes'
     where seller_id = $1`,
    [one.seller],
  );
  await one.lastDays(30);
  const [row] = await sql('select janela_segundos, vez from pedidos_sincronia where seller_id = $1', [
    one.seller,
  ]);
  expect(row).toEqual({ janela_segundos: 216_000, vez: 2 });
});
