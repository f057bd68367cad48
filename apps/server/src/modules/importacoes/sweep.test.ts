import { afterAll, expect, test } from 'vitest';
import { importacoesApp } from '#testing/importacoes.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { sweepImportacoes } from './importacoes.job.ts';

const prumo = await mercadoLivreApp();
const { sql } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

const sweep = () => shop.handlers.find(({ kind }) => kind.name === sweepImportacoes.name)?.run({} as never);
const age = (id: string, days: number) =>
  sql('update importacoes set concluida_em = now() - make_interval(days => $2) where id = $1', [id, days]);

test('an importacao is deleted with its rows after 90 days, except the last of an account, and its anuncios stay', async () => {
  const one = await shop.aShopWith({ anuncios: 4 });
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await shop.read(one);
    expect((await one.ana.post(`/api/importacoes/${id}/cancelar`)).statusCode).toBe(200);
    ids.push(id);
  }
  const [old, recent, last] = ids.map(String) as [string, string, string];
  await age(old, 91);
  await age(recent, 89);
  await age(last, 91);
  const known = await sql('select count(*)::int as n from anuncios where seller_id = $1', [one.seller]);
  expect(known[0]?.['n']).toBeGreaterThan(0);

  await sweep();

  expect(await sql('select id from importacoes where seller_id = $1 order by id', [one.seller])).toEqual(
    [recent, last].sort().map((id) => ({ id })),
  );
  const left = await sql(
    'select distinct importacao_id from importacao_itens where importacao_id = any($1) order by 1',
    [ids],
  );
  expect(left).toEqual([recent, last].sort().map((id) => ({ importacao_id: id })));
  expect(await sql('select count(*)::int as n from anuncios where seller_id = $1', [one.seller])).toEqual(
    known,
  );
  expect((await one.ana.get(`/api/importacoes/${old}`)).statusCode).toBe(404);
});
