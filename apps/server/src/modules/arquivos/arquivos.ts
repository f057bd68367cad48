import { AppError } from '#platform/errors.ts';
import { TRASH_DAYS } from '#platform/history.ts';
import type { Jobs } from '#platform/jobs.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { followArquivo, purgeArquivo } from './arquivos.job.ts';
import { isInUse, lockArquivo, REFERENCES, selectArquivo, setLixeira } from './arquivos.queries.ts';

/** How the records that show an image keep it, and let it go. */
export interface Arquivos {
  urlOf(empresaId: string, id: string): string;
  /** The upload behind an address; null for an address of somebody else's. */
  find(tx: TenantDb, url: string | null): Promise<string | null>;
  /** After a change of what shows these uploads: used ones are public, the others go to the trash for 30 days. */
  settle(tx: TenantDb, ids: readonly (string | null)[]): Promise<void>;
  /** The uploads a record of a table shows, or showed. */
  shownBy(tabela: string, registro: Readonly<Record<string, unknown>> | null): string[];
}

const DAY_SECONDS = 24 * 3600;

export function openArquivos({ jobs, mediaUrl }: { jobs: Jobs; mediaUrl: string }): Arquivos {
  const base = mediaUrl.replace(/\/$/, '');
  const urlOf = (empresaId: string, id: string) => `${base}/publico/${empresaId}/${id}.webp`;

  async function find(tx: TenantDb, url: string | null): Promise<string | null> {
    if (url === null) return null;
    if (!url.startsWith(`${base}/`)) {
      if (url.startsWith('https://')) return null;
      throw refused('Use um endereço que comece com https://');
    }
    const id = /\/([0-9a-f-]{36})\.webp$/.exec(url)?.[1];
    const arquivo = id && url === urlOf(tx.empresaId, id) ? await selectArquivo(tx, id) : undefined;
    if (!arquivo) throw refused('A imagem do logo não está mais guardada. Envie o arquivo de novo.');
    return arquivo.id;
  }

  async function settleOne(tx: TenantDb, id: string): Promise<void> {
    const arquivo = await lockArquivo(tx, id);
    if (!arquivo) return;
    const used = await isInUse(tx, id);
    if (used === (arquivo.lixeira_desde === null)) return;
    const data = { empresa_id: tx.empresaId, arquivo_id: id };
    await setLixeira(tx, id, used ? null : new Date().toISOString());
    await jobs.enqueue(tx, followArquivo, data);
    if (!used)
      await jobs.enqueue(tx, purgeArquivo, data, { startAfterSeconds: (TRASH_DAYS + 1) * DAY_SECONDS });
  }

  return {
    urlOf,
    find,
    async settle(tx, ids) {
      // In one order, so that two changes never wait for each other.
      const distinct = [...new Set(ids.filter((id) => id !== null))].sort();
      for (const id of distinct) await settleOne(tx, id);
    },
    shownBy: (tabela, registro) =>
      REFERENCES.filter((each) => each.tabela === tabela)
        .map(({ coluna }) => registro?.[coluna])
        .filter((id) => typeof id === 'string'),
  };
}

const refused = (message: string) => new AppError('invalid', message, { campos: { logo_url: message } });
