import { keepAnuncios } from '#modules/anuncios/keep-anuncios.queries.ts';
import { type HeldImportacao, holdLease } from '#modules/importacoes/lease.queries.ts';
import { accessOf, type ImportParts, type Lease, type Outcome } from '#modules/importacoes/lease.ts';
import type { Asker } from '#modules/marketplace/calls.ts';
import type { Listing, Listings, Unit } from '#modules/marketplace/listings.ts';
import {
  categoriaOf,
  insertCategoriaExterna,
  moveOn,
  type ReadItem,
  saveRead,
  selectUnknownCategorias,
  selectUnread,
} from './read.queries.ts';

/** Reads the next anuncios of which only the id is known. */
export async function readBatch(
  parts: ImportParts,
  lease: Lease,
  importacao: HeldImportacao,
): Promise<Outcome> {
  const { db, tokens, marketplaces } = parts;
  const { id, conta_id, marketplace, estados } = importacao;
  const access = accessOf(lease);
  const { atOnce } = marketplaces.of(marketplace).listings;
  const ids = await db.read(access, (tx) => selectUnread(tx, id, atOnce));
  if (ids.length === 0)
    return db.write(access, async (tx) => {
      if ((await holdLease(tx, lease))?.passo !== 'ler') return 'lost';
      await moveOn(tx, id, 'comparar');
      return 'done';
    });

  const conta = { empresaId: lease.empresaId, contaId: conta_id };
  const { units, items, isOurs } = await tokens.withToken(conta, async (accessToken, { listings }) => {
    const asker = { accessToken, turn: { waits: 'background', key: lease.empresaId } } as const;
    const read = sortOut(await listings.read(asker, ids, estados));
    const asking = { listings, asker, marketplace };
    return { ...read, isOurs: await learnCategorias(parts, lease, asking, read.units) };
  });
  if (!isOurs) return 'lost';
  return db.write(access, async (tx) => {
    if ((await holdLease(tx, lease))?.passo !== 'ler') return 'lost';
    await keepAnuncios(tx, importacao, units);
    await saveRead(tx, id, { ids, items });
    return 'more';
  });
}

function sortOut(listings: ReadonlyMap<string, Listing>) {
  const units: Unit[] = [];
  const items: ReadItem[] = [];
  for (const [anuncio_id, { units: some, refusal: motivo }] of listings) {
    units.push(...some);
    const rows = some.length > 0 ? some : [{ variacao_id: '', is_full: false }];
    items.push(...rows.map(({ variacao_id, is_full }) => ({ anuncio_id, variacao_id, is_full, motivo })));
  }
  return { units, items };
}

/**
 * The number of categorias requested concurrently. More would wait in the call budget until they time out.
 */
const CATEGORIAS_AT_ONCE = 4;

/**
 * Reads the names of unknown categorias and stores them as they arrive, so that a retry requests only the
 * rest. Returns false when another job has the lease.
 */
async function learnCategorias(
  { db }: ImportParts,
  lease: Lease,
  { listings, asker, marketplace }: { listings: Listings; asker: Asker; marketplace: string },
  units: readonly Unit[],
): Promise<boolean> {
  const ids = units.map(({ categoria_externa_id }) => categoria_externa_id);
  const unknown = await db.read(accessOf(lease), (tx) => selectUnknownCategorias(tx, marketplace, ids));
  for (let at = 0; at < unknown.length; at += CATEGORIAS_AT_ONCE) {
    const some = await Promise.all(
      unknown
        .slice(at, at + CATEGORIAS_AT_ONCE)
        .map(async (id) => categoriaOf(id, await listings.category(asker, id))),
    );
    const isOurs = await db.write(accessOf(lease), async (tx) => {
      if ((await holdLease(tx, lease))?.passo !== 'ler') return false;
      for (const categoria of some) await insertCategoriaExterna(tx, marketplace, categoria);
      return true;
    });
    if (!isOurs) return false;
  }
  return true;
}
