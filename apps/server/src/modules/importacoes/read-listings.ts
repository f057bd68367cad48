import { readCategory } from '#modules/mercado-livre/categories.ts';
import type { Asker } from '#modules/mercado-livre/client.ts';
import { LISTINGS_AT_ONCE, readListings } from '#modules/mercado-livre/listing.ts';
import {
  categoriaMlOf,
  insertCategoriaMl,
  moveOn,
  type ReadItem,
  saveRead,
  selectUnknownCategorias,
  selectUnread,
  upsertAnuncios,
} from './read.queries.ts';
import {
  accessOf,
  type HeldImportacao,
  holdTurn,
  type ImportParts,
  type Outcome,
  type Turn,
} from './turn.ts';
import { type Unit, unitsOf } from './units.ts';
import { refusalOf, unreadRefusal } from './units-refusal.ts';

/** Reads the next anuncios of which only the id is known. */
export async function readBatch(
  parts: ImportParts,
  turn: Turn,
  importacao: HeldImportacao,
): Promise<Outcome> {
  const { db, tokens, client } = parts;
  const { id, conta_id, user_ml_id, estados } = importacao;
  const access = accessOf(turn);
  const ids = await db.read(access, (tx) => selectUnread(tx, id, LISTINGS_AT_ONCE));
  if (ids.length === 0)
    return db.write(access, async (tx) => {
      if ((await holdTurn(tx, turn))?.passo !== 'ler') return 'lost';
      await moveOn(tx, id, 'comparar');
      return 'done';
    });

  const conta = { empresaId: turn.empresaId, contaId: conta_id };
  const { units, items, isOurs } = await tokens.withToken(conta, async (accessToken) => {
    const asker = { accessToken, turn: { waits: 'background', key: user_ml_id } } as const;
    const read = sortOut(await readListings(client, asker, ids), estados);
    return { ...read, isOurs: await learnCategorias(parts, turn, { asker, units: read.units }) };
  });
  if (!isOurs) return 'lost';
  return db.write(access, async (tx) => {
    if ((await holdTurn(tx, turn))?.passo !== 'ler') return 'lost';
    await upsertAnuncios(tx, user_ml_id, units);
    await saveRead(tx, id, { ids, items });
    return 'more';
  });
}

function sortOut(listings: Awaited<ReturnType<typeof readListings>>, estados: readonly string[]) {
  const units: Unit[] = [];
  const items: ReadItem[] = [];
  for (const [anuncio_id, listing] of listings) {
    if (typeof listing === 'string') {
      items.push({ anuncio_id, variacao_id: '', is_full: false, motivo: unreadRefusal(listing) });
      continue;
    }
    const motivo = refusalOf(listing, estados);
    for (const unit of unitsOf(listing)) {
      units.push(unit);
      items.push({ anuncio_id, variacao_id: unit.variacao_id, is_full: unit.is_full, motivo });
    }
  }
  return { units, items };
}

/** All at once they would wait for their turn until it is too late. */
const CATEGORIAS_AT_ONCE = 4;

/**
 * Asks for the names of those we do not know yet, and keeps them as they come: whoever goes on after a failure asks for
 * the rest. False where somebody else has the turn.
 */
async function learnCategorias(
  { db, client }: ImportParts,
  turn: Turn,
  { asker, units }: { asker: Asker; units: readonly Unit[] },
): Promise<boolean> {
  const ids = units.map(({ categoria_ml_id }) => categoria_ml_id);
  const unknown = await db.read(accessOf(turn), (tx) => selectUnknownCategorias(tx, ids));
  for (let at = 0; at < unknown.length; at += CATEGORIAS_AT_ONCE) {
    const some = await Promise.all(
      unknown
        .slice(at, at + CATEGORIAS_AT_ONCE)
        .map(async (id) => categoriaMlOf(id, await readCategory(client, asker, id))),
    );
    const isOurs = await db.write(accessOf(turn), async (tx) => {
      if ((await holdTurn(tx, turn))?.passo !== 'ler') return false;
      for (const categoria of some) await insertCategoriaMl(tx, categoria);
      return true;
    });
    if (!isOurs) return false;
  }
  return true;
}
