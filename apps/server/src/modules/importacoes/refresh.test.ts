import { afterAll, expect, test } from 'vitest';
import { importacoesApp } from '#testing/importacoes.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { anunciosChanged } from './importacoes.job.ts';
import { refreshAnuncios } from './refresh.ts';

const prumo = await mercadoLivreApp();
const { sql, control, callsOf } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

test('what changed there of the anuncios we know is read again, and an older answer changes nothing', async () => {
  const one = await shop.aShopWith({ anuncios: 12 });
  await shop.read(one);
  const rows = await sql(
    "select anuncio_id from anuncios where user_ml_id = $1 and variacao_id = '' order by 1 limit 2",
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
  await refreshAnuncios(shop.parts, { empresaId, userMlId: String(one.seller), ids });
  expect((await callsOf('GET /items/bulk', one.seller)) - calls).toBe(1);
  const titles = await sql(
    'select titulo, preco, quantidade from anuncios where anuncio_id = any($1) order by anuncio_id',
    [[changed, newer]],
  );
  expect(titles[0]).toEqual({ titulo: 'Outro título', preco: '123.45', quantidade: '3.00' });
  expect(titles[1]).not.toMatchObject({ titulo: 'Outro título' });
  expect(await sql('select from anuncios where anuncio_id = $1', ['MLB1'])).toEqual([]);
});

test('news of anuncios nobody imported asks the marketplace nothing', async () => {
  const one = await shop.aShopWith({ anuncios: 3 });
  const { db, jobs } = shop.parts;
  const { empresaId, userId } = one.ana;
  const jobsBefore = await sql("select count(*)::int as n from pgboss.job where name = 'importacoes.reler'");
  await db.write({ sessionHash: null, empresaId, userId }, (tx) =>
    anunciosChanged(jobs)(tx, String(one.seller), ['MLB1']),
  );
  expect(await sql("select count(*)::int as n from pgboss.job where name = 'importacoes.reler'")).toEqual(
    jobsBefore,
  );
});
