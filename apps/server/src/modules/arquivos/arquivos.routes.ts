import { randomUUID } from 'node:crypto';
import { arquivos as endpoints } from '@prumo/contract/arquivos.ts';
import type { FastifyRequest } from 'fastify';
import { TRASH_DAYS } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Images } from '#platform/images/images.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { publicKey, type Storage, thumbnailKey } from '#platform/outside/storage.ts';
import { purgeArquivo } from './arquivos.job.ts';
import {
  deleteExpired,
  insertArquivo,
  lockQuota,
  newOrderedId,
  selectArquivo,
  sumBytes,
  updateFotosWithout,
} from './arquivos.queries.ts';
import type { Arquivos } from './arquivos.ts';

export const arquivosExplanations: Explanations = {
  arquivos_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  arquivos_tipo_check: { message: 'Este tipo de imagem não é aceito.' },
};

interface Parts {
  arquivos: Arquivos;
  images: Images;
  storage: Storage;
  jobs: Jobs;
  quotaBytes: number;
}

interface Stored {
  id: string;
  url: string;
  largura: number;
  altura: number;
  bytes: number;
}

interface Kind {
  tipo: 'logo' | 'foto';
  maxSide: number;
  thumbnailSide?: number;
  newId(tx: TenantDb): Promise<string>;
}

/** A logo is shown at 96 px at most. 512 px are enough for high-density screens and print. */
const LOGO: Kind = { tipo: 'logo', maxSide: 512, newId: async () => randomUUID() };
/** People zoom into a photo, so it is larger than a logo. Lists show its thumbnail. */
const FOTO: Kind = { tipo: 'foto', maxSide: 1600, thumbnailSide: 320, newId: newOrderedId };
/** The time after which an upload that no record shows is removed. */
const UNUSED_SECONDS = 24 * 3600;

export function arquivosRoutes(app: App, { arquivos, images, storage, jobs, quotaBytes }: Parts): void {
  app.route({ ...endpoints.createLogo, handler: (req) => store(req, LOGO) });

  app.route({ ...endpoints.createFoto, handler: (req) => store(req, FOTO) });

  app.route({
    ...endpoints.removeFoto,
    handler: (req) =>
      req.write(async (tx) => {
        const { id } = req.params;
        const arquivo = await selectArquivo(tx, id);
        found(
          arquivo?.tipo === 'foto' ? arquivo : undefined,
          'Foto não encontrada. Ela pode ter sido removida.',
        );
        const [produto] = await updateFotosWithout(tx, id);
        await arquivos.settle(tx, [id]);
        return { lote: tx.lote, produto: produto ?? null };
      }),
  });

  /**
   * Inserts the row before it stores the object. If a later step fails, the quota still counts every stored
   * object. The job enqueued with the row removes both a day later, unless a record shows the image.
   */
  async function store(req: FastifyRequest, { tipo, newId, ...sides }: Kind) {
    const source = bodyOf(req.body);
    const { empresaId, earlier } = await req.prepare(async (tx) => {
      const answered = await req.earlier<Stored>(tx);
      if (!answered) await refuseOverQuota(tx, 0);
      return { empresaId: tx.empresaId, earlier: answered };
    });
    if (earlier) return earlier.answer;
    const image = await images.reencode(empresaId, source, sides);
    if (!image.ok) throw new AppError(image.kind === 'busy' ? 'unavailable' : 'invalid', image.mensagem);
    const { largura, altura, thumbnail } = image;
    const bytes = image.bytes.byteLength + (thumbnail?.byteLength ?? 0);
    const id = await req.prepare(async (tx) => {
      await lockQuota(tx);
      await refuseOverQuota(tx, bytes);
      const made = await newId(tx);
      await insertArquivo(tx, { id: made, tipo, largura, altura, bytes });
      const announced = { empresa_id: empresaId, arquivo_id: made };
      await jobs.enqueue(tx, purgeArquivo, announced, { startAfterSeconds: UNUSED_SECONDS });
      return made;
    });
    const key = publicKey(empresaId, id);
    await storage.put(key, image.bytes, image.tipo);
    if (thumbnail) await storage.put(thumbnailKey(key), thumbnail, image.tipo);
    const stored: Stored = { id, url: arquivos.urlOf(empresaId, id), largura, altura, bytes };
    const answered = await req
      .write(async () => stored)
      .catch((error: unknown) => {
        // Only our own refusal is certain. After a lost connection the response may have been committed.
        if (error instanceof AppError && error.code === 'invalid') return error;
        throw error;
      });
    // When two requests with the same key ran concurrently, the image of the first stays.
    if (answered instanceof AppError || answered.id !== id) await discard(req, key, id);
    if (answered instanceof AppError) throw answered;
    return answered;
  }

  /**
   * Removes the objects before it deletes the row, because the quota does not count an object without a row.
   */
  async function discard(req: FastifyRequest, key: string, id: string): Promise<void> {
    await storage.remove(key);
    await storage.remove(thumbnailKey(key));
    await req.prepare((tx) => deleteExpired(tx, id, TRASH_DAYS));
  }

  async function refuseOverQuota(tx: TenantDb, bytes: number): Promise<void> {
    const kept = await sumBytes(tx);
    if (kept >= quotaBytes || kept + bytes > quotaBytes)
      throw new AppError(
        'conflict',
        'O espaço para imagens da sua empresa acabou. Exclua imagens que não usa mais.',
      );
  }
}

function bodyOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new AppError('invalid', 'O arquivo está vazio. Escolha outra imagem.');
}
