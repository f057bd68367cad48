import { afterAll, expect, test } from 'vitest';
import type { Client } from '#modules/mercado-livre/client.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { addUp, pedidosApp } from '#testing/pedidos.ts';
import { sync } from './sync.ts';

const prumo = await mercadoLivreApp();
const { sql, callsOf } = prumo;
const shop = await pedidosApp(prumo);
await prumo.control('/relogio', { agora: new Date().toISOString(), parado: true });
afterAll(() => shop.close());

const DAY = 86_400_000;
const SEARCH = 'GET /orders/search';
/** After that the queue takes a job for lost, and hands it out again. */
const EXPIRED_MS = 300_000;

/** A worker for whom each call takes so long, because many wait for theirs. */
function aSlowWorker(seller: number, callMs: number, onCall: (n: number) => Promise<void> = async () => {}) {
  let clock = Date.now();
  let calls = 0;
  const client: Client = {
    ...shop.parts.client,
    async get(asker, ask) {
      clock += callMs;
      calls += 1;
      await onCall(calls);
      return shop.parts.client.get(asker, ask);
    },
  };
  /** One job; answers how long it took. */
  return async () => {
    const began = clock;
    const turn = await shop.turnOf(seller);
    await sync(
      { ...shop.parts, client, now: () => clock, sendOn: async () => {} },
      { empresaId: turn?.['empresa_id'], userMlId: String(seller), vez: turn?.['vez'] },
    );
    return clock - began;
  };
}

async function expectTruth({ seller, ask }: Awaited<ReturnType<typeof shop.aSellerWith>>) {
  const [from, to] = [new Date(Date.now() - 364 * DAY), new Date(Date.now() + DAY)];
  expect((await ask(from, to)).json().revenue).toEqual(addUp(await shop.truth(seller, from, to)));
}

test('however long each call takes, a job ends in time, nothing is begun for ever, and all comes', async () => {
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
    // Little is read twice, though a piece is not read to its end.
    if (callMs === 6000) expect(calls / Math.ceil(6000 / 51)).toBeLessThan(1.4);
  }
});

test('whoever looks while a step is under way leaves it to who is at work', async () => {
  const one = await shop.aSellerWith({ vendas: 3000 });
  await sql('update pedidos_sincronia set janela_segundos = 86400 * 90 where user_ml_id = $1', [one.seller]);
  const { vez } = (await shop.turnOf(one.seller)) ?? {};
  const run = aSlowWorker(one.seller, 10_000, async (n) => {
    if (n === 2)
      await sql("update pedidos_sincronia set passo_em = now() - interval '1 hour' where user_ml_id = $1", [
        one.seller,
      ]);
    // Half a minute later.
    if (n !== 7) return;
    await one.lastDays(30);
    expect((await shop.turnOf(one.seller))?.['vez']).toBe(vez);
  });
  await run();
  expect(await sql('select from pedidos where user_ml_id = $1 limit 1', [one.seller])).toHaveLength(1);
});

test('who loses the turn in the middle of a step asks for no more of it', async () => {
  const one = await shop.aSellerWith({ vendas: 3000 });
  await sql('update pedidos_sincronia set janela_segundos = 86400 * 90 where user_ml_id = $1', [one.seller]);
  const run = aSlowWorker(one.seller, 10_000, async (n) => {
    if (n === 2) await sql('update pedidos_sincronia set vez = vez + 1 where user_ml_id = $1', [one.seller]);
  });
  const before = await callsOf(SEARCH, one.seller);
  await run();
  expect((await callsOf(SEARCH, one.seller)) - before).toBeLessThanOrEqual(4);
  expect(await sql('select from pedidos where user_ml_id = $1', [one.seller])).toEqual([]);
});

test('a step that was lost is taken up in a narrower piece', async () => {
  const one = await shop.aSellerWith({ vendas: 10 });
  await sql(
    `update pedidos_sincronia set janela_segundos = 864000, passo_em = now() - interval '16 minutes'
     where user_ml_id = $1`,
    [one.seller],
  );
  await one.lastDays(30);
  const [row] = await sql('select janela_segundos, vez from pedidos_sincronia where user_ml_id = $1', [
    one.seller,
  ]);
  expect(row).toEqual({ janela_segundos: 216_000, vez: 2 });
});
