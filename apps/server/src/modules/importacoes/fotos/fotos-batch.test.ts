import type { Importacao } from '@prumo/contract/importacoes.ts';
import { afterAll, expect, test } from 'vitest';
import { accessOf } from '#modules/importacoes/lease.ts';
import { importBatch } from '#modules/importacoes/write/import-batch.ts';
import { idOf } from '#platform/derived-id.ts';
import { type Images, openImages } from '#platform/images/images.ts';
import { publicKey, thumbnailKey } from '#platform/outside/storage.ts';
import type { Client } from '#testing/harness.ts';
import { importacoesApp } from '#testing/importacoes.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { aDeposito, aProduto, formOf } from '#testing/stock.ts';
import { fotosBatch } from './fotos-batch.ts';
import { copyFoto } from './fotos-copy.ts';
import { removeUncounted } from './fotos-sweep.ts';

const prumo = await mercadoLivreApp();
const { sql, storage, misbehave, behave, sandbox } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

/** An import whose produtos exist and whose photos are still to be copied. */
async function beforePhotos(options: { anuncios: number; fotos: number }) {
  const one = await shop.aShopWith(options);
  const { fornecedor_id } = await aProduto(one.ana);
  const { id } = await shop.read(one);
  const choices = { deposito_id: await aDeposito(one.ana), fornecedor_id, estoque_full: false };
  await shop.agree(one.ana, id);
  await one.ana.post(`/api/importacoes/${id}/iniciar`, choices);
  const [row] = await sql('select empresa_id, user_id, vez from importacoes where id = $1', [id]);
  const lease = {
    empresaId: String(row?.['empresa_id']),
    userId: String(row?.['user_id']),
    importacaoId: id,
    vez: Number(row?.['vez']),
  };
  while ((await importBatch(shop.parts, lease)) !== 'done');
  await sql("update importacoes set passo = 'fotos' where id = $1", [id]);
  return { ...one, id, lease };
}

/** Makes every picture of the seller fail until `behave` is called. */
const spoil = (seller: number, kind: string) =>
  misbehave({ 'mercado-livre': kind, rota: `GET /fotos ${seller}`, vezes: 1000 });

const importacaoOf = async (one: { ana: Client; id: string }): Promise<Importacao> =>
  (await one.ana.get(`/api/importacoes/${one.id}`)).json();

const photosOf = (id: string) =>
  sql('select * from importacao_fotos where importacao_id = $1 order by produto_id, ordem', [id]);
const produtosWith = (empresaId: string) =>
  sql(
    `select p.id, p.fotos, p.versao, (select count(*)::int from produto_fotos f where f.produto_id = p.id) as uploads
     from produtos p where p.empresa_id = $1 order by p.id`,
    [empresaId],
  );

test('while the pictures are unavailable the import waits and says so, and then copies them in order', async () => {
  const one = await beforePhotos({ anuncios: 14, fotos: 2 });
  await spoil(one.seller, 'corta');
  await shop.run(one.id);
  await behave();
  const waiting = await importacaoOf(one);
  expect(waiting).toMatchObject({
    situacao: 'importando',
    aviso: 'O Mercado Livre não está respondendo. A importação continua sozinha.',
    contagem: { fotos_feitas: 0, fotos_recusadas: 0 },
  });
  expect(waiting.contagem.criados).toBeGreaterThan(5);
  await shop.run(one.id);
  const done = await importacaoOf(one);
  expect(done).toMatchObject({ situacao: 'concluida', aviso: null });
  const photos = await photosOf(one.id);
  expect(photos.length).toBe(done.contagem.fotos);
  const copied = Map.groupBy(
    photos.filter(({ situacao }) => situacao === 'feita'),
    ({ produto_id }) => String(produto_id),
  );
  const arquivos = new Map(
    (await sql('select * from arquivos where empresa_id = $1', [one.ana.empresaId])).map((row) => [
      row['id'],
      row,
    ]),
  );
  expect(arquivos.size).toBe(done.contagem.fotos_feitas);
  for (const { id, fotos, uploads } of await produtosWith(one.ana.empresaId)) {
    expect(fotos).toHaveLength(copied.get(String(id))?.length ?? 0);
    expect(uploads).toBe(fotos.length);
    for (const url of fotos) {
      const arquivoId = /([0-9a-f-]{36})\.webp$/.exec(url)?.[1] ?? '';
      const key = publicKey(one.ana.empresaId, arquivoId);
      const [full, small] = [await storage.stat(key), await storage.stat(thumbnailKey(key))];
      expect(arquivos.get(arquivoId)).toMatchObject({
        tipo: 'foto',
        lixeira_desde: null,
        user_id: one.ana.userId,
        bytes: (full?.size ?? 0) + (small?.size ?? 0),
      });
    }
  }
});

test('two concurrent jobs copy each photo once', async () => {
  const one = await beforePhotos({ anuncios: 10, fotos: 2 });
  await Promise.all([shop.run(one.id), shop.run(one.id)]);
  expect((await shop.leaseOf(one.id))?.['situacao']).toBe('concluida');
  const photos = await photosOf(one.id);
  const produtos = await produtosWith(one.ana.empresaId);
  const shown = produtos.flatMap(({ fotos }) => fotos);
  expect(shown).toHaveLength(photos.filter(({ situacao }) => situacao === 'feita').length);
  expect(new Set(shown).size).toBe(shown.length);
});

test('a person’s edit or deletion of a produto during the copying is kept', async () => {
  const one = await beforePhotos({ anuncios: 12, fotos: 2 });
  const [first, second] = [...new Set((await photosOf(one.id)).map(({ produto_id }) => String(produto_id)))];
  const produto = (await one.ana.get(`/api/produtos/${first}`)).json();
  await one.ana.put(`/api/produtos/${first}`, { ...formOf(produto), nome: 'Meu nome' });
  await one.ana.delete(`/api/produtos/${second}`);
  await shop.run(one.id);
  expect((await shop.leaseOf(one.id))?.['situacao']).toBe('concluida');
  const after = (await one.ana.get(`/api/produtos/${first}`)).json();
  expect(after.nome).toBe('Meu nome');
  expect((await photosOf(one.id)).filter(({ produto_id }) => produto_id === second)).toEqual([]);
});

test('without quota the photos are refused with a message, and the produtos stay', async () => {
  const one = await beforePhotos({ anuncios: 10, fotos: 1 });
  expect(await fotosBatch({ ...shop.parts, quotaBytes: 0 }, one.lease)).toBe('more');
  expect(await fotosBatch({ ...shop.parts, quotaBytes: 0 }, one.lease)).toBe('done');
  for (const { situacao, motivo } of await photosOf(one.id))
    expect([situacao, motivo]).toEqual(['recusada', expect.stringMatching(/espaço para imagens/)]);
});

test('the photos of one batch cannot exceed the quota together, and refused ones are not stored', async () => {
  const one = await beforePhotos({ anuncios: 10, fotos: 1 });
  expect(await fotosBatch({ ...shop.parts, quotaBytes: 1 }, one.lease)).toBe('more');
  for (const { produto_id, ordem, situacao } of await photosOf(one.id)) {
    expect(situacao).toBe('recusada');
    const key = publicKey(one.ana.empresaId, idOf(one.id, String(produto_id), Number(ordem)));
    expect([await storage.exists(key), await storage.exists(thumbnailKey(key))]).toEqual([false, false]);
  }
});

test('copies that no row counts are removed once the importacao is over', async () => {
  const one = await beforePhotos({ anuncios: 10, fotos: 1 });
  const [first, ...rest] = await photosOf(one.id);
  const keyOf = (foto: typeof first) =>
    publicKey(one.ana.empresaId, idOf(one.id, String(foto?.['produto_id']), Number(foto?.['ordem'])));
  for (const foto of [first, rest[0]]) await storage.put(keyOf(foto), Buffer.from('copy'), 'image/webp');
  await sql(
    "update importacao_fotos set situacao = 'recusada' where importacao_id = $1 and produto_id = $2 and ordem = $3",
    [one.id, first?.['produto_id'], first?.['ordem']],
  );
  await removeUncounted(shop.parts, accessOf(one.lease), one.id);
  // A photo that is still pending is kept.
  expect([await storage.exists(keyOf(first)), await storage.exists(keyOf(rest[0]))]).toEqual([false, true]);
});

test('a few photos that never arrive are given up after some tries', async () => {
  // Four anuncios and their variations have fewer than ten photos. Ten failing photos would count as a host that is
  // down.
  const one = await beforePhotos({ anuncios: 4, fotos: 1 });
  await spoil(one.seller, '500');
  for (let n = 0; n < 5; n++) await shop.run(one.id);
  await behave();
  const refused = await photosOf(one.id);
  expect(refused.length).toBeGreaterThan(0);
  for (const { situacao, motivo, tentativas } of refused)
    expect([situacao, motivo, tentativas]).toEqual(['recusada', expect.stringMatching(/não entregou/), 5]);
  await shop.run(one.id);
  expect((await shop.leaseOf(one.id))?.['situacao']).toBe('concluida');
});

test('a photo that our own image processing has no time for is not counted as an attempt', async () => {
  const one = await beforePhotos({ anuncios: 4, fotos: 1 });
  const images = (isBusy: () => boolean): Images => ({
    ...shop.parts.images,
    reencode: (...asked) =>
      isBusy()
        ? Promise.resolve({ ok: false, kind: 'busy', mensagem: 'Há muitas imagens.' })
        : shop.parts.images.reencode(...asked),
  });
  const pending = async () => (await photosOf(one.id)).filter(({ situacao }) => situacao === 'pendente');
  const busy = { ...shop.parts, images: images(() => true) };
  // The first batch settles the photos that the marketplace does not have.
  await fotosBatch(busy, one.lease).catch(() => null);
  const before = await pending();
  expect(before.length).toBeGreaterThan(1);
  for (let n = 0; n < 5; n++)
    await expect(fotosBatch(busy, one.lease)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await pending()).toEqual(before);
  expect(before.map(({ tentativas }) => tentativas)).toEqual(before.map(() => 0));
  // The batch records the other photos even if one has to wait.
  let asked = 0;
  expect(await fotosBatch({ ...shop.parts, images: images(() => asked++ === 0) }, one.lease)).toBe('more');
  expect(await pending()).toMatchObject([{ tentativas: 0 }]);
});

test('only picture hosts of the marketplace are contacted, and only images are kept', async () => {
  const images = openImages({ wallMs: 60_000 });
  const host = new URL(sandbox.url).host;
  const place = { hosts: [host], empresaId: 'x', arquivoId: 'y' };
  const copy = (url: string) => copyFoto({ images, storage }, url, place);
  for (const url of [
    'http://127.0.0.1:1/a.jpg',
    `http://ana:senha@${host}/a.jpg`,
    'file:///etc/passwd',
    'nada',
  ])
    expect(await copy(url)).toEqual({
      kind: 'refused',
      motivo: expect.stringMatching(/não é do marketplace/),
    });
  expect(await copy(`http://${host}/mercado-livre-fotos/nada.jpg`)).toEqual({
    kind: 'refused',
    motivo: expect.stringMatching(/não existe mais/),
  });
  expect(await copy(`http://${host}/`)).toEqual({
    kind: 'refused',
    motivo: expect.stringMatching(/não leva a uma imagem/),
  });
  await images.close();
});
