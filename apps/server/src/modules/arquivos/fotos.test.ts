import { randomUUID } from 'node:crypto';
import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import type { Produto } from '@prumo/contract/produtos.ts';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db.ts';
import type { JobHandler } from '#platform/jobs.ts';
import { openMedia } from '#platform/media.ts';
import { publicKey, thumbnailKey, trashKey } from '#platform/storage.ts';
import type { Client } from '#testing/harness.ts';
import { aProduto, formOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { arquivosHandlers, followArquivo, purgeArquivo } from './arquivos.job.ts';

const { anEmpresa, config, storage, sql } = await testApp();
const db = openDatabase({ url: config.DATABASE_URL, pool: 2, onError: () => {} });
const media = await openMedia({ storage });
const handlers = arquivosHandlers({ db, storage });
afterAll(async () => {
  await media.close();
  await db.close();
});

type Ana = Awaited<ReturnType<typeof anEmpresa>>;

const picture = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#3355aa' } })
    .jpeg()
    .toBuffer();

async function aFoto(client: Client, file?: Buffer): Promise<{ id: string; url: string; bytes: number }> {
  const response = await client.upload('/api/arquivos/fotos', file ?? (await picture()));
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

/** What anybody gets at a public address. */
const open = (url: string) => media.inject({ url: new URL(url).pathname });
const statusesOf = async (url: string) => [
  (await open(url)).statusCode,
  (await open(thumbnailOf(url))).statusCode,
];

/** Runs a job now, as the worker would when its time has come. */
async function run(kind: { name: string }, ana: Ana, arquivoId: string): Promise<void> {
  const handler = handlers.find((each: JobHandler) => each.kind.name === kind.name);
  await handler?.run({ empresa_id: ana.empresaId, arquivo_id: arquivoId } as never);
}

const announced = async (kind: { name: string }, arquivoId: string) =>
  (await sql("select from pgboss.job where name = $1 and data->>'arquivo_id' = $2", [kind.name, arquivoId]))
    .length;

const save = (client: Client, produto: Produto, fotos: string[]) =>
  client.put(`/api/produtos/${produto.id}`, { ...formOf(produto), fotos });

describe('uploading a photo', () => {
  test('[ARQ-02] [ARQ-03] stores it and a thumbnail under the empresa and an id that carries the time; both open', async () => {
    const ana = await anEmpresa();
    const before = Date.now();
    const foto = await aFoto(ana, await picture(3200, 2400));
    expect(foto).toMatchObject({ largura: 1600, altura: 1200 });
    expect(foto.url).toBe(`http://media.test/publico/${ana.empresaId}/${foto.id}.webp`);
    expect(foto.id[14]).toBe('7');
    const made = Number.parseInt(foto.id.replace('-', '').slice(0, 12), 16);
    expect(made).toBeGreaterThanOrEqual(before - 1000);
    expect(made).toBeLessThanOrEqual(Date.now() + 1000);
    const sizes = [];
    let bytes = 0;
    for (const url of [foto.url, thumbnailOf(foto.url)]) {
      const answer = await open(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('image/webp');
      const { format, width, height } = await sharp(answer.rawPayload).metadata();
      sizes.push([format, width, height]);
      bytes += answer.rawPayload.length;
    }
    expect(sizes).toEqual([
      ['webp', 1600, 1200],
      ['webp', 320, 240],
    ]);
    expect(foto.bytes).toBe(bytes);
    const { fotos } = await aProduto(ana, { fotos: [foto.url] });
    expect(fotos).toEqual([foto.url]);
  });

  test('a small one is not enlarged', async () => {
    const ana = await anEmpresa();
    const { url } = await aFoto(ana, await picture(40, 20));
    for (const each of [url, thumbnailOf(url)]) {
      const { width, height } = await sharp((await open(each)).rawPayload).metadata();
      expect([width, height]).toEqual([40, 20]);
    }
  });

  test('[ARQ-05] a file that is no image is not stored, whatever it says it is', async () => {
    const ana = await anEmpresa();
    for (const file of [Buffer.from('<html><script>alert(1)</script>'), Buffer.from('%PDF-1.7')]) {
      const refused = await ana.upload('/api/arquivos/fotos', file);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().mensagem).toMatch(/não é uma imagem/);
    }
    expect(await sql('select from arquivos where empresa_id = $1', [ana.empresaId])).toEqual([]);
  });

  test('[ARQ-05] all photos a produto can have are taken at once', async () => {
    const ana = await anEmpresa();
    const file = await picture(1800, 1200);
    const fotos = await Promise.all(Array.from({ length: 30 }, () => aFoto(ana, file)));
    const urls = fotos.map(({ url }) => url);
    expect(new Set(urls).size).toBe(30);
    expect((await aProduto(ana, { fotos: urls })).fotos).toEqual(urls);
  });
});

describe('the photos of a produto', () => {
  test('are kept in the order they are sent, each once', async () => {
    const ana = await anEmpresa();
    const [a, b, c] = [(await aFoto(ana)).url, (await aFoto(ana)).url, (await aFoto(ana)).url];
    const produto = await aProduto(ana, { fotos: [a, b, c] });
    const saved = await save(ana, produto, [c, a, b, c]);
    expect(saved.json().fotos).toEqual([c, a, b]);
    const [item] = (await ana.get('/api/produtos')).json().itens;
    expect(item.fotos).toEqual([c, a, b]);
  });

  test('are our own uploads of photos and nothing else', async () => {
    const ana = await anEmpresa();
    const foto = await aFoto(ana);
    const produto = await aProduto(ana, { fotos: [foto.url] });
    const foreign = await aFoto(await anEmpresa());
    const logo = (await ana.upload('/api/arquivos/logos', await picture())).json();
    for (const url of [
      foreign.url,
      logo.url,
      thumbnailOf(foto.url),
      `https://exemplo.com.br/${foto.id}.webp`,
      foto.url.replace(foto.id, randomUUID()),
      foto.url.replace(ana.empresaId, randomUUID()),
      'https://exemplo.com.br/foto.jpg',
    ]) {
      const refused = await save(ana, produto, [foto.url, url]);
      expect(refused.statusCode, url).toBe(422);
      expect(refused.json().campos).toEqual({
        fotos: 'Uma das fotos não está mais guardada. Remova-a e envie o arquivo de novo.',
      });
    }
  });

  test('a photo of another empresa is not found, and stays', async () => {
    const ana = await anEmpresa();
    const foto = await aFoto(ana);
    const refused = await (await anEmpresa()).delete(`/api/arquivos/fotos/${foto.id}`);
    expect(refused.statusCode).toBe(404);
    await run(followArquivo, ana, foto.id);
    expect(await statusesOf(foto.url)).toEqual([200, 200]);
  });
});

describe('removing a photo', () => {
  test('[ARQ-04] takes it out of its produto as a change that can be undone; its address then opens no more', async () => {
    const ana = await anEmpresa();
    const [kept, gone] = [await aFoto(ana), await aFoto(ana)];
    const produto = await aProduto(ana, { fotos: [gone.url, kept.url] });
    const removed = await ana.delete(`/api/arquivos/fotos/${gone.id}`);
    expect(removed.json()).toEqual({ lote: expect.any(String), produto: { id: produto.id, versao: 2 } });
    expect((await ana.get(`/api/produtos/${produto.id}`)).json()).toMatchObject({
      fotos: [kept.url],
      versao: 2,
    });
    expect(await announced(followArquivo, gone.id)).toBe(1);
    await run(followArquivo, ana, gone.id);
    expect(await statusesOf(gone.url)).toEqual([404, 404]);
    expect(await statusesOf(kept.url)).toEqual([200, 200]);

    // The open form goes on from the version it was told.
    expect((await save(ana, { ...produto, versao: 2 }, [kept.url])).statusCode).toBe(200);
    const again = await aFoto(ana);
    await save(ana, { ...produto, versao: 3 }, [kept.url, again.url]);
    const { lote } = (await ana.delete(`/api/arquivos/fotos/${again.id}`)).json();
    await run(followArquivo, ana, again.id);
    expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(200);
    await run(followArquivo, ana, again.id);
    expect((await ana.get(`/api/produtos/${produto.id}`)).json().fotos).toEqual([kept.url, again.url]);
    expect(await statusesOf(again.url)).toEqual([200, 200]);
  });

  test('[ARQ-04] one that no produto shows yet goes too', async () => {
    const ana = await anEmpresa();
    const foto = await aFoto(ana);
    const removed = await ana.delete(`/api/arquivos/fotos/${foto.id}`);
    expect(removed.json()).toEqual({ lote: expect.any(String), produto: null });
    await run(followArquivo, ana, foto.id);
    expect(await statusesOf(foto.url)).toEqual([404, 404]);
  });

  test('a logo is no photo', async () => {
    const ana = await anEmpresa();
    const logo = (await ana.upload('/api/arquivos/logos', await picture())).json();
    expect((await ana.delete(`/api/arquivos/fotos/${logo.id}`)).statusCode).toBe(404);
  });
});

describe('the life of a photo', () => {
  test('photo and thumbnail go to the trash with their produto, come back with the undo, and end after 30 days', async () => {
    const ana = await anEmpresa();
    const foto = await aFoto(ana);
    const { id } = await aProduto(ana, { fotos: [foto.url] });
    const { lote } = (await ana.delete(`/api/produtos/${id}`)).json();
    await run(followArquivo, ana, foto.id);
    expect(await statusesOf(foto.url)).toEqual([404, 404]);
    expect((await ana.get('/api/produtos/lixeira')).json().itens[0].registro.fotos).toEqual([foto.url]);

    await ana.post(`/api/historico/${lote}/desfazer`);
    await run(followArquivo, ana, foto.id);
    expect(await statusesOf(foto.url)).toEqual([200, 200]);

    await ana.delete(`/api/produtos/${id}`);
    await run(followArquivo, ana, foto.id);
    await run(purgeArquivo, ana, foto.id);
    const trashed = trashKey(ana.empresaId, foto.id);
    expect(await storage.exists(thumbnailKey(trashed))).toBe(true);
    await sql("update arquivos set lixeira_desde = now() - interval '31 days' where id = $1", [foto.id]);
    await run(purgeArquivo, ana, foto.id);
    for (const key of [trashed, thumbnailKey(trashed)]) expect(await storage.exists(key)).toBe(false);
  });

  test('one that a save leaves out goes, one that is only moved stays', async () => {
    const ana = await anEmpresa();
    const [a, b] = [await aFoto(ana), await aFoto(ana)];
    const produto = await aProduto(ana, { fotos: [a.url, b.url] });
    await save(ana, produto, [b.url]);
    expect([await announced(followArquivo, a.id), await announced(followArquivo, b.id)]).toEqual([1, 0]);
    await run(followArquivo, ana, a.id);
    expect(await statusesOf(a.url)).toEqual([404, 404]);
  });

  test('an upload no produto took after a day is removed with its thumbnail; one in use stays', async () => {
    const ana = await anEmpresa();
    const [unused, used] = [await aFoto(ana), await aFoto(ana)];
    await aProduto(ana, { fotos: [used.url] });
    for (const { id } of [unused, used]) await run(purgeArquivo, ana, id);
    expect(await statusesOf(unused.url)).toEqual([404, 404]);
    expect(await statusesOf(used.url)).toEqual([200, 200]);
  });

  test('objects whose upload never finished are removed too', async () => {
    const ana = await anEmpresa();
    const id = randomUUID();
    const key = publicKey(ana.empresaId, id);
    for (const each of [key, thumbnailKey(key)]) await storage.put(each, await picture(), 'image/webp');
    await run(purgeArquivo, ana, id);
    for (const each of [key, thumbnailKey(key)]) expect(await storage.exists(each)).toBe(false);
  });
});

test('produtos saved at once with the same photo do not wait for each other', async () => {
  const ana = await anEmpresa();
  const { categoria_id, marca_id, fornecedor_id } = await aProduto(ana);
  const { id, url } = await aFoto(ana);
  const shared = { categoria_id, marca_id, fornecedor_id, fotos: [url] };
  const produtos = await Promise.all([1, 2, 3, 4].map(() => aProduto(ana, shared)));
  expect(new Set(produtos.map(({ fotos }) => fotos[0]))).toEqual(new Set([url]));
  const removed = await ana.delete(`/api/arquivos/fotos/${id}`);
  expect(removed.statusCode, removed.body).toBe(200);
  for (const produto of produtos)
    expect((await ana.get(`/api/produtos/${produto.id}`)).json()).toMatchObject({ fotos: [], versao: 2 });
});

test('of a save that keeps a photo and one that removes it, whichever comes last decides where the photo is', async () => {
  const ana = await anEmpresa();
  for (let round = 0; round < 5; round++) {
    const { id, url } = await aFoto(ana);
    const produto = await aProduto(ana, { fotos: [url] });
    await Promise.all([save(ana, produto, []), save(ana, produto, [url])]);
    const { fotos } = (await ana.get(`/api/produtos/${produto.id}`)).json();
    const [arquivo] = await sql('select lixeira_desde from arquivos where id = $1', [id]);
    expect(arquivo?.lixeira_desde === null).toBe(fotos.length === 1);
  }
});

test('a photo kept under an older address of the image host is still the produto’s own', async () => {
  const ana = await anEmpresa();
  const { id, url } = await aFoto(ana);
  const produto = await aProduto(ana, { fotos: [url] });
  const older = `https://antigo.exemplo${new URL(url).pathname}`;
  const keepOlder = () =>
    sql(
      `with who as (select set_config('app.lote', $3, true), set_config('app.user_id', $3, true))
       update produtos set fotos = array[$2] from who where id = $1`,
      [produto.id, older, randomUUID()],
    );
  await keepOlder();
  const saved = await save(ana, produto, [older]);
  expect(saved.json().fotos).toEqual([url]);
  await keepOlder();
  await ana.delete(`/api/arquivos/fotos/${id}`);
  expect((await ana.get(`/api/produtos/${produto.id}`)).json().fotos).toEqual([]);
});
