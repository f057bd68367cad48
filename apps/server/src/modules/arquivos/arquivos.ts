import type { TenantDb } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { TRASH_DAYS } from '#platform/history.ts';
import type { Jobs } from '#platform/jobs.ts';
import { followArquivo, purgeArquivo } from './arquivos.job.ts';
import { selectArquivo, setLixeira } from './arquivos.queries.ts';

/** How the records that show an image keep it, and let it go. */
export interface Arquivos {
  urlOf(empresaId: string, id: string): string;
  /** The upload behind an address, kept from now on; null for an address of somebody else's. */
  claim(tx: TenantDb, url: string | null): Promise<string | null>;
  /** To the private trash, from which an undo brings it back within 30 days. */
  release(tx: TenantDb, id: string): Promise<void>;
  /** Makes the object store follow the row. */
  follow(tx: TenantDb, id: string): Promise<void>;
}

const DAY_SECONDS = 24 * 3600;

export function openArquivos({ jobs, mediaUrl }: { jobs: Jobs; mediaUrl: string }): Arquivos {
  const base = mediaUrl.replace(/\/$/, '');
  const urlOf = (empresaId: string, id: string) => `${base}/publico/${empresaId}/${id}.webp`;
  const follow = (tx: TenantDb, id: string) =>
    jobs.enqueue(tx, followArquivo, { empresa_id: tx.empresaId, arquivo_id: id });
  return {
    urlOf,
    follow,
    async claim(tx, url) {
      if (url === null) return null;
      if (!url.startsWith(`${base}/`)) {
        if (url.startsWith('https://')) return null;
        throw refused('Use um endereço que comece com https://');
      }
      const id = /\/([0-9a-f-]{36})\.webp$/.exec(url)?.[1];
      const arquivo = id && url === urlOf(tx.empresaId, id) ? await selectArquivo(tx, id) : undefined;
      if (!arquivo) throw refused('A imagem do logo não está mais guardada. Envie o arquivo de novo.');
      if (arquivo.lixeira_desde !== null) {
        await setLixeira(tx, arquivo.id, null);
        await follow(tx, arquivo.id);
      }
      return arquivo.id;
    },
    async release(tx, id) {
      await setLixeira(tx, id, new Date().toISOString());
      await follow(tx, id);
      const data = { empresa_id: tx.empresaId, arquivo_id: id };
      await jobs.enqueue(tx, purgeArquivo, data, { startAfterSeconds: (TRASH_DAYS + 1) * DAY_SECONDS });
    },
  };
}

const refused = (message: string) => new AppError('invalid', message, { campos: { logo_url: message } });
