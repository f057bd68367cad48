import { isMarketplaceError } from '#modules/contas/marketplace.ts';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import type { Topic } from '#modules/mercado-livre/notifications.ts';
import { type Order, readOrder } from '#modules/mercado-livre/orders.ts';
import { keepOrders } from '#modules/pedidos/keep.ts';
import { upsertPedidos } from '#modules/pedidos/pedidos.queries.ts';
import { AppError } from '#platform/errors.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import type { Claim, Due } from './notificacoes.queries.ts';

/** `refused`: there is no such thing, or it is not the seller's. `failed`: later it may go well. */
export type Reading = 'read' | 'refused' | 'failed';

export interface Readings {
  of(recurso: string): Reading;
  /** Brings here what was read; the same again, or something older, changes nothing. */
  write(tx: TenantDb): Promise<void>;
}

export type ReadTopic = (claim: Claim) => Promise<Readings>;

/** Who is told that anuncios changed there. */
type AnunciosChanged = (tx: TenantDb, userMlId: string, anuncioIds: readonly string[]) => Promise<void>;

const AT_ONCE = 4;
/** An answer in parts is asked for again, and then taken as it is. */
const READINGS = 3;
/** Well within the time a claim is held for. */
const PATIENCE_MS = 60_000;

export function openTopics(parts: {
  tokens: Tokens;
  client: Client;
  anunciosChanged: AnunciosChanged;
}): Readonly<Record<Topic, ReadTopic>> {
  const { tokens, client, anunciosChanged } = parts;

  async function readOne(claim: Claim, { recurso, tentativas }: Due): Promise<[Reading, Order?]> {
    const turn = { waits: 'news', key: claim.userMlId, patienceMs: PATIENCE_MS } as const;
    try {
      const order = await tokens.withToken(claim, (accessToken) =>
        readOrder(client, { accessToken, turn }, recurso),
      );
      const isWhole = order.payments !== undefined || tentativas + 1 >= READINGS;
      return [isWhole ? 'read' : 'failed', order];
    } catch (error) {
      if (isMarketplaceError(error, 'forbidden', 'misconfigured')) return ['refused'];
      if (isMarketplaceError(error) || error instanceof AppError) return ['failed'];
      throw error;
    }
  }

  return {
    async orders_v2(claim) {
      const readings = new Map<string, Reading>();
      const orders: Order[] = [];
      const rest = claim.due.values();
      const work = async () => {
        for (const due of rest) {
          const [reading, order] = await readOne(claim, due);
          readings.set(due.recurso, reading);
          if (order) orders.push(order);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return {
        of: (recurso) => readings.get(recurso) ?? 'failed',
        write: (tx) => upsertPedidos(tx, claim.userMlId, keepOrders(orders)),
      };
    },
    // Whoever keeps anuncios reads them, twenty at a time.
    items: async ({ userMlId, due }) => ({
      of: () => 'read',
      write: (tx) =>
        anunciosChanged(
          tx,
          userMlId,
          due.map(({ recurso }) => recurso),
        ),
    }),
  };
}
