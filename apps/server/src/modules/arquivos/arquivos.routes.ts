import { randomUUID } from 'node:crypto';
import { arquivos as endpoints } from '@prumo/contract/arquivos.ts';
import type { FastifyRequest } from 'fastify';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http.ts';
import type { Images } from '#platform/images.ts';
import type { Jobs } from '#platform/jobs.ts';
import { publicKey, type Storage, thumbnailKey } from '#platform/storage.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { purgeArquivo } from './arquivos.job.ts';
import {
  insertArquivo,
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

interface Kind {
  tipo: 'logo' | 'foto';
  maxSide: number;
  thumbnailSide?: number;
  newId(tx: TenantDb): Promise<string>;
}

/** A logo is shown at 96 px at most; this leaves room for sharp screens and for print. */
const LOGO: Kind = { tipo: 'logo', maxSide: 512, newId: async () => randomUUID() };
/** A photo is looked at closely; its small one is what lists show. */
const FOTO: Kind = { tipo: 'foto', maxSide: 1600, thumbnailSide: 320, newId: newOrderedId };
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

  async function store(req: FastifyRequest, { tipo, newId, ...sides }: Kind) {
    // Announced before the object exists: whatever happens from here on, somebody looks after it tomorrow.
    const { empresaId, id } = await req.prepare(async (tx) => {
      await refuseOverQuota(tx);
      const announced = { empresa_id: tx.empresaId, arquivo_id: await newId(tx) };
      await jobs.enqueue(tx, purgeArquivo, announced, { startAfterSeconds: UNUSED_SECONDS });
      return { empresaId: tx.empresaId, id: announced.arquivo_id };
    });
    const image = await images.reencode(bodyOf(req.body), sides);
    if (!image.ok) throw new AppError(image.kind === 'busy' ? 'unavailable' : 'invalid', image.mensagem);
    const { largura, altura, thumbnail } = image;
    const key = publicKey(empresaId, id);
    await storage.put(key, image.bytes, image.tipo);
    if (thumbnail) await storage.put(thumbnailKey(key), thumbnail, image.tipo);
    const bytes = image.bytes.byteLength + (thumbnail?.byteLength ?? 0);
    return req.write(async (tx) => {
      await insertArquivo(tx, { id, tipo, largura, altura, bytes });
      return { id, url: arquivos.urlOf(empresaId, id), largura, altura, bytes };
    });
  }

  async function refuseOverQuota(tx: TenantDb): Promise<void> {
    if ((await sumBytes(tx)) >= quotaBytes)
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
