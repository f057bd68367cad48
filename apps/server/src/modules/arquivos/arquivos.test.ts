import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db.ts';
import type { JobHandler } from '#platform/jobs.ts';
import { publicKey, trashKey } from '#platform/storage.ts';
import { testApp } from '#testing/test-app.ts';
import { arquivosHandlers, followArquivo, purgeArquivo } from './arquivos.job.ts';
import { REFERENCES } from './arquivos.queries.ts';

const { anEmpresa, config, storage, sql } = await testApp({ IMAGE_QUOTA_BYTES: '20000' });
const db = openDatabase({ url: config.DATABASE_URL, pool: 2, onError: () => {} });
const handlers = arquivosHandlers({ db, storage });

const photo = (side = 400) =>
  sharp({ create: { width: side, height: side / 2, channels: 3, background: '#3355aa' } })
    .withExif({ IFD0: { Artist: 'Fulano', Copyright: 'segredo' } })
    .jpeg()
    .toBuffer();

/** Runs a job now, as the worker would when its time has come. */
async function run(kind: { name: string }, empresaId: string, arquivoId: string): Promise<void> {
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

async function aLogo() {
  const ana = await anEmpresa();
  const logo = (await ana.upload('/api/arquivos/logos', await photo())).json();
  return { ana, logo, open: publicKey(ana.empresaId, logo.id), trashed: trashKey(ana.empresaId, logo.id) };
}

describe('uploading a logo', () => {
  test('[ARQ-01] stores it re-encoded under a random name and returns its public URL', async () => {
    const { ana, logo, open } = await aLogo();
    expect(logo).toMatchObject({ largura: 400, altura: 200 });
    expect(logo.url).toBe(`http://media.test/publico/${ana.empresaId}/${logo.id}.webp`);
    const stored = await storage.read(open);
    const bytes = Buffer.concat((await stored?.stream.toArray()) ?? []);
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes('segredo')).toBe(false);
  });

  test('what is no image is not stored, and the user is told so', async () => {
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

  test('more than 10 MB is refused before it is read', async () => {
    const ana = await anEmpresa();
    const refused = await ana.upload('/api/arquivos/logos', Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(refused.statusCode).toBe(422);
    expect(refused.json().mensagem).toContain('10 MB');
  });

  test('sent twice with one key it is stored once', async () => {
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

  test('an empresa that used up its space is told so', async () => {
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
  test('an upload nobody refers to after a day is removed; one in use stays', async () => {
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

  test('an object whose upload never finished is removed too', async () => {
    const ana = await anEmpresa();
    const id = randomUUID();
    await storage.put(publicKey(ana.empresaId, id), await photo(), 'image/webp');
    await run(purgeArquivo, ana.empresaId, id);
    expect(await storage.exists(publicKey(ana.empresaId, id))).toBe(false);
  });

  test('it goes to the trash with its marca, comes back with the undo, and is removed after its 30 days', async () => {
    const { ana, logo, open, trashed } = await aLogo();
    const input = { nome: 'Bosch', descricao: null, logo_url: logo.url };
    const { id } = (await ana.post('/api/marcas', input)).json();
    const { lote } = (await ana.delete(`/api/marcas/${id}`)).json();
    expect(await queued(followArquivo, logo.id)).toHaveLength(1);
    await run(followArquivo, ana.empresaId, logo.id);
    expect([await storage.exists(open), await storage.exists(trashed)]).toEqual([false, true]);

    const undone = await ana.post(`/api/historico/${lote}/desfazer`);
    expect(undone.json()).toEqual({ lote: expect.any(String) });
    expect(await queued(followArquivo, logo.id)).toHaveLength(2);
    await run(followArquivo, ana.empresaId, logo.id);
    expect([await storage.exists(open), await storage.exists(trashed)]).toEqual([true, false]);

    await ana.delete(`/api/marcas/${id}`);
    await run(followArquivo, ana.empresaId, logo.id);
    await run(purgeArquivo, ana.empresaId, logo.id);
    expect(await storage.exists(trashed)).toBe(true);
    await sql("update arquivos set lixeira_desde = now() - interval '31 days' where id = $1", [logo.id]);
    await run(purgeArquivo, ana.empresaId, logo.id);
    expect(await storage.exists(trashed)).toBe(false);
  });

  test('two marcas may show one logo; it goes with the last and comes back with the first', async () => {
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

  test('two marcas deleted at the same moment leave no logo behind', async () => {
    for (let round = 0; round < 10; round++) {
      const { ana, logo } = await aLogo();
      const input = { nome: 'Bosch', descricao: null, logo_url: logo.url };
      const marcas = await Promise.all([ana.post('/api/marcas', input), ana.post('/api/marcas', input)]);
      await Promise.all(marcas.map((each) => ana.delete(`/api/marcas/${each.json().id}`)));
      expect(await inTrash(logo.id)).toBe(true);
    }
  });

  test('undoing the creation of a marca lets its logo go', async () => {
    const { ana, logo } = await aLogo();
    const { id } = (
      await ana.post('/api/marcas', { nome: 'Bosch', descricao: null, logo_url: logo.url })
    ).json();
    const [created] = await sql('select lote from historico where registro_id = $1', [id]);
    expect((await ana.post(`/api/historico/${created?.lote}/desfazer`)).statusCode).toBe(200);
    expect(await inTrash(logo.id)).toBe(true);
  });
});

test('every foreign key to arquivos is among the columns that keep an upload', async () => {
  const keys = await sql(`
    select k.conrelid::regclass::text as tabela, a.attname as coluna from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
    where k.contype = 'f' and k.confrelid = 'arquivos'::regclass order by 1, 2`);
  expect(keys).toEqual(REFERENCES);
});
