import { randomUUID } from 'node:crypto';
import { arquivos as endpoints } from '@prumo/contract/arquivos.ts';
import { AppError, type Explanations } from '#platform/errors.ts';
import type { App } from '#platform/http.ts';
import type { Images } from '#platform/images.ts';
import type { Jobs } from '#platform/jobs.ts';
import { publicKey, type Storage } from '#platform/storage.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { purgeArquivo } from './arquivos.job.ts';
import { insertArquivo, sumBytes } from './arquivos.queries.ts';
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

/** A logo is shown at 96 px at most; this leaves room for sharp screens and for print. */
const LOGO_SIDE = 512;
const UNUSED_SECONDS = 24 * 3600;

export function arquivosRoutes(app: App, { arquivos, images, storage, jobs, quotaBytes }: Parts): void {
  app.route({
    ...endpoints.createLogo,
    handler: async (req) => {
      const id = randomUUID();
      // Announced before the object exists: whatever happens from here on, somebody looks after it tomorrow.
      const empresaId = await req.prepare(async (tx) => {
        await refuseOverQuota(tx);
        const data = { empresa_id: tx.empresaId, arquivo_id: id };
        await jobs.enqueue(tx, purgeArquivo, data, { startAfterSeconds: UNUSED_SECONDS });
        return tx.empresaId;
      });
      const image = await images.reencode(bodyOf(req.body), { maxSide: LOGO_SIDE });
      if (!image.ok) throw new AppError(image.kind === 'busy' ? 'unavailable' : 'invalid', image.mensagem);
      await storage.put(publicKey(empresaId, id), image.bytes, image.tipo);
      const { largura, altura } = image;
      const bytes = image.bytes.byteLength;
      return req.write(async (tx) => {
        await insertArquivo(tx, { id, tipo: 'logo', largura, altura, bytes });
        return { id, url: arquivos.urlOf(empresaId, id), largura, altura, bytes };
      });
    },
  });

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
