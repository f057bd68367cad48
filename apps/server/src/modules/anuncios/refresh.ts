import type { Tokens } from '#modules/contas/tokens.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { AppError } from '#platform/errors.ts';
import { keepAnuncios, selectFollowed } from './keep-anuncios.queries.ts';

/** Reads anuncios again after a change at the marketplace. Anuncios that this empresa does not follow cause no call. */
export async function refreshAnuncios(
  { db, tokens }: { db: Database; tokens: Tokens },
  { empresaId, seller, ids }: { empresaId: string; seller: SellerRef; ids: readonly string[] },
): Promise<void> {
  const system = systemAccess(empresaId);
  const followed = await db.read(system, (tx) => selectFollowed(tx, seller, ids));
  if (!followed?.contaId || followed.ids.length === 0) return;
  const read = await tokens
    .withToken({ empresaId, contaId: followed.contaId }, (accessToken, { listings }) =>
      listings.read({ accessToken, turn: { waits: 'news', key: empresaId } }, followed.ids, []),
    )
    .catch((error: unknown) => {
      // Only the seller can restore the access, and the next reading of the conta reads all anuncios again.
      const isClosed = error instanceof AppError && error.code === 'conflict';
      if (isClosed || isMarketplaceError(error, 'forbidden')) return null;
      throw error;
    });
  if (!read) return;
  const units = [...read.values()].flatMap((listing) => listing.units);
  await db.write(system, (tx) => keepAnuncios(tx, seller, units));
}
