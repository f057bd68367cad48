import type { ImportParts } from '#modules/importacoes/lease.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { AppError } from '#platform/errors.ts';
import { selectKnown, upsertAnuncios } from './read.queries.ts';

/** Reads known anuncios again after a change at the marketplace. Unknown anuncios cause no call. */
export async function refreshAnuncios(
  { db, tokens }: Pick<ImportParts, 'db' | 'tokens'>,
  { empresaId, seller, ids }: { empresaId: string; seller: SellerRef; ids: readonly string[] },
): Promise<void> {
  const system = systemAccess(empresaId);
  const known = await db.read(system, (tx) => selectKnown(tx, seller, ids));
  if (!known?.contaId || known.ids.length === 0) return;
  const read = await tokens
    .withToken({ empresaId, contaId: known.contaId }, (accessToken, { listings }) =>
      listings.read({ accessToken, turn: { waits: 'news', key: empresaId } }, known.ids, []),
    )
    .catch((error: unknown) => {
      // Only the seller can restore the access, and the next import reads all anuncios again.
      const isClosed = error instanceof AppError && error.code === 'conflict';
      if (isClosed || isMarketplaceError(error, 'forbidden')) return null;
      throw error;
    });
  if (!read) return;
  const units = [...read.values()].flatMap((listing) => listing.units);
  await db.write(system, (tx) => upsertAnuncios(tx, seller, units, { known: true }));
}
