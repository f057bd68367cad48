import { refreshCustos } from '#modules/custos/refresh-custos.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import { lockVendas } from '#modules/vendas/vendas.queries.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { Parts } from './faturas.job.ts';
import type { ContaRef } from './faturas.queries.ts';
import { saveFrete, selectEnviosSemFrete } from './fretes.queries.ts';

/** The parcels that one selection asks about. */
const BATCH = 50;

/** Reads the freight of a seller's parcels, each once, and writes it into the costs of their pedidos. */
export async function readFretes(
  { db, tokens }: Parts,
  conta: ContaRef,
  isOver: () => boolean,
): Promise<void> {
  const access = systemAccess(conta.empresaId);
  for (;;) {
    const ids = await db.read(access, (tx) => selectEnviosSemFrete(tx, conta, BATCH));
    for (const envioId of ids) {
      if (isOver()) return;
      const frete = await tokens
        .withToken(conta, (accessToken, { custos }) =>
          custos.frete(
            { accessToken, turn: { waits: 'background', key: conta.empresaId } },
            { sellerId: conta.sellerId, envioId },
          ),
        )
        .catch((error: unknown) => {
          // Another seller's parcel, or one that cannot be parsed, stays without a freight until the bill says it.
          if (isMarketplaceError(error, 'forbidden', 'misconfigured')) return null;
          throw error;
        });
      await db.write(access, async (tx) => {
        await lockVendas(tx, conta);
        await refreshCustos(tx, conta, await saveFrete(tx, conta, { envioId, frete }));
      });
    }
    if (ids.length < BATCH) return;
  }
}
