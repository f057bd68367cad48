import { TRASH_DAYS } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { emptyLixeira, followArquivos } from './arquivos.job.ts';
import { isInUse, lockArquivo, selectArquivo, selectFotos, setLixeira } from './arquivos.queries.ts';

/** The operations by which records keep and release the images that they show. */
export interface Arquivos {
  urlOf(empresaId: string, id: string): string;
  /** Returns the upload behind an address, or null for an address outside this installation. */
  find(tx: TenantDb, url: string | null): Promise<string | null>;
  /** Returns the uploads behind the photos of a produto. Each must be an upload of this empresa. */
  findFotos(tx: TenantDb, urls: readonly string[]): Promise<string[]>;
  /**
   * Runs after a change of the records that show these uploads. Uploads in use become public. The others go
   * to the trash for 30 days.
   */
  settle(tx: TenantDb, ids: readonly (string | null)[]): Promise<void>;
  /** Returns the uploads that a record of a table shows, or showed before a change. */
  shownBy(tabela: string, registro: Readonly<Record<string, unknown>> | null): string[];
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const pathOf = (empresaId: string, id: string | null | undefined) => `/publico/${empresaId}/${id}.webp`;

export function openArquivos({ jobs, mediaUrl }: { jobs: Jobs; mediaUrl: string }): Arquivos {
  const base = mediaUrl.replace(/\/$/, '');
  const urlOf = (empresaId: string, id: string) => `${base}${pathOf(empresaId, id)}`;

  /** Returns the id in an address, if it is exactly the public address of an upload of this empresa. */
  const ownIdOf = (tx: TenantDb, url: string): string | null => {
    const id = idOf(url);
    return id && url === urlOf(tx.empresaId, id) ? id : null;
  };

  async function find(tx: TenantDb, url: string | null): Promise<string | null> {
    if (url === null) return null;
    if (!url.startsWith(`${base}/`)) {
      if (url.startsWith('https://')) return null;
      throw refused('logo_url', 'Use um endereço que comece com https://');
    }
    const id = ownIdOf(tx, url);
    const arquivo = id && (await selectArquivo(tx, id));
    if (!arquivo)
      throw refused('logo_url', 'A imagem do logo não está mais guardada. Envie o arquivo de novo.');
    return arquivo.id;
  }

  async function findFotos(tx: TenantDb, urls: readonly string[]): Promise<string[]> {
    if (urls.length === 0) return [];
    // Compares only the path, because the host of the images may have changed since the page was opened or
    // the produto saved.
    const ids = urls.flatMap((url) =>
      url.endsWith(pathOf(tx.empresaId, idOf(url))) ? (idOf(url) ?? []) : [],
    );
    const stored = await selectFotos(tx, ids);
    if (ids.length < urls.length || stored.length < new Set(ids).size)
      throw refused('fotos', 'Uma das fotos não está mais guardada. Remova-a e envie o arquivo de novo.');
    return ids;
  }

  /** Moves the upload into the trash or out of it, and returns what has changed. */
  async function settleOne(tx: TenantDb, id: string): Promise<'unchanged' | 'used' | 'trashed'> {
    const arquivo = await lockArquivo(tx, id);
    if (!arquivo) return 'unchanged';
    const used = await isInUse(tx, id);
    if (used === (arquivo.lixeira_desde === null)) return 'unchanged';
    await setLixeira(tx, id, !used);
    return used ? 'used' : 'trashed';
  }

  return {
    urlOf,
    find,
    findFotos,
    async settle(tx, ids) {
      // A fixed order of locking prevents deadlocks between two changes.
      const distinct = [...new Set(ids.filter((id) => id !== null))].sort();
      const changes = new Set<string>();
      for (const id of distinct) changes.add(await settleOne(tx, id));
      const data = { empresa_id: tx.empresaId };
      if (changes.has('used') || changes.has('trashed')) await jobs.enqueue(tx, followArquivos, data);
      // One job per day is enough. A job that an earlier save of the same day enqueued runs late enough for
      // this change too.
      if (changes.has('trashed'))
        await jobs.enqueue(tx, emptyLixeira, data, {
          startAfterSeconds: (TRASH_DAYS + 1) * DAY_SECONDS + HOUR_SECONDS,
          oncePerSeconds: DAY_SECONDS,
        });
    },
    shownBy,
  };
}

/** The history stores the addresses of a produto's photos, and the id of the upload of a marca's logo. */
function shownBy(tabela: string, registro: Readonly<Record<string, unknown>> | null): string[] {
  if (tabela === 'produtos') return [registro?.['fotos']].flat().flatMap((url) => idOf(String(url)) ?? []);
  const logo = tabela === 'marcas' ? registro?.['logo_arquivo_id'] : null;
  return typeof logo === 'string' ? [logo] : [];
}

const idOf = (url: string): string | undefined =>
  /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/.exec(url)?.[1];

const refused = (field: string, message: string) =>
  new AppError('invalid', message, { campos: { [field]: message } });
