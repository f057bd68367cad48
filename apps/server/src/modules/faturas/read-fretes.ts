import { refreshCustos } from '#modules/custos/refresh-custos.ts';
import { CallsRefused } from '#modules/marketplace/custos.ts';
import { isMarketplaceError, type MarketplaceError } from '#modules/marketplace/errors.ts';
import { lockVendas } from '#modules/vendas/vendas.queries.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { Parts } from './faturas.job.ts';
import type { ContaRef } from './faturas.queries.ts';
import { endFretes, postponeFrete, saveFrete, selectEnviosSemFrete, takeFretes } from './fretes.queries.ts';

/** The parcels of one turn. A conta with thousands of them takes many turns, and the other contas have theirs between. */
export const FRETES_POR_VEZ = 20;
/** So many failures in a row are those of the conta or of the marketplace, not of single parcels. */
const FAILURES = 3;
/** A missing permission comes back when a person gives it. */
const HOURS_WITHOUT_PERMISSION = 20;
const HOURS_AFTER_FAILURES = 1;

/**
 * Reads the freight of a seller's newest parcels, each once, and writes it into the costs of their pedidos. A parcel that
 * cannot be read has no freight yet and is asked again later, so it does not keep the older ones waiting. Returns whether
 * the seller may have further parcels to read now.
 */
export async function readFretes(
  { db, tokens, log }: Parts,
  conta: ContaRef,
  isOver: () => boolean,
): Promise<boolean> {
  const access = systemAccess(conta.empresaId);
  if (!(await db.write(access, (tx) => takeFretes(tx, conta)))) return false;
  const ids = await db.read(access, (tx) => selectEnviosSemFrete(tx, conta, FRETES_POR_VEZ));
  const failures: MarketplaceError[] = [];
  for (const envioId of ids) {
    if (isOver() || failures.length === FAILURES) break;
    try {
      const frete = await tokens.withToken(conta, (accessToken, { custos }) =>
        custos.frete(
          { accessToken, turn: { waits: 'background', key: conta.empresaId } },
          { sellerId: conta.sellerId, envioId },
        ),
      );
      await db.write(access, async (tx) => {
        await lockVendas(tx, conta);
        await refreshCustos(tx, conta, await saveFrete(tx, conta, { envioId, frete }));
      });
      failures.length = 0;
    } catch (error) {
      if (!isMarketplaceError(error) || error instanceof CallsRefused) throw error;
      failures.push(error);
      log.warn({ conta: conta.contaId, envio: envioId, err: error }, 'freight of a parcel not read');
      await db.write(access, (tx) => postponeFrete(tx, conta, envioId));
    }
  }
  await db.write(access, (tx) => endFretes(tx, conta, hoursUntilNext(failures)));
  const last = failures.at(-1);
  if (last && failures.length === FAILURES) throw last;
  return ids.length === FRETES_POR_VEZ;
}

function hoursUntilNext(failures: readonly MarketplaceError[]): number {
  if (failures.length < FAILURES) return 0;
  return failures.every(({ kind }) => kind === 'forbidden') ? HOURS_WITHOUT_PERMISSION : HOURS_AFTER_FAILURES;
}
