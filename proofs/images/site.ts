import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Edit, withEdits } from '../kit/edits.ts';
import { openProduct, openStage } from '../kit/product.ts';
import type { Place } from '../kit/proof.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

/**
 * Starts PostgreSQL and prepares a folder for images. `serve` starts http processes with the settings of
 * production.
 */
export async function openSite(place: Place) {
  const stage = await openStage(place, { fsync: 'off' });
  const product = await openProduct(stage, {
    log: join(place.folder, 'server.log'),
    settings: { RATE_LIMIT: '0', LOG_LEVEL: 'warn' },
  });
  return {
    env: product.env,
    files: join(place.folder, 'arquivos/publico'),
    sql: product.sql,
    /** Starts an http process with these edits of its source. */
    serve: (edits: readonly Edit[]) => product.serve(withEdits(edits)),
    async anEmpresa(nome: string) {
      const { empresaId, cookie } = await product.anOperator(nome);
      return {
        empresaId,
        /** Uploads a file; returns the status and the duration. */
        async upload(route: 'logos' | 'fotos', file: Buffer<ArrayBuffer>, key = randomUUID()) {
          const began = performance.now();
          const answer = await fetch(`${product.api}/api/arquivos/${route}`, {
            method: 'POST',
            body: file,
            headers: {
              ...{ cookie, origin: product.origin, 'idempotency-key': key },
              'content-type': 'application/octet-stream',
            },
          });
          await answer.arrayBuffer();
          return { status: answer.status, ms: performance.now() - began };
        },
      };
    },
  };
}
