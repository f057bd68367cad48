import { insertArquivos, sumBytes } from '#modules/arquivos/arquivos.queries.ts';
import { MarketplaceError } from '#modules/contas/marketplace.ts';
import { publicKey, thumbnailKey } from '#platform/storage.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
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
import { idOf } from './import-id.ts';
import { accessOf, holdTurn, type ImportParts, type Outcome, selectTurn, type Turn } from './turn.ts';

const BATCH = 80;
const AT_ONCE = 8;
/** In different batches, some time apart. */
const TRIES = 5;
const MANY = 10;
const MOST_PHOTOS = 30;

type Foto<Kind extends Copied = Copied> = FotoPendente & {
  /** The same for whoever copies it, so that a copy nobody noted is overwritten and not left behind. */
  arquivoId: string;
  copied: Kind;
};
type Stored = Extract<Copied, { kind: 'stored' }>;

/**
 * Copies the next photos, and then notes all of them at once: the uploads, the produtos that show them, and what became
 * of each.
 */
export async function fotosBatch(parts: ImportParts, turn: Turn): Promise<Outcome> {
  const { db, quotaBytes } = parts;
  const access = accessOf(turn);
  const [held, pending, kept] = await db.read(access, (tx) =>
    Promise.all([selectTurn(tx, turn), selectFotosPendentes(tx, turn.importacaoId, BATCH), sumBytes(tx)]),
  );
  if (held?.passo !== 'fotos') return 'lost';
  if (pending.length === 0) return 'done';
  const isOver = kept >= quotaBytes;
  const fotos = await atOnce(AT_ONCE, pending, async (foto): Promise<Foto> => {
    const arquivoId = idOf(turn.importacaoId, foto.produto_id, foto.ordem);
    const key = publicKey(turn.empresaId, arquivoId);
    const copied: Copied = isOver
      ? { kind: 'refused', motivo: REFUSALS.overQuota }
      : await copyFoto(parts, foto.url, key);
    return { ...foto, arquivoId, copied };
  });
  const areAllFailed = fotos.every(({ copied }) => copied.kind === 'failed');
  // Of many not one came, and not because of themselves: the host is not there, and that is no fault of theirs.
  if (areAllFailed && fotos.length >= MANY && fotos.some(({ tentativas }) => tentativas === 0))
    throw new MarketplaceError('unavailable');
  const unused = await db.write(access, async (tx) =>
    (await holdTurn(tx, turn))?.passo === 'fotos' ? note(tx, parts, turn, fotos) : null,
  );
  // Whoever has the turn now copies the same photos to the same places.
  if (unused === null) return 'lost';
  for (const arquivoId of unused) await remove(parts, turn, arquivoId);
  if (areAllFailed) throw new MarketplaceError('unavailable');
  return 'more';
}

/** Answers with the uploads nobody is going to show: a person was faster. */
async function note(
  tx: TenantDb,
  { arquivos }: Pick<ImportParts, 'arquivos'>,
  { importacaoId }: Turn,
  fotos: readonly Foto[],
): Promise<string[]> {
  const urlOf = (id: string) => arquivos.urlOf(tx.empresaId, id);
  const produtos = await lockFotos(tx, [...new Set(fotos.map(({ produto_id }) => produto_id))]);
  const shown = new Map(produtos.map(({ id, fotos: urls }) => [id, [...urls]]));
  // A job may be handed out twice.
  const open = new Set((await selectStillPendentes(tx, importacaoId, fotos)).map(keyOf));
  const seen: FotoVista[] = [];
  const stored: Foto<Stored>[] = [];
  const unused: string[] = [];

  for (const foto of fotos) {
    const { produto_id, ordem, tentativas, arquivoId, copied } = foto;
    const see = (situacao: FotoVista['situacao'], motivo: string | null, tries = tentativas) =>
      seen.push({ produto_id, ordem, situacao, motivo, tentativas: tries });
    const urls = shown.get(produto_id);
    // The produto is gone, and what was to be done for it with it.
    if (!urls) unused.push(...(copied.kind === 'stored' ? [arquivoId] : []));
    else if (!open.has(keyOf(foto))) continue;
    else if (copied.kind === 'refused') see('recusada', copied.motivo);
    else if (copied.kind === 'failed')
      see(tentativas + 1 < TRIES ? 'pendente' : 'recusada', REFUSALS.silent, tentativas + 1);
    else if (urls.length >= MOST_PHOTOS) {
      see('recusada', REFUSALS.full);
      unused.push(arquivoId);
    } else {
      const later = Array.from({ length: MOST_PHOTOS }, (_, n) =>
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

const keyOf = ({ produto_id, ordem }: { produto_id: string; ordem: number }) => `${produto_id} ${ordem}`;

async function remove({ storage }: ImportParts, { empresaId }: Turn, arquivoId: string): Promise<void> {
  const key = publicKey(empresaId, arquivoId);
  await storage.remove(key);
  await storage.remove(thumbnailKey(key));
}

/** So many of them at a time, and the answers in their order. */
async function atOnce<T, R>(many: number, rows: readonly T[], work: (row: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < rows.length; n = next++) results[n] = await work(rows[n] as T);
  };
  await Promise.all(Array.from({ length: many }, worker));
  return results;
}
