import * as z from 'zod';
import { clearFila } from '#modules/pedidos/fila/refresh-fila.queries.ts';
import { releaseReservas } from '#modules/reservas/release-reservas.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import { lockVendas, selectRule } from './vendas.queries.ts';

/** Gives up the promises and the parcels of an account whose sales no longer reach the stock. */
export const releaseVendas = defineJob({
  name: 'vendas.liberar',
  data: z.object({ empresa_id: z.uuid(), marketplace: z.string(), seller_id: z.string() }),
  lane: 'bulk',
});

export const vendasHandlers = ({ db }: { db: Database }) => [
  handle(releaseVendas, async ({ empresa_id, marketplace, seller_id }) => {
    const seller = { marketplace, sellerId: seller_id };
    const releaseSome = () =>
      db.write(systemAccess(empresa_id), async (tx) => {
        // A transaction that stores sales may have begun before the account was switched off.
        await lockVendas(tx, seller);
        if (await selectRule(tx, seller)) return false;
        const isMore = await releaseReservas(tx, { marketplace, seller_id });
        return (await clearFila(tx, seller)).length > 0 || isMore;
      });
    while (await releaseSome());
  }),
];
