import { afterAll, expect, test } from 'vitest';
import { anunciosChanged, refreshChanged } from '#modules/anuncios/anuncios.job.ts';
import { LANES } from '#platform/jobs/lanes.ts';
import { importacoesApp } from '#testing/importacoes.ts';
import { MARKETPLACE, mercadoLivreApp } from '#testing/mercado-livre.ts';
import { refreshAnuncios } from './refresh.ts';

const prumo = await mercadoLivreApp();
const { sql, control, callsOf } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

const sellerOf = ({ seller }: { seller: number }) => ({ marketplace: MARKETPLACE, sellerId: String(seller) });

test('a refresh reads changed anuncios that we know again, and an older answer changes nothing', async () => {
  const one = await shop.aShopWith({ anuncios: 12 });
  await shop.read(one);
  const rows = await sql(
    "select anuncio_id from anuncios where seller_id = $1 and variacao_id = '' order by 1 limit 2",
    [one.seller],
  );
  const [changed, newer] = rows.map(({ anuncio_id }) => String(anuncio_id));
  await sql("update anuncios set atualizado_em = now() + interval '1 day' where anuncio_id = $1", [newer]);
  for (const id of [changed, newer])
    await control(`/anuncios/${id}`, {
      titulo: 'Outro título',
      precoCentavos: 12345,
      quantidade: 3,
      status: 'active',
    });
  const calls = await callsOf('GET /items/bulk', one.seller);
  const { empresaId } = one.ana;
  const ids = [changed, newer, 'MLB1'].map(String);
  await refreshAnuncios(shop.parts, {
    empresaId,
    seller: sellerOf(one),
    ids,
  });
  expect((await callsOf('GET /items/bulk', one.seller)) - calls).toBe(1);
  const titles = await sql(
    'select titulo, preco, quantidade from anuncios where anuncio_id = any($1) order by anuncio_id',
    [[changed, newer]],
  );
  expect(titles[0]).toEqual({ titulo: 'Outro título', preco: '123.45', quantidade: '3.00' });
  expect(titles[1]).not.toMatchObject({ titulo: 'Outro título' });
  expect(await sql('select from anuncios where anuncio_id = $1', ['MLB1'])).toEqual([]);
});

test('a notification about an anuncio that was not imported makes no call', async () => {
  const one = await shop.aShopWith({ anuncios: 3 });
  const { db, jobs } = shop.parts;
  const { empresaId, userId } = one.ana;
  const jobsBefore = await sql("select count(*)::int as n from pgboss.job where name = 'importacoes.reler'");
  await db.write({ sessionHash: null, empresaId, userId }, (tx) =>
    anunciosChanged(jobs)(tx, sellerOf(one), ['MLB1']),
  );
  expect(await sql("select count(*)::int as n from pgboss.job where name = 'importacoes.reler'")).toEqual(
    jobsBefore,
  );
});

test('after a whole reading a trusted notification reads an unknown anuncio, and a hint does not', async () => {
  const one = await shop.aShopWith({ anuncios: 3 });
  await sql(
    `insert into anuncios_leituras (empresa_id, marketplace, seller_id, situacao, lida_em, proxima_em)
     values ($1, $2, $3, 'lida', now(), now() + interval '1 day')`,
    [one.ana.empresaId, MARKETPLACE, one.seller],
  );
  const made = await fetch(`${prumo.sandbox.url}/_mercado-livre/vendedores/${one.seller}/anuncios`, {
    method: 'POST',
    body: JSON.stringify({ quantos: 2 }),
  });
  const { anuncios: ids } = (await made.json()) as { anuncios: string[] };
  const [reported, hinted] = ids;
  for (const [recurso, confiavel] of [
    [reported, true],
    [hinted, false],
  ])
    await sql(
      `insert into notificacoes (empresa_id, marketplace, seller_id, topico, recurso, proxima_em, confiavel)
       values ($1, $2, $3, 'anuncios', $4, now(), $5)
       on conflict (empresa_id, marketplace, seller_id, topico, recurso) do update set confiavel = excluded.confiavel`,
      [one.ana.empresaId, MARKETPLACE, one.seller, recurso, confiavel],
    );
  await refreshAnuncios(shop.parts, { empresaId: one.ana.empresaId, seller: sellerOf(one), ids });
  const known = await sql('select distinct anuncio_id from anuncios where seller_id = $1', [one.seller]);
  expect(known).toEqual([{ anuncio_id: reported }]);
});

test('the refresh of changed anuncios is retried throughout an outage of most of an hour', () => {
  const { retryLimit, retryDelay, retryDelayMax } = LANES[refreshChanged.lane].queue;
  const delays = Array.from({ length: retryLimit }, (_, n) => Math.min(retryDelay * 2 ** n, retryDelayMax));
  expect(delays.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(50 * 60);
});
