import { randomUUID } from 'node:crypto';
import { BYTES_DO_PEDACO, type Restauracao } from '@prumo/contract/restauracoes.ts';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { advance as advanceExport } from '#modules/exportacoes/advance.ts';
import { TABELAS } from '#modules/exportacoes/layout.ts';
import { openImages } from '#platform/images/images.ts';
import { openLog } from '#platform/log.ts';
import { publicKey } from '#platform/outside/storage.ts';
import { directoryEnd, directoryEntry, memberOf } from '#platform/zip/zip-write.ts';
import { aRichEmpresa } from '#testing/rich-empresa.ts';
import { testApp } from '#testing/test-app.ts';
import { advance, type Run } from './advance.ts';
import { authorOf } from './own-rows.ts';
import { isPlainWebp } from './webp.ts';

const prumo = await testApp();
const { sql, storage, openPool } = prumo;
const db = openPool(4);
const log = openLog('silent');
const images = openImages({ maxWaitMs: 60_000, wallMs: 60_000 });
afterAll(() => images.close());
type Dono = Awaited<ReturnType<typeof prumo.anEmpresa>>;

async function exported(dono: Dono): Promise<Buffer> {
  const { id } = (await dono.post('/api/exportacoes', {})).json();
  await advanceExport({ db, storage, log, empresaId: dono.empresaId, id, sendOn: async () => {} });
  const { url } = (await dono.post(`/api/exportacoes/${id}/link`)).json();
  return (await dono.get(url)).rawPayload;
}

async function send(dono: Dono, zip: Buffer): Promise<Restauracao> {
  const created = await dono.post('/api/restauracoes', { nome: 'prumo.zip', bytes: zip.byteLength });
  expect(created.statusCode, created.body).toBe(201);
  const { id } = created.json();
  for (let n = 0; n * BYTES_DO_PEDACO < zip.byteLength; n++) {
    const piece = zip.subarray(n * BYTES_DO_PEDACO, (n + 1) * BYTES_DO_PEDACO);
    const answer = await dono.upload(`/api/restauracoes/${id}/pedacos?numero=${n}`, piece);
    expect(answer.statusCode, answer.body).toBe(201);
  }
  const started = await dono.post(`/api/restauracoes/${id}/iniciar`);
  expect(started.statusCode, started.body).toBe(200);
  return started.json();
}

const runOf = (dono: Dono, id: string): Run => ({
  ...{ db, storage, images, log, empresaId: dono.empresaId, id, quotaBytes: 10 ** 9, sendOn: async () => {} },
  arquivos: { urlOf: (empresaId, arquivo) => `http://media.test/publico/${empresaId}/${arquivo}.webp` },
});

const statusOf = async (dono: Dono): Promise<{ vazia: boolean; ultima: Restauracao }> =>
  (await dono.get('/api/restauracoes')).json();

/** Restores a ZIP into a new empresa and returns the person and the outcome. */
async function restored(zip: Buffer): Promise<{ dono: Dono; ultima: Restauracao }> {
  const dono = await prumo.anEmpresa('Bruna Restaura');
  const { id } = await send(dono, zip);
  await advance(runOf(dono, id));
  return { dono, ultima: (await statusOf(dono)).ultima };
}

/** Packs a ZIP of these members, as another program might. */
async function packed(contents: Record<string, string>): Promise<Buffer> {
  const at = new Date();
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [nome, content] of Object.entries(contents)) {
    const { member, bytes } = await memberOf(nome, Buffer.from(content), { at, deflated: true });
    entries.push(directoryEntry(member, offset, at));
    parts.push(bytes);
    offset += bytes.byteLength;
  }
  const directory = Buffer.concat(entries);
  const end = directoryEnd({ entries: entries.length, bytes: directory.byteLength, offset });
  return Buffer.concat([...parts, directory, end]);
}

const RESTORED = TABELAS.filter(({ como, nome }) => como === 'registro' || nome === 'movimentos_estoque');

/**
 * The rows of a table in a form that does not name the empresa and the authors, without the secret of a cliente. Sales
 * are not restored, so nothing is promised in a restored empresa (ADR 0111).
 */
const rowsIn = (tabela: string, { empresaId }: Dono) =>
  sql(
    `select (to_jsonb(t) - array['empresa_id', 'user_id', 'busca', 'senha', 'reservado']) || case when to_jsonb(t) ? 'fotos'
       then jsonb_build_object('fotos', replace((to_jsonb(t) -> 'fotos')::text, $1::text, '')) else '{}' end
       || case when to_jsonb(t) ? 'logo_url'
       then jsonb_build_object('logo_url', replace((to_jsonb(t) -> 'logo_url')::text, $1::text, '')) else '{}' end as linha
     from ${tabela} t where empresa_id = $1::uuid order by id`,
    [empresaId],
  );

describe('a restored empresa', async () => {
  const ana = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
  const zip = await exported(ana);
  const { dono, ultima } = await restored(zip);

  test('has the same records, stock and ledger', async () => {
    expect(ultima).toMatchObject({ situacao: 'concluida', aviso: null });
    for (const { nome } of RESTORED) {
      const before = await rowsIn(nome, ana);
      expect(before.length, nome).toBeGreaterThan(0);
      expect(await rowsIn(nome, dono), nome).toEqual(before);
    }
    const promised = await sql(
      `select reservado from produtos where empresa_id = $1 and reservado <> 0
       union all select reservado from produto_deposito where empresa_id = $1 and reservado <> 0`,
      [dono.empresaId],
    );
    expect(promised).toEqual([]);
  });

  test('has the same photos, byte by byte, and their thumbnails', async () => {
    const arquivos = await sql('select id, tipo from arquivos where empresa_id = $1', [dono.empresaId]);
    expect(arquivos.length).toBeGreaterThan(1);
    for (const { id, tipo } of arquivos) {
      const [before, after] = await Promise.all(
        [ana, dono].map(async ({ empresaId }) => storage.read(publicKey(empresaId, String(id)))),
      );
      const [a, b] = await Promise.all(
        [before, after].map(async (each) => each && Buffer.concat(await each.stream.toArray())),
      );
      expect(b).toEqual(a);
      if (tipo === 'foto')
        expect(
          await storage.exists(publicKey(dono.empresaId, String(id)).replace('.webp', '.mini.webp')),
        ).toBe(true);
    }
  });

  test('has the history with the names of its authors, who are no membros', async () => {
    const [marca] = await sql(
      "select registro_id from historico where empresa_id = $1 and tabela = 'marcas' and operacao = 'I' order by id limit 1",
      [ana.empresaId],
    );
    const answer = await dono.get(`/api/historico?tabela=marcas&registro_id=${marca?.['registro_id']}`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().itens.map((each: { quem: string }) => each.quem)).toContain(ana.canary);
    const members = await sql('select user_id from membros where empresa_id = $1', [dono.empresaId]);
    expect(members).toEqual([{ user_id: dono.userId }]);
    expect(
      await sql('select from historico where empresa_id = $1 and user_id = $2', [dono.empresaId, ana.userId]),
    ).toEqual([]);
  });

  test('lets a deleted record be restored from its lixeira', async () => {
    const { itens } = (await dono.get('/api/clientes/lixeira')).json();
    expect(itens.length).toBeGreaterThan(0);
    const undone = await dono.post(`/api/historico/${itens[0].lote}/desfazer`);
    expect(undone.statusCode, undone.body).toBe(200);
  });

  test('is not empty, so a second restauracao is refused', async () => {
    expect((await statusOf(dono)).vazia).toBe(false);
    const answer = await dono.post('/api/restauracoes', { nome: 'x.zip', bytes: 1000 });
    expect(answer.statusCode).toBe(409);
  });

  test('is the same after kills between any two steps', async () => {
    const eva = await prumo.anEmpresa('Eva');
    const { id } = await send(eva, zip);
    let deaths = 0;
    for (let allowed = 3; ; allowed++) {
      let calls = 0;
      const mortal =
        <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
        async (...given: A): Promise<R> => {
          if (++calls > allowed) throw new Error('killed');
          return call(...given);
        };
      const run = runOf(eva, id);
      const write = mortal(db.write) as typeof db.write;
      const died = await advance({
        ...run,
        db: { ...db, write },
        storage: { ...storage, put: mortal(storage.put) },
      }).then(
        () => false,
        () => true,
      );
      if (!died) break;
      deaths++;
    }
    expect(deaths).toBeGreaterThan(4);
    expect((await statusOf(eva)).ultima).toMatchObject({ situacao: 'concluida' });
    for (const { nome } of RESTORED) expect(await rowsIn(nome, eva), nome).toEqual(await rowsIn(nome, ana));
  });

  test('cannot be made from an altered file', async () => {
    const at = zip.indexOf('produtos/000001.csv') + 200;
    const altered = Buffer.from(zip);
    altered[at] = (altered[at] ?? 0) ^ 0xff;
    const { dono: eva, ultima: outcome } = await restored(altered);
    expect(outcome.situacao).toBe('recusada');
    expect((await statusOf(eva)).vazia).toBe(true);
  });
});

describe('a restauracao refuses', () => {
  const refused = async (contents: Record<string, string>) => (await restored(await packed(contents))).ultima;

  test('another format', async () => {
    const outcome = await refused({ 'manifest.json': JSON.stringify({ formato: 2, membros: [] }) });
    expect(outcome).toMatchObject({ situacao: 'recusada', aviso: expect.stringContaining('formato 2') });
  });

  test('a file that is no ZIP', async () => {
    expect((await restored(Buffer.alloc(100, 'x'))).ultima.situacao).toBe('recusada');
  });

  test('names that the product does not write', async () => {
    for (const nome of ['../../etc/passwd', 'produtos/1.csv', 'leia-me.txt'])
      expect((await refused({ [nome]: 'x', 'manifest.json': '{}' })).situacao, nome).toBe('recusada');
  });

  test('a member that unpacks to far more than its size', async () => {
    const outcome = await refused({ 'pessoas.csv': ' '.repeat(50_000_000), 'manifest.json': '{}' });
    expect(outcome).toMatchObject({ situacao: 'recusada', aviso: expect.stringContaining('grande demais') });
  });
});

test('an empresa that waits for its deletion is not restored', async () => {
  const dono = await prumo.anEmpresa('Bia Prado');
  await dono.post(`/api/empresas/${dono.empresaId}/exclusao`, { nome: 'Bia Prado' });
  const refused = await dono.post('/api/restauracoes', { nome: 'prumo.zip', bytes: 100_000 });
  expect([refused.statusCode, refused.json().mensagem]).toEqual([
    403,
    expect.stringContaining('será excluída'),
  ]);
});

test('pieces arrive in order and of the right size, and one that arrives again is ignored', async () => {
  const dono = await prumo.anEmpresa();
  const { id } = (await dono.post('/api/restauracoes', { nome: 'a.zip', bytes: BYTES_DO_PEDACO + 5 })).json();
  const piece = Buffer.alloc(BYTES_DO_PEDACO);
  const path = (n: number) => `/api/restauracoes/${id}/pedacos?numero=${n}`;
  expect((await dono.upload(path(1), Buffer.alloc(5))).statusCode).toBe(409);
  expect((await dono.upload(path(0), piece.subarray(1))).statusCode).toBe(422);
  for (let n = 0; n < 2; n++) expect((await dono.upload(path(0), piece)).json().pedacos).toBe(1);
  expect((await dono.post(`/api/restauracoes/${id}/iniciar`)).statusCode).toBe(409);
  expect((await dono.upload(path(1), Buffer.alloc(5))).json().pedacos).toBe(2);
});

test('an author of the file never has the id of a user, and the system stays the system', () => {
  const user = randomUUID();
  expect(authorOf(randomUUID(), user)).not.toBe(authorOf(randomUUID(), user));
  expect(authorOf('a', user)).toBe(authorOf('a', user));
  expect(authorOf('a', '00000000-0000-0000-0000-000000000000')).toBe('00000000-0000-0000-0000-000000000000');
});

test('a WebP is plain without metadata, unknown chunks and bytes after its end', async () => {
  const picture = sharp({ create: { width: 9, height: 9, channels: 4, background: '#f008' } });
  const plain = await picture.clone().webp().toBuffer();
  expect(isPlainWebp(plain)).toBe(true);
  expect(isPlainWebp(Buffer.concat([plain, Buffer.from('more')]))).toBe(false);
  expect(
    isPlainWebp(
      await picture
        .clone()
        .keepExif()
        .withExif({ IFD0: { Copyright: 'x' } })
        .webp()
        .toBuffer(),
    ),
  ).toBe(false);
  expect(isPlainWebp(await picture.clone().png().toBuffer())).toBe(false);
});

/** Adds a chunk to a WebP, after the others. */
function withChunk(file: Buffer, name: string, data: string): Buffer {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(data.length, 4);
  const longer = Buffer.concat([file, head, Buffer.from(data), Buffer.alloc(data.length % 2)]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
}

test('a WebP with a picture chunk that no decoder reads is not plain, because the chunk may carry anything', async () => {
  const opaque = sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } });
  for (const plain of [
    await opaque.clone().webp().toBuffer(),
    await opaque.clone().webp({ lossless: true }).toBuffer(),
    await opaque.clone().ensureAlpha(0.5).webp().toBuffer(),
  ]) {
    expect(isPlainWebp(plain)).toBe(true);
    for (const name of ['VP8 ', 'VP8L', 'ALPH', 'VP8X'])
      expect(isPlainWebp(withChunk(plain, name, '<script>GPS -23.55 -46.63')), name).toBe(false);
  }
});
