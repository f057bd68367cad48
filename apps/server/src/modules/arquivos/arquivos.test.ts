import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { type JobHandler, openJobs } from '#platform/jobs/jobs.ts';
import { openLog } from '#platform/log.ts';
import { publicKey, trashKey } from '#platform/outside/storage.ts';
import { testApp } from '#testing/test-app.ts';
import { arquivosHandlers, emptyLixeira, followArquivos, purgeArquivo } from './arquivos.job.ts';
import { REFERENCES } from './arquivos.queries.ts';

const { anEmpresa, config, openPool, storage, sql } = await testApp({ IMAGE_QUOTA_BYTES: '20000' });
const db = openPool(2);
const jobs = await openJobs({ url: config.DATABASE_URL, worker: false, log: openLog('silent') });
afterAll(() => jobs.close());
const handlers = arquivosHandlers({ db, urgentDb: db, storage, jobs });

const photo = (side = 400) =>
  sharp({ create: { width: side, height: side / 2, channels: 3, background: '#3355aa' } })
    .withExif({ IFD0: { Artist: 'Fulano', Copyright: 'segredo' } })
    .jpeg()
    .toBuffer();

/** Runs a job now, as the worker does when the job is due. */
async function run(kind: { name: string }, empresaId: string, arquivoId?: string): Promise<void> {
  const handler = handlers.find((each: JobHandler) => each.kind.name === kind.name);
  await handler?.run({ empresa_id: empresaId, arquivo_id: arquivoId } as never);
}

const inTrash = async (arquivoId: string) =>
  (await sql('select lixeira_desde is not null as trashed from arquivos where id = $1', [arquivoId]))[0]
    ?.trashed;

const queued = (kind: { name: string }, arquivoId: string) =>
  sql(
    "select start_after > now() + interval '20 hours' as later from pgboss.job where name = $1 and data->>'arquivo_id' = $2",
    [kind.name, arquivoId],
  );

const waiting = (kind: { name: string }, empresaId: string) =>
  sql('select from pgboss.job where name = $1 and group_id = $2', [kind.name, empresaId]);

async function aLogo() {
  const ana = await anEmpresa();
  const logo = (await ana.upload('/api/arquivos/logos', await photo())).json();
  return { ana, logo, open: publicKey(ana.empresaId, logo.id), trashed: trashKey(ana.empresaId, logo.id) };
}

describe('uploading a logo', () => {
  test('[ARQ-01] stores the re-encoded image under a random name and returns its public URL', async () => {
    const { ana, logo, open } = await aLogo();
    expect(logo).toMatchObject({ largura: 400, altura: 200 });
    expect(logo.url).toBe(`http://media.test/publico/${ana.empresaId}/${logo.id}.webp`);
    const stored = await storage.read(open);
    const bytes = Buffer.concat((await stored?.stream.toArray()) ?? []);
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes('segredo')).toBe(false);
  });

  test('refuses a file that is no image with a message and stores nothing', async () => {
    const ana = await anEmpresa();
    for (const file of [
      Buffer.from('<html><script>alert(1)</script>'),
      Buffer.from('%PDF-1.7'),
      Buffer.alloc(0),
    ]) {
      const refused = await ana.upload('/api/arquivos/logos', file);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().mensagem).toMatch(/imagem/);
    }
    expect(await sql('select from arquivos where empresa_id = $1', [ana.empresaId])).toHaveLength(0);
  });

  test('refuses a body of more than 10 MB before reading it', async () => {
    const ana = await anEmpresa();
    const refused = await ana.upload('/api/arquivos/logos', Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(refused.statusCode).toBe(422);
    expect(refused.json().mensagem).toContain('10 MB');
  });

  test('stores one image for two requests with one key', async () => {
    const ana = await anEmpresa();
    const key = { 'idempotency-key': randomUUID() };
    const file = await photo();
    const [first, second] = [
      await ana.upload('/api/arquivos/logos', file, key),
      await ana.upload('/api/arquivos/logos', file, key),
    ];
    expect(first.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect(await sql('select from arquivos where empresa_id = $1', [ana.empresaId])).toHaveLength(1);
  });

  const objectsOf = async (empresaId: string) => {
    const { root } = config.STORAGE as { root: string }; // The test harness stores files in a folder.
    return (await readdir(join(root, 'publico', empresaId)).catch(() => [])).length;
  };

  test('stores one image for many requests with one key, with equal or different bytes', async () => {
    const ana = await anEmpresa();
    const key = { 'idempotency-key': randomUUID() };
    const files = [await photo(), await photo(), await photo(500), await photo(600)];
    const first = await ana.upload('/api/arquivos/logos', files[0] ?? Buffer.alloc(0), key);
    const later = await Promise.all(files.map((file) => ana.upload('/api/arquivos/logos', file, key)));
    expect([first, ...later].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 422, 422]);
    expect(await objectsOf(ana.empresaId)).toBe(1);
    expect(await sql('select from arquivos where empresa_id = $1', [ana.empresaId])).toHaveLength(1);
  });

  test('stores one image for concurrent requests with one key', async () => {
    const ana = await anEmpresa();
    const key = { 'idempotency-key': randomUUID() };
    const [same, other] = [await photo(), await photo(500)];
    const sent = await Promise.all(
      [same, same, other, same].map((file) => ana.upload('/api/arquivos/logos', file, key)),
    );
    expect(new Set(sent.flatMap((each) => (each.statusCode === 201 ? each.json().id : []))).size).toBe(1);
    expect(await objectsOf(ana.empresaId)).toBe(1);
    expect(await sql('select from arquivos where empresa_id = $1', [ana.empresaId])).toHaveLength(1);
  });

  test('keeps concurrent uploads within the quota', async () => {
    const ana = await anEmpresa();
    const { bytes } = (await ana.upload('/api/arquivos/logos', await photo())).json();
    // The quota has room for two more images.
    await sql(
      "insert into arquivos (empresa_id, user_id, tipo, largura, altura, bytes) values ($1, $2, 'logo', 1, 1, $3)",
      [ana.empresaId, ana.userId, 20_000 - 3 * bytes],
    );
    const file = await photo();
    const sent = await Promise.all([1, 2, 3, 4].map(() => ana.upload('/api/arquivos/logos', file)));
    expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409]);
    expect(await objectsOf(ana.empresaId)).toBe(3);
  });

  test('counts an image whose object could not be stored until its job removes it', async () => {
    const ana = await anEmpresa();
    const { root } = config.STORAGE as { root: string }; // The test harness stores files in a folder.
    await mkdir(join(root, 'publico'), { recursive: true });
    await writeFile(join(root, 'publico', ana.empresaId), 'in the way');
    expect((await ana.upload('/api/arquivos/logos', await photo())).statusCode).toBe(503);
    const [row] = await sql('select id from arquivos where empresa_id = $1', [ana.empresaId]);
    expect(await queued(purgeArquivo, row?.id)).toEqual([{ later: true }]);
    await rm(join(root, 'publico', ana.empresaId));
    await run(purgeArquivo, ana.empresaId, row?.id);
    expect(await sql('select from arquivos where empresa_id = $1', [ana.empresaId])).toHaveLength(0);
  });

  test('is refused with a message when the empresa has used up its space', async () => {
    const ana = await anEmpresa();
    await sql(
      "insert into arquivos (empresa_id, user_id, tipo, largura, altura, bytes) values ($1, $2, 'logo', 1, 1, 20000)",
      [ana.empresaId, ana.userId],
    );
    const refused = await ana.upload('/api/arquivos/logos', await photo());
    expect(refused.statusCode).toBe(409);
    expect(refused.json().mensagem).toContain('espaço');
  });
});

describe('the life of a logo', () => {
  test('an upload without a reference is removed after a day, and an upload in use stays', async () => {
    const { ana, logo, open } = await aLogo();
    expect(await queued(purgeArquivo, logo.id)).toEqual([{ later: true }]);
    await run(purgeArquivo, ana.empresaId, logo.id);
    expect(await storage.exists(open)).toBe(false);
    expect(await sql('select from arquivos where id = $1', [logo.id])).toHaveLength(0);

    const used = await aLogo();
    await used.ana.post('/api/marcas', { nome: 'Bosch', descricao: null, logo_url: used.logo.url });
    await run(purgeArquivo, used.ana.empresaId, used.logo.id);
    expect(await storage.exists(used.open)).toBe(true);
    expect(await sql('select from arquivos where id = $1', [used.logo.id])).toHaveLength(1);
  });

  test('an object whose upload never finished is removed', async () => {
    const ana = await anEmpresa();
    const id = randomUUID();
    await storage.put(publicKey(ana.empresaId, id), await photo(), 'image/webp');
    await run(purgeArquivo, ana.empresaId, id);
    expect(await storage.exists(publicKey(ana.empresaId, id))).toBe(false);
  });

  test('a logo goes to the trash with its marca, returns with the undo, and is removed after 30 days', async () => {
    const { ana, logo, open, trashed } = await aLogo();
    const input = { nome: 'Bosch', descricao: null, logo_url: logo.url };
    const { id } = (await ana.post('/api/marcas', input)).json();
    const { lote } = (await ana.delete(`/api/marcas/${id}`)).json();
    expect(await waiting(followArquivos, ana.empresaId)).toHaveLength(1);
    await run(followArquivos, ana.empresaId);
    expect([await storage.exists(open), await storage.exists(trashed)]).toEqual([false, true]);

    const undone = await ana.post(`/api/historico/${lote}/desfazer`);
    expect(undone.json()).toEqual({ lote: expect.any(String) });
    // The earlier job still waits and covers this change too.
    expect(await waiting(followArquivos, ana.empresaId)).toHaveLength(1);
    await run(followArquivos, ana.empresaId);
    expect([await storage.exists(open), await storage.exists(trashed)]).toEqual([true, false]);

    await ana.delete(`/api/marcas/${id}`);
    await run(followArquivos, ana.empresaId);
    await run(purgeArquivo, ana.empresaId, logo.id);
    expect(await storage.exists(trashed)).toBe(true);
    expect(await waiting(emptyLixeira, ana.empresaId)).toHaveLength(1);
    await run(emptyLixeira, ana.empresaId);
    expect(await storage.exists(trashed)).toBe(true);
    await sql("update arquivos set lixeira_desde = now() - interval '31 days' where id = $1", [logo.id]);
    await run(emptyLixeira, ana.empresaId);
    expect(await storage.exists(trashed)).toBe(false);
  });

  test('a logo shown by two marcas is trashed with the second and returns when the first is restored', async () => {
    const { ana, logo } = await aLogo();
    const input = { nome: 'Bosch', descricao: null, logo_url: logo.url };
    const first = (await ana.post('/api/marcas', input)).json();
    const second = (await ana.post('/api/marcas', input)).json();
    const { lote } = (await ana.delete(`/api/marcas/${first.id}`)).json();
    expect(await inTrash(logo.id)).toBe(false);
    await ana.put(`/api/marcas/${second.id}`, { ...input, logo_url: null, versao: 1 });
    expect(await inTrash(logo.id)).toBe(true);
    await ana.post(`/api/historico/${lote}/desfazer`);
    expect(await inTrash(logo.id)).toBe(false);
  });

  test('two marcas deleted concurrently trash their shared logo', async () => {
    for (let round = 0; round < 10; round++) {
      const { ana, logo } = await aLogo();
      const input = { nome: 'Bosch', descricao: null, logo_url: logo.url };
      const marcas = await Promise.all([ana.post('/api/marcas', input), ana.post('/api/marcas', input)]);
      await Promise.all(marcas.map((each) => ana.delete(`/api/marcas/${each.json().id}`)));
      expect(await inTrash(logo.id)).toBe(true);
    }
  });

  test('undoing the creation of a marca trashes its logo', async () => {
    const { ana, logo } = await aLogo();
    const { id } = (
      await ana.post('/api/marcas', { nome: 'Bosch', descricao: null, logo_url: logo.url })
    ).json();
    const [created] = await sql('select lote from historico where registro_id = $1', [id]);
    expect((await ana.post(`/api/historico/${created?.lote}/desfazer`)).statusCode).toBe(200);
    expect(await inTrash(logo.id)).toBe(true);
  });
});

test('every foreign key to arquivos is listed in REFERENCES', async () => {
  const keys = await sql(`
    select k.conrelid::regclass::text as tabela, a.attname as coluna from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
    where k.contype = 'f' and k.confrelid = 'arquivos'::regclass order by 1, 2`);
  expect(keys).toEqual(REFERENCES);
});
