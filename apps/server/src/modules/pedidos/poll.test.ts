import { afterAll, expect, test } from 'vitest';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { pedidosApp } from '#testing/pedidos.ts';
import { openPoller } from './poller.ts';

const prumo = await mercadoLivreApp();
const { sql, callsOf, sandbox, misbehave } = prumo;
const shop = await pedidosApp(prumo);
afterAll(() => shop.close());

const SEARCH = 'GET /orders/search';
const HOURS = 3600;
const { db, tokens, log } = shop.parts;
const handedOver: string[] = [];
const poller = openPoller({
  ...{ db, tokens, log, random: () => 0 },
  synchronise: async (_tx, { sellerId }) => void handedOver.push(sellerId),
});

const atrasoOf = async (seller: number) =>
  (
    await sql(
      `select *, round(extract(epoch from conferir_em - now()))::int as em from pedidos_atraso where seller_id = $1`,
      [seller],
    )
  )[0];
async function pollNow(seller: number): Promise<number> {
  const before = await callsOf(SEARCH, seller);
  await sql("update pedidos_atraso set conferir_em = now() - interval '1 second' where seller_id = $1", [
    seller,
  ]);
  while (await poller.step());
  return (await callsOf(SEARCH, seller)) - before;
}
/** A seller with a complete history who is polled every six hours. */
async function aQuietShop(vendas = 10) {
  const { seller, ana, contaId } = await shop.aSellerWith({ vendas });
  await shop.settle(seller);
  const fresh = await atrasoOf(seller);
  await sql('update pedidos_atraso set intervalo_segundos = 21600 where seller_id = $1', [seller]);
  return { seller, ana, contaId, fresh };
}
const sell = async (seller: number) => {
  const answer = await fetch(`${sandbox.url}/_mercado-livre/vendedores/${seller}/venda`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ precoCentavos: 1990 }),
  });
  return ((await answer.json()) as { id: number }).id;
};

test('a conta is polled half an hour after its history is complete, and each quiet poll makes one call', async () => {
  const { seller, fresh } = await aQuietShop();
  expect(fresh).toMatchObject({ intervalo_segundos: 1800, conferencias: '0' });
  expect(fresh?.['em']).toBeGreaterThan(1700);
  for (let n = 0; n < 3; n++) expect(await pollNow(seller)).toBe(1);
  const after = await atrasoOf(seller);
  expect(after).toMatchObject({ intervalo_segundos: 6 * HOURS, sem_aviso: '0', ocupada_ate: null });
  expect(after?.['em']).toBeGreaterThan(6 * HOURS - 60);
});

test('a poll finds and counts an unannounced change and shortens the interval, and clean polls lengthen it again', async () => {
  const { seller } = await aQuietShop();
  await sell(seller);
  const [row] = await sql('select max(id) as id from pedidos where seller_id = $1', [seller]);
  // Simulates that a known pedido changed an hour ago without a notification.
  await sql(
    "update pedidos set atualizado_em = atualizado_em - interval '1 hour' where seller_id = $1 and id = $2",
    [seller, row?.['id']],
  );
  await sql(
    `update pedidos_sincronia set mudancas_desde = (
       select atualizado_em from pedidos where seller_id = $1 and id = $2) where seller_id = $1`,
    [seller, row?.['id']],
  );
  // The next poll is the search of all pedidos, not of cancelled ones.
  const posicao = JSON.stringify({ cancelledSince: Date.now(), next: 'all' });
  await sql('update pedidos_atraso set posicao = $2 where seller_id = $1', [seller, posicao]);
  await pollNow(seller);
  expect(await atrasoOf(seller)).toMatchObject({ sem_aviso: '1', intervalo_segundos: 1.5 * HOURS });
  expect(await atrasoOf(seller)).toMatchObject({ mudou_em: expect.anything(), chegou_em: expect.anything() });
  for (const interval of [3 * HOURS, 6 * HOURS]) {
    await pollNow(seller);
    expect(await atrasoOf(seller)).toMatchObject({ sem_aviso: '1', intervalo_segundos: interval });
  }
});

test('a poll finds a missed payment on the second page of the search', async () => {
  const { seller } = await aQuietShop(1);
  const searchAll = () =>
    sql('update pedidos_atraso set intervalo_segundos = 21600, posicao = $2 where seller_id = $1', [
      seller,
      JSON.stringify({ cancelledSince: Date.now(), next: 'all' }),
    ]);
  const first = await sell(seller);
  for (let n = 0; n < 55; n++) await sell(seller);
  await searchAll();
  await pollNow(seller);
  const situacao = () =>
    sql('select situacao from pedidos where seller_id = $1 and id = $2', [seller, String(first)]);
  expect(await situacao()).toEqual([{ situacao: 'pago' }]);
  // Simulates that the notification of the payment was lost. As many pedidos are stored as the search counts.
  await sql(
    `update pedidos set situacao = 'pendente', atualizado_em = atualizado_em - interval '1 minute'
     where seller_id = $1 and id = $2`,
    [seller, String(first)],
  );
  await searchAll();
  await pollNow(seller);
  expect(await situacao()).toEqual([{ situacao: 'pago' }]);
});

test('a conta whose poll fails is polled again in two minutes, with increasing pauses', async () => {
  const { seller } = await aQuietShop();
  for (const seconds of [120, 240]) {
    await misbehave({ 'mercado-livre': 'forma', rota: `${SEARCH} ${seller}` });
    await pollNow(seller);
    expect((await atrasoOf(seller))?.['em']).toBeGreaterThan(seconds - 30);
    expect((await atrasoOf(seller))?.['em']).toBeLessThanOrEqual(seconds);
  }
  await pollNow(seller);
  expect(await atrasoOf(seller)).toMatchObject({ falhas: 0 });
});

test('a conta that has to reconnect or was disconnected is not polled', async () => {
  const { seller, contaId, ana } = await aQuietShop();
  await sql("update mercado_livre_config set situacao = 'reconectar' where id = $1", [contaId]);
  expect(await pollNow(seller)).toBe(0);
  await sql("update mercado_livre_config set situacao = 'ativa' where id = $1", [contaId]);
  await ana.delete(`/api/contas/${contaId}`);
  expect(await pollNow(seller)).toBe(0);
});

test('a synchronisation keeps a poll that a hint brought forward, and the next poll starts without a position', async () => {
  const { seller } = await aQuietShop();
  await sql(
    `update pedidos_atraso set conferida_em = now() - interval '1 minute', sugerida_em = now(),
       conferir_em = now() + interval '5 seconds', posicao = $2 where seller_id = $1`,
    [seller, JSON.stringify({ cancelledSince: 0, next: 'all' })],
  );
  await sql('update pedidos_sincronia set em_andamento = true where seller_id = $1', [seller]);
  await shop.settle(seller);
  const after = await atrasoOf(seller);
  expect(after?.['em']).toBeLessThanOrEqual(5);
  expect(after?.['posicao']).toBeNull();
});

test('only a poll that made both searches moves the instant until which the pedidos are complete', async () => {
  const { seller } = await aQuietShop();
  const before = new Date(0).toISOString();
  await sql('update pedidos_sincronia set sincronizado_ate = $2 where seller_id = $1', [seller, before]);
  const syncedUntil = async () =>
    Date.parse(
      String(
        (await sql('select sincronizado_ate from pedidos_sincronia where seller_id = $1', [seller]))[0]?.[
          'sincronizado_ate'
        ],
      ),
    );
  for (let n = 0; n < 2; n++) await pollNow(seller);
  expect(await syncedUntil()).toBe(0);
  await sql('update pedidos_atraso set intervalo_segundos = 1800 where seller_id = $1', [seller]);
  await pollNow(seller);
  expect(await syncedUntil()).toBeGreaterThan(Date.now() - 60_000);
});

test('an unreadable pedido is remembered for a year at most', async () => {
  const { seller } = await aQuietShop();
  await sql(
    `update pedidos_sincronia set em_andamento = true, ilegiveis = '{"123": "2020-01-01T00:00:00Z"}' where seller_id = $1`,
    [seller],
  );
  await shop.settle(seller);
  expect(await sql('select ilegiveis from pedidos_sincronia where seller_id = $1', [seller])).toEqual([
    { ilegiveis: {} },
  ]);
});
