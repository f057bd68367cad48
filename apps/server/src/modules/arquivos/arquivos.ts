import { AppError } from '#platform/errors.ts';
import { TRASH_DAYS } from '#platform/history.ts';
import type { Jobs } from '#platform/jobs.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { followArquivo, purgeArquivo } from './arquivos.job.ts';
import { isInUse, lockArquivo, selectArquivo, selectFotos, setLixeira } from './arquivos.queries.ts';

/** How the records that show an image keep it, and let it go. */
export interface Arquivos {
  urlOf(empresaId: string, id: string): string;
  /** The upload behind an address; null for an address of somebody else's. */
  find(tx: TenantDb, url: string | null): Promise<string | null>;
  /** The uploads behind the photos of a produto, which are all our own. */
  findFotos(tx: TenantDb, urls: readonly string[]): Promise<string[]>;
  /** After a change of what shows these uploads: used ones are public, the others go to the trash for 30 days. */
  settle(tx: TenantDb, ids: readonly (string | null)[]): Promise<void>;
  /** The uploads a record of a table shows, or showed. */
  shownBy(tabela: string, registro: Readonly<Record<string, unknown>> | null): string[];
}

const DAY_SECONDS = 24 * 3600;

const pathOf = (empresaId: string, id: string | null | undefined) => `/publico/${empresaId}/${id}.webp`;

export function openArquivos({ jobs, mediaUrl }: { jobs: Jobs; mediaUrl: string }): Arquivos {
  const base = mediaUrl.replace(/\/$/, '');
  const urlOf = (empresaId: string, id: string) => `${base}${pathOf(empresaId, id)}`;

  /** The id in an address that is exactly the one we gave out in this empresa. */
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
    // By path alone: the host of images may have moved since the page was opened or the produto saved.
    const ids = urls.flatMap((url) =>
      url.endsWith(pathOf(tx.empresaId, idOf(url))) ? (idOf(url) ?? []) : [],
    );
    const stored = await selectFotos(tx, ids);
    if (ids.length < urls.length || stored.length < new Set(ids).size)
      throw refused('fotos', 'Uma das fotos não está mais guardada. Remova-a e envie o arquivo de novo.');
    return ids;
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
    findFotos,
    async settle(tx, ids) {
      // In one order, so that two changes never wait for each other.
      const distinct = [...new Set(ids.filter((id) => id !== null))].sort();
      for (const id of distinct) await settleOne(tx, id);
    },
    shownBy,
  };
}

/** The history tells of a produto its photos' addresses, of a marca the upload itself. */
function shownBy(tabela: string, registro: Readonly<Record<string, unknown>> | null): string[] {
  if (tabela === 'produtos') return [registro?.['fotos']].flat().flatMap((url) => idOf(String(url)) ?? []);
  const logo = tabela === 'marcas' ? registro?.['logo_arquivo_id'] : null;
  return typeof logo === 'string' ? [logo] : [];
}

const idOf = (url: string): string | undefined =>
  /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/.exec(url)?.[1];

const refused = (field: string, message: string) =>
  new AppError('invalid', message, { campos: { [field]: message } });
