import { isMarketplaceError } from '#modules/contas/marketplace.ts';
import { accessOf } from '#modules/contas/tokens.ts';
import { readListings } from '#modules/mercado-livre/listing.ts';
import { AppError } from '#platform/errors.ts';
import { selectKnown, upsertAnuncios } from './read.queries.ts';
import type { ImportParts } from './turn.ts';
import { unitsOf } from './units.ts';

/** Reads again what changed at the marketplace of the anuncios we know; of others nothing is asked. */
export async function refreshAnuncios(
  { db, tokens, client }: Pick<ImportParts, 'db' | 'tokens' | 'client'>,
  { empresaId, userMlId, ids }: { empresaId: string; userMlId: string; ids: readonly string[] },
): Promise<void> {
  const system = accessOf({ empresaId, contaId: '' });
  const known = await db.read(system, (tx) => selectKnown(tx, userMlId, ids));
  if (!known?.contaId || known.ids.length === 0) return;
  const listings = await tokens
    .withToken({ empresaId, contaId: known.contaId }, (accessToken) =>
      readListings(client, { accessToken, turn: { waits: 'news', key: userMlId } }, known.ids),
    )
    .catch((error: unknown) => {
      // Only the seller mends it, and the next import reads all of them anyway.
      const isClosed = error instanceof AppError && error.code === 'conflict';
      if (isClosed || isMarketplaceError(error, 'forbidden')) return null;
      throw error;
    });
  if (!listings) return;
  const units = [...listings.values()].flatMap((listing) =>
    typeof listing === 'string' ? [] : unitsOf(listing),
  );
  await db.write(system, (tx) => upsertAnuncios(tx, userMlId, units, { known: true }));
}
