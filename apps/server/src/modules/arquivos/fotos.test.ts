import { randomUUID } from 'node:crypto';
import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import type { Produto } from '@prumo/contract/produtos.ts';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { openMedia } from '#platform/http/media.ts';
import { type JobHandler, openJobs } from '#platform/jobs/jobs.ts';
import { openLog } from '#platform/log.ts';
import { publicKey, type Storage, thumbnailKey, trashKey } from '#platform/outside/storage.ts';
import type { Client } from '#testing/harness.ts';
import { aProduto, formOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { arquivosHandlers, followArquivos, purgeArquivo } from './arquivos.job.ts';

const { anEmpresa, config, openPool, storage, sql } = await testApp();
const db = openPool(2);
const media = await openMedia({ storage });
const jobs = await openJobs({ url: config.DATABASE_URL, worker: false, log: openLog('silent') });
const handlers = arquivosHandlers({ db, urgentDb: db, storage, jobs });
afterAll(async () => {
  await media.close();
  await jobs.close();
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

/** Requests a public address without a session. */
const open = (url: string) => media.inject({ url: new URL(url).pathname });
const statusesOf = async (url: string) => [
  (await open(url)).statusCode,
  (await open(thumbnailOf(url))).statusCode,
];

/** Runs a job now, as the worker does when the job is due. */
async function run(kind: { name: string }, ana: Ana, arquivoId?: string): Promise<void> {
  const handler = handlers.find((each: JobHandler) => each.kind.name === kind.name);
  await handler?.run({ empresa_id: ana.empresaId, arquivo_id: arquivoId } as never);
}

/** Whether a move of the object is still due. */
const isDue = async (arquivoId: string) =>
  (await sql('select mover_em is not null as due from arquivos where id = $1', [arquivoId]))[0]?.due;

/** The jobs of the empresa that no worker has taken. */
const waiting = async ({ empresaId }: Ana) =>
  (await sql("select from pgboss.job where group_id = $1 and state = 'created'", [empresaId])).length;

const save = (client: Client, produto: Produto, fotos: string[]) =>
  client.put(`/api/produtos/${produto.id}`, { ...formOf(produto), fotos });

describe('uploading a photo', () => {
  test('[ARQ-02] [ARQ-03] stores it and a thumbnail under the empresa and a time-ordered id, and both can be read', async () => {
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

  test('does not enlarge a small photo', async () => {
    const ana = await anEmpresa();
    const { url } = await aFoto(ana, await picture(40, 20));
    for (const each of [url, thumbnailOf(url)]) {
      const { width, height } = await sharp((await open(each)).rawPayload).metadata();
      expect([width, height]).toEqual([40, 20]);
    }
  });

  test('[ARQ-05] refuses a file that is no image and stores nothing', async () => {
    const ana = await anEmpresa();
    for (const file of [Buffer.from('<html><script>alert(1)</script>'), Buffer.from('%PDF-1.7')]) {
      const refused = await ana.upload('/api/arquivos/fotos', file);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().mensagem).toMatch(/não é uma imagem/);
    }
    expect(await sql('select from arquivos where empresa_id = $1', [ana.empresaId])).toEqual([]);
  });

  test('[ARQ-05] all photos that a produto can have are accepted, three concurrently as the page sends them', async () => {
    const ana = await anEmpresa();
    const file = await picture(1800, 1200);
    const urls: string[] = [];
    const sendTen = async () => {
      for (let n = 0; n < 10; n++) urls.push((await aFoto(ana, file)).url);
    };
    await Promise.all([sendTen(), sendTen(), sendTen()]);
    expect(new Set(urls).size).toBe(30);
    expect((await aProduto(ana, { fotos: urls })).fotos).toEqual(urls);
  });
});

describe('the photos of a produto', () => {
  test('keep the order in which they are sent, without duplicates', async () => {
    const ana = await anEmpresa();
    const [a, b, c] = [(await aFoto(ana)).url, (await aFoto(ana)).url, (await aFoto(ana)).url];
    const produto = await aProduto(ana, { fotos: [a, b, c] });
    const saved = await save(ana, produto, [c, a, b, c]);
    expect(saved.json().fotos).toEqual([c, a, b]);
    const [item] = (await ana.get('/api/produtos')).json().itens;
    expect(item.fotos).toEqual([c, a, b]);
  });

  test('can only be photo uploads of the same empresa', async () => {
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

  test('cannot be removed by another empresa', async () => {
    const ana = await anEmpresa();
    const foto = await aFoto(ana);
    const refused = await (await anEmpresa()).delete(`/api/arquivos/fotos/${foto.id}`);
    expect(refused.statusCode).toBe(404);
    await run(followArquivos, ana);
    expect(await statusesOf(foto.url)).toEqual([200, 200]);
  });
});

describe('removing a photo', () => {
  test('[ARQ-04] removes it from its produto as a change that can be undone, and its address stops working', async () => {
    const ana = await anEmpresa();
    const [kept, gone] = [await aFoto(ana), await aFoto(ana)];
    const produto = await aProduto(ana, { fotos: [gone.url, kept.url] });
    const removed = await ana.delete(`/api/arquivos/fotos/${gone.id}`);
    expect(removed.json()).toEqual({ lote: expect.any(String), produto: { id: produto.id, versao: 2 } });
    expect((await ana.get(`/api/produtos/${produto.id}`)).json()).toMatchObject({
      fotos: [kept.url],
      versao: 2,
    });
    expect(await isDue(gone.id)).toBe(true);
    await run(followArquivos, ana);
    expect(await statusesOf(gone.url)).toEqual([404, 404]);
    expect(await statusesOf(kept.url)).toEqual([200, 200]);

    // The open form continues with the version in the response.
    expect((await save(ana, { ...produto, versao: 2 }, [kept.url])).statusCode).toBe(200);
    const again = await aFoto(ana);
    await save(ana, { ...produto, versao: 3 }, [kept.url, again.url]);
    const { lote } = (await ana.delete(`/api/arquivos/fotos/${again.id}`)).json();
    await run(followArquivos, ana);
    expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(200);
    await run(followArquivos, ana);
    expect((await ana.get(`/api/produtos/${produto.id}`)).json().fotos).toEqual([kept.url, again.url]);
    expect(await statusesOf(again.url)).toEqual([200, 200]);
  });

  test('[ARQ-04] also works for a photo that no produto shows', async () => {
    const ana = await anEmpresa();
    const foto = await aFoto(ana);
    const removed = await ana.delete(`/api/arquivos/fotos/${foto.id}`);
    expect(removed.json()).toEqual({ lote: expect.any(String), produto: null });
    await run(followArquivos, ana);
    expect(await statusesOf(foto.url)).toEqual([404, 404]);
  });

  test('does not remove a logo', async () => {
    const ana = await anEmpresa();
    const logo = (await ana.upload('/api/arquivos/logos', await picture())).json();
    expect((await ana.delete(`/api/arquivos/fotos/${logo.id}`)).statusCode).toBe(404);
  });
});

describe('the life of a photo', () => {
  test('photo and thumbnail go to the trash with their produto, return with the undo, and are removed after 30 days', async () => {
    const ana = await anEmpresa();
    const foto = await aFoto(ana);
    const { id } = await aProduto(ana, { fotos: [foto.url] });
    const { lote } = (await ana.delete(`/api/produtos/${id}`)).json();
    await run(followArquivos, ana);
    expect(await statusesOf(foto.url)).toEqual([404, 404]);
    expect((await ana.get('/api/produtos/lixeira')).json().itens[0].registro.fotos).toEqual([foto.url]);

    await ana.post(`/api/historico/${lote}/desfazer`);
    await run(followArquivos, ana);
    expect(await statusesOf(foto.url)).toEqual([200, 200]);

    await ana.delete(`/api/produtos/${id}`);
    await run(followArquivos, ana);
    await run(purgeArquivo, ana, foto.id);
    const trashed = trashKey(ana.empresaId, foto.id);
    expect(await storage.exists(thumbnailKey(trashed))).toBe(true);
    await sql("update arquivos set lixeira_desde = now() - interval '31 days' where id = $1", [foto.id]);
    await run(purgeArquivo, ana, foto.id);
    for (const key of [trashed, thumbnailKey(trashed)]) expect(await storage.exists(key)).toBe(false);
  });

  test('a photo that a save omits is trashed, and a photo that only changes its position stays', async () => {
    const ana = await anEmpresa();
    const [a, b] = [await aFoto(ana), await aFoto(ana)];
    const produto = await aProduto(ana, { fotos: [a.url, b.url] });
    await save(ana, produto, [b.url]);
    expect([await isDue(a.id), await isDue(b.id)]).toEqual([true, false]);
    await run(followArquivos, ana);
    expect(await statusesOf(a.url)).toEqual([404, 404]);
  });

  test('an upload that no produto uses is removed with its thumbnail after a day, and an upload in use stays', async () => {
    const ana = await anEmpresa();
    const [unused, used] = [await aFoto(ana), await aFoto(ana)];
    await aProduto(ana, { fotos: [used.url] });
    for (const { id } of [unused, used]) await run(purgeArquivo, ana, id);
    expect(await statusesOf(unused.url)).toEqual([404, 404]);
    expect(await statusesOf(used.url)).toEqual([200, 200]);
  });

  test('objects whose upload never finished are removed', async () => {
    const ana = await anEmpresa();
    const id = randomUUID();
    const key = publicKey(ana.empresaId, id);
    for (const each of [key, thumbnailKey(key)]) await storage.put(each, await picture(), 'image/webp');
    await run(purgeArquivo, ana, id);
    for (const each of [key, thumbnailKey(key)]) expect(await storage.exists(each)).toBe(false);
  });
});

test('concurrent saves of produtos with the same photo do not deadlock', async () => {
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

test('after two concurrent saves that keep and remove a photo, the photo is where the last save put it', async () => {
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

test('a produto keeps a photo that is saved under an older address of the image host', async () => {
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

test('fourteen saves that toggle thirty photos leave two jobs, and the photos end where the last save put them', async () => {
  const ana = await anEmpresa();
  const file = await picture();
  const fotos = await Promise.all(Array.from({ length: 30 }, () => aFoto(ana, file)));
  const urls = fotos.map(({ url }) => url);
  let produto = await aProduto(ana, { fotos: urls });
  const uploads = await waiting(ana);
  for (let n = 0; n < 14; n++) {
    const saved = await save(ana, produto, n % 2 === 0 ? [] : urls);
    expect(saved.statusCode, saved.body).toBe(200);
    produto = saved.json();
  }
  expect((await waiting(ana)) - uploads).toBeLessThanOrEqual(2);
  await run(followArquivos, ana);
  expect(await statusesOf(urls[29] ?? '')).toEqual([200, 200]);
  await save(ana, produto, []);
  await run(followArquivos, ana);
  for (const url of urls) expect(await statusesOf(url)).toEqual([404, 404]);
});

describe('a job that moves photos', () => {
  /** Saves a produto without its photos, so that their moves are due. */
  async function letGo(count: number) {
    const ana = await anEmpresa();
    const fotos = await Promise.all(Array.from({ length: count }, () => aFoto(ana)));
    const produto = await aProduto(ana, { fotos: fotos.map(({ url }) => url) });
    const emptied = await save(ana, produto, []);
    return { ana, fotos, produto: emptied.json() as Produto };
  }
  const follow = (ana: Ana, move: Storage['move']) =>
    arquivosHandlers({ db, urgentDb: db, jobs, storage: { ...storage, move } })
      .find(({ kind }) => kind.name === followArquivos.name)
      ?.run({ empresa_id: ana.empresaId } as never);

  test('that is killed in the middle leaves the rest to the next job once its lease has ended', async () => {
    const { ana, fotos } = await letGo(3);
    let moves = 0;
    const dies = new Promise<never>(() => {});
    // The job stops permanently in the middle of its moves, as in a killed process.
    void follow(ana, (from, to) => (++moves > 2 ? dies : storage.move(from, to)));
    await expect.poll(() => moves).toBeGreaterThan(2);
    await run(followArquivos, ana);
    expect(await Promise.all(fotos.map(({ id }) => isDue(id)))).toContain(true);
    await sql('update arquivos set mover_em = now() where empresa_id = $1 and mover_em is not null', [
      ana.empresaId,
    ]);
    await run(followArquivos, ana);
    for (const { url } of fotos) expect(await statusesOf(url)).toEqual([404, 404]);
    expect(await Promise.all(fotos.map(({ id }) => isDue(id)))).toEqual([false, false, false]);
  });

  test('moves the other photos when the store refuses one, and fails so that it is retried', async () => {
    const { ana, fotos } = await letGo(12);
    const [refused] = fotos;
    const move: Storage['move'] = (from, to) =>
      from.includes(refused?.id ?? '') ? Promise.reject(new Error('refused')) : storage.move(from, to);
    await expect(follow(ana, move)).rejects.toThrow('refused');
    const open = await Promise.all(fotos.map(async ({ url }) => (await statusesOf(url))[0]));
    expect(open).toEqual([200, ...Array(11).fill(404)]);
    await run(followArquivos, ana);
    expect(await statusesOf(refused?.url ?? '')).toEqual([404, 404]);
  });

  test('moves a photo back that was used again during the move', async () => {
    const { ana, fotos, produto } = await letGo(1);
    let isSaved = false;
    await follow(ana, async (from, to) => {
      await storage.move(from, to);
      if (isSaved) return;
      isSaved = true;
      const kept = await save(
        ana,
        produto,
        fotos.map(({ url }) => url),
      );
      expect(kept.statusCode, kept.body).toBe(200);
    });
    await run(followArquivos, ana);
    expect(await statusesOf(fotos[0]?.url ?? '')).toEqual([200, 200]);
  });

  test('does not move a photo that another job is moving, because two concurrent moves would lose it', async () => {
    const { ana, fotos, produto } = await letGo(1);
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = follow(ana, async (from, to) => {
      begun.resolve();
      await goesOn.promise;
      await storage.move(from, to);
    });
    await begun.promise;
    await save(
      ana,
      produto,
      fotos.map(({ url }) => url),
    );
    let moves = 0;
    await follow(ana, async () => void moves++);
    expect(moves).toBe(0);
    goesOn.resolve();
    await first;
    await run(followArquivos, ana);
    expect(await statusesOf(fotos[0]?.url ?? '')).toEqual([200, 200]);
  });
});
