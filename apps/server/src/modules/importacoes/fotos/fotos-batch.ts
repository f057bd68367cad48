import { MAX_FOTOS } from '@prumo/contract/produtos.ts';
import pLimit from 'p-limit';
import { insertArquivos, lockQuota, sumBytes } from '#modules/arquivos/arquivos.queries.ts';
import { holdLease, selectLeased } from '#modules/importacoes/lease.queries.ts';
import { accessOf, type ImportParts, type Lease, type Outcome } from '#modules/importacoes/lease.ts';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { idOf } from '#platform/derived-id.ts';
import { unavailable } from '#platform/errors.ts';
import {
  type FotoPendente,
  type FotoVista,
  lockFotos,
  selectFotosPendentes,
  selectStillPendentes,
  updateFotos,
  updateImportacaoFotos,
} from './fotos.queries.ts';
import { type Copied, copyFoto, REFUSALS } from './fotos-copy.ts';
import { removeFoto } from './fotos-sweep.ts';

const BATCH = 80;
const AT_ONCE = 8;
/** The maximum number of attempts to copy a photo. They are in different batches, some time apart. */
const TRIES = 5;
/** If at least this many photos of a batch fail and none succeeds, the host may be down. */
const MANY = 10;

type Foto<Kind extends Copied = Copied> = FotoPendente & {
  /** A deterministic id, so that a repeated copy overwrites a copy that was not recorded. */
  arquivoId: string;
  copied: Kind;
};
type Stored = Extract<Copied, { kind: 'stored' }>;

/**
 * Copies the next photos, and then records all of them in one transaction: the uploads, the produtos that show them,
 * and the outcome of each.
 */
export async function fotosBatch(parts: ImportParts, lease: Lease): Promise<Outcome> {
  const { db, quotaBytes } = parts;
  const access = accessOf(lease);
  const [held, pending, kept] = await db.read(access, (tx) =>
    Promise.all([selectLeased(tx, lease), selectFotosPendentes(tx, lease.importacaoId, BATCH), sumBytes(tx)]),
  );
  if (held?.passo !== 'fotos') return 'lost';
  if (pending.length === 0) return 'done';
  const isOver = kept >= quotaBytes;
  const { pictureHosts: hosts } = parts.marketplaces.of(held.marketplace).listings;
  const fotos = await pLimit(AT_ONCE).map(pending, async (foto): Promise<Foto> => {
    const arquivoId = idOf(lease.importacaoId, foto.produto_id, foto.ordem);
    const copied: Copied = isOver
      ? { kind: 'refused', motivo: REFUSALS.overQuota }
      : await copyFoto(parts, foto.url, { hosts, empresaId: lease.empresaId, arquivoId });
    return { ...foto, arquivoId, copied };
  });
  const tried = fotos.filter(({ copied }) => copied.kind !== 'later');
  if (tried.length === 0) throw unavailable();
  const areAllFailed = tried.every(({ copied }) => copied.kind === 'failed');
  // All of many photos failed, some of them at their first attempt. The host is down, so the failures do not
  // count as attempts.
  if (areAllFailed && tried.length >= MANY && tried.some(({ tentativas }) => tentativas === 0))
    throw new MarketplaceError('unavailable');
  const unused = await db.write(access, async (tx) =>
    (await holdLease(tx, lease))?.passo === 'fotos' ? note(tx, parts, lease, tried) : null,
  );
  // The files stay, because the job that holds the lease now copies the same photos to the same keys.
  if (unused === null) return 'lost';
  for (const arquivoId of unused) await removeFoto(parts.storage, lease.empresaId, arquivoId);
  if (areAllFailed) throw new MarketplaceError('unavailable');
  return 'more';
}

/**
 * Records the outcome of each photo. Returns the copies that no produto will show: the produto was deleted,
 * it has the maximum number of photos, or the quota is exhausted.
 */
async function note(
  tx: TenantDb,
  { arquivos, quotaBytes }: Pick<ImportParts, 'arquivos' | 'quotaBytes'>,
  { importacaoId }: Lease,
  fotos: readonly Foto[],
): Promise<string[]> {
  const urlOf = (id: string) => arquivos.urlOf(tx.empresaId, id);
  await lockQuota(tx);
  let room = quotaBytes - (await sumBytes(tx));
  const produtos = await lockFotos(tx, [...new Set(fotos.map(({ produto_id }) => produto_id))]);
  const shown = new Map(produtos.map(({ id, fotos: urls }) => [id, [...urls]]));
  // Another job may have settled some of the photos, because the queue may deliver a job twice.
  const open = new Set((await selectStillPendentes(tx, importacaoId, fotos)).map(fotoKey));
  const seen: FotoVista[] = [];
  const stored: Foto<Stored>[] = [];
  const unused: string[] = [];

  for (const foto of fotos) {
    const { produto_id, ordem, tentativas, arquivoId, copied } = foto;
    const see = (situacao: FotoVista['situacao'], motivo: string | null, tries = tentativas) =>
      seen.push({ produto_id, ordem, situacao, motivo, tentativas: tries });
    const urls = shown.get(produto_id);
    // The produto was deleted, and its pending photos with it.
    if (!urls) unused.push(...(copied.kind === 'stored' ? [arquivoId] : []));
    else if (!open.has(fotoKey(foto))) continue;
    else if (copied.kind === 'refused') see('recusada', copied.motivo);
    else if (copied.kind === 'failed')
      see(tentativas + 1 < TRIES ? 'pendente' : 'recusada', REFUSALS.silent, tentativas + 1);
    else if (copied.kind === 'later') continue;
    else if (urls.length >= MAX_FOTOS) {
      see('recusada', REFUSALS.full);
      unused.push(arquivoId);
    } else if (copied.bytes > room) {
      see('recusada', REFUSALS.overQuota);
      unused.push(arquivoId);
    } else {
      room -= copied.bytes;
      const later = Array.from({ length: MAX_FOTOS }, (_, n) =>
        urlOf(idOf(importacaoId, produto_id, ordem + 1 + n)),
      );
      const place = urls.findIndex((url) => later.includes(url));
      urls.splice(place === -1 ? urls.length : place, 0, urlOf(arquivoId));
      stored.push({ ...foto, copied });
      see('feita', null);
    }
  }

  if (stored.length > 0) {
    await insertArquivos(
      tx,
      stored.map(({ arquivoId, copied: { kind: _, ...sizes } }) => ({
        id: arquivoId,
        tipo: 'foto',
        ...sizes,
      })),
    );
    const ids = new Set(stored.map(({ produto_id }) => produto_id));
    await updateFotos(
      tx,
      [...ids].map((id) => ({ id, fotos: shown.get(id) ?? [] })),
    );
  }
  if (seen.length > 0) await updateImportacaoFotos(tx, importacaoId, seen);
  return unused;
}

const fotoKey = ({ produto_id, ordem }: { produto_id: string; ordem: number }) => `${produto_id} ${ordem}`;
