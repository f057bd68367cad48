import type { Tokens } from '#modules/contas/tokens.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Topico } from '#modules/marketplace/notifications.ts';
import type { BeforeEnvio, VendaLida } from '#modules/marketplace/sales.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import { noteArrival } from '#modules/pedidos/atraso.queries.ts';
import { isWhole } from '#modules/pedidos/is-whole.ts';
import { newestOf } from '#modules/pedidos/keep.ts';
import { upsertPedidos } from '#modules/pedidos/pedidos.queries.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import { keepVendas } from './keep-vendas.ts';
import { selectKnown, selectRule } from './vendas.queries.ts';

interface Due {
  recurso: string;
  tentativas: number;
}

/** The resources of one conta that notifications reported. */
interface Claim extends SellerRef {
  empresaId: string;
  contaId: string;
  topico: Topico;
  due: readonly Due[];
}

type Reading = 'read' | 'refused' | 'failed' | 'later';

/**
 * The maximum number of resources that one claim reads. The others wait for the next claim. A claim of sales that are
 * only read again is small, because a new sale of the seller waits for its end.
 */
const AT_MOST = { news: 20, background: 4 } as const;
type Lane = keyof typeof AT_MOST;
const AT_ONCE = 4;
/** The maximum wait for a call in the budget. It is well below the lease of a claim. */
const PATIENCE_MS = 60_000;

/**
 * Opens the reader of sales. It reads the sale of each reported pedido, parcel or complaint, outside any
 * transaction. Then `write` stores the sales and changes the stock in one transaction. The reader returns null
 * for a conta whose sales do not reach the stock.
 */
export function openReadVendas({ db, tokens }: { db: Database; tokens: Tokens }) {
  async function pedidosOf(claim: Claim, recurso: string, waits: Lane): Promise<Map<string, string[]>> {
    const { topico } = claim;
    if (topico === 'anuncios') return new Map();
    const stored = await db.read(systemAccess(claim.empresaId), (tx) =>
      selectKnown(tx, claim, { topico, recurso }),
    );
    const known = new Map(stored.map(({ pedido_id, reclamacao_ids }) => [pedido_id, reclamacao_ids]));
    if (topico === 'pedidos') return known.size > 0 ? known : new Map([[recurso, []]]);
    const ids =
      known.size > 0
        ? [...known.keys()]
        : await tokens.withToken(claim, (accessToken, { sales }) => {
            const asker = { accessToken, turn: turnOf(claim, waits) };
            return topico === 'envios'
              ? sales.pedidosOfEnvio(asker, recurso)
              : sales.pedidosOfReclamacao(asker, recurso);
          });
    const told = topico === 'reclamacoes' ? [recurso] : [];
    return new Map(ids.map((id) => [id, [...new Set([...(known.get(id) ?? []), ...told])]]));
  }

  async function readOne(
    claim: Claim,
    due: Due,
    { waits, beforeEnvio }: { waits: Lane; beforeEnvio: BeforeEnvio | undefined },
  ): Promise<[Reading, VendaLida[]]> {
    // The pedidos that were read are stored, also when another one of the same parcel cannot be read.
    const lidas: VendaLida[] = [];
    try {
      for (const [pedidoId, reclamacaoIds] of await pedidosOf(claim, due.recurso, waits)) {
        const lida = await tokens.withToken(claim, (accessToken, { sales }) =>
          sales.read({ accessToken, turn: turnOf(claim, waits) }, pedidoId, reclamacaoIds, beforeEnvio),
        );
        if (lida) lidas.push(lida);
      }
      return [lidas.every(({ pedido }) => isWhole(pedido, due)) ? 'read' : 'failed', lidas];
    } catch (error) {
      if (isMarketplaceError(error, 'forbidden', 'misconfigured')) return ['refused', lidas];
      if (isMarketplaceError(error) || error instanceof AppError) return ['failed', lidas];
      throw error;
    }
  }

  return async (
    claim: Claim,
    { isReread = false, beforeEnvio }: { isReread?: boolean; beforeEnvio?: BeforeEnvio } = {},
  ) => {
    const waits = isReread ? 'background' : 'news';
    const access = systemAccess(claim.empresaId);
    if (!(await db.read(access, (tx) => selectRule(tx, claim)))) return null;
    const readings = new Map<string, Reading>();
    const lidas: VendaLida[] = [];
    const rest = claim.due.slice(0, AT_MOST[waits]).values();
    const work = async () => {
      for (const due of rest) {
        const [reading, found] = await readOne(claim, due, { waits, beforeEnvio });
        readings.set(due.recurso, reading);
        lidas.push(...found);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return {
      of: (recurso: string): Reading => readings.get(recurso) ?? 'later',
      async write(tx: TenantDb) {
        const pedidos = newestOf(lidas.map(({ pedido }) => pedido));
        await upsertPedidos(tx, claim, pedidos);
        const vendas = lidas.map(({ venda }) => venda);
        await keepVendas(tx, claim, vendas);
        // Last, because every notification of the seller waits for this lock, and the stock may wait for others.
        await noteArrival(tx, claim, pedidos);
      },
    };
  };
}

const turnOf = ({ empresaId }: Claim, waits: Lane) => ({ waits, key: empresaId, patienceMs: PATIENCE_MS });
