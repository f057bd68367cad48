import type { Importacao } from '@prumo/contract/importacoes.ts';
import { afterAll, expect, test } from 'vitest';
import { openImages } from '#platform/images.ts';
import { publicKey, thumbnailKey } from '#platform/storage.ts';
import type { Client } from '#testing/harness.ts';
import { importacoesApp } from '#testing/importacoes.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { aDeposito, aProduto, formOf } from '#testing/stock.ts';
import { fotosBatch } from './fotos-batch.ts';
import { copyFoto } from './fotos-copy.ts';
import { importBatch } from './import-batch.ts';

const prumo = await mercadoLivreApp();
const { sql, storage, misbehave, behave, sandbox } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

/** An import whose produtos are there and whose photos are still to come. */
async function beforePhotos(options: { anuncios: number; fotos: number }) {
  const one = await shop.aShopWith(options);
  const { fornecedor_id } = await aProduto(one.ana);
  const { id } = await shop.read(one);
  const choices = { deposito_id: await aDeposito(one.ana), fornecedor_id, estoque_full: false };
  await shop.agree(one.ana, id);
  await one.ana.post(`/api/importacoes/${id}/iniciar`, choices);
  const [row] = await sql('select empresa_id, user_id, vez from importacoes where id = $1', [id]);
  const turn = {
    empresaId: String(row?.['empresa_id']),
    userId: String(row?.['user_id']),
    importacaoId: id,
    vez: Number(row?.['vez']),
  };
  while ((await importBatch(shop.parts, turn)) !== 'done');
  await sql("update importacoes set passo = 'fotos' where id = $1", [id]);
  return { ...one, id, turn };
}

/** No picture of the seller comes whole, until they behave. */
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

test('while the pictures cannot be had it waits and says so, and then copies them in their order', async () => {
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

test('a photo is copied once, whoever does it again', async () => {
  const one = await beforePhotos({ anuncios: 10, fotos: 2 });
  await Promise.all([shop.run(one.id), shop.run(one.id)]);
  expect((await shop.turnOf(one.id))?.['situacao']).toBe('concluida');
  const photos = await photosOf(one.id);
  const produtos = await produtosWith(one.ana.empresaId);
  const shown = produtos.flatMap(({ fotos }) => fotos);
  expect(shown).toHaveLength(photos.filter(({ situacao }) => situacao === 'feita').length);
  expect(new Set(shown).size).toBe(shown.length);
});

test('what a person does to a produto meanwhile stays', async () => {
  const one = await beforePhotos({ anuncios: 12, fotos: 2 });
  const [first, second] = [...new Set((await photosOf(one.id)).map(({ produto_id }) => String(produto_id)))];
  const produto = (await one.ana.get(`/api/produtos/${first}`)).json();
  await one.ana.put(`/api/produtos/${first}`, { ...formOf(produto), nome: 'Meu nome' });
  await one.ana.delete(`/api/produtos/${second}`);
  await shop.run(one.id);
  expect((await shop.turnOf(one.id))?.['situacao']).toBe('concluida');
  const after = (await one.ana.get(`/api/produtos/${first}`)).json();
  expect(after.nome).toBe('Meu nome');
  expect((await photosOf(one.id)).filter(({ produto_id }) => produto_id === second)).toEqual([]);
});

test('without room the photos are refused in words, and the produtos stay', async () => {
  const one = await beforePhotos({ anuncios: 10, fotos: 1 });
  expect(await fotosBatch({ ...shop.parts, quotaBytes: 0 }, one.turn)).toBe('more');
  expect(await fotosBatch({ ...shop.parts, quotaBytes: 0 }, one.turn)).toBe('done');
  for (const { situacao, motivo } of await photosOf(one.id))
    expect([situacao, motivo]).toEqual(['recusada', expect.stringMatching(/espaço para imagens/)]);
});

test('a few that never come are given up after some tries', async () => {
  const one = await beforePhotos({ anuncios: 8, fotos: 1 });
  await spoil(one.seller, '500');
  for (let n = 0; n < 5; n++) await shop.run(one.id);
  await behave();
  const refused = await photosOf(one.id);
  expect(refused.length).toBeGreaterThan(0);
  for (const { situacao, motivo, tentativas } of refused)
    expect([situacao, motivo, tentativas]).toEqual(['recusada', expect.stringMatching(/não entregou/), 5]);
  await shop.run(one.id);
  expect((await shop.turnOf(one.id))?.['situacao']).toBe('concluida');
});

test('only pictures of the marketplace are asked for, and only images are kept', async () => {
  const images = openImages();
  const host = new URL(sandbox.url).host;
  const parts = { images, storage, pictureHosts: [host] };
  const copy = (url: string) => copyFoto(parts, url, 'publico/x/y.webp');
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
