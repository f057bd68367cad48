import { isMarketplaceError } from '#modules/contas/marketplace.ts';
import { accessOf, type Tokens } from '#modules/contas/tokens.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { type Order, readOrder } from '#modules/mercado-livre/orders.ts';
import type { Database } from '#platform/db.ts';
import { keepOrders } from './keep.ts';
import { selectWithoutRefunds, upsertPedidos } from './pedidos.queries.ts';

const AT_A_TIME = 50;

/**
 * Searches in parts left out what was given back of some pedidos: a few of those are asked for one by one. Answers how
 * many are known now.
 */
export async function readRefunds(
  { db, tokens, client }: { db: Database; tokens: Tokens; client: Client },
  { userMlId, ...conta }: { empresaId: string; contaId: string; userMlId: string },
): Promise<number> {
  const access = accessOf(conta);
  const ids = await db.read(access, (tx) => selectWithoutRefunds(tx, userMlId, AT_A_TIME));
  const orders: Order[] = [];
  for (const id of ids) {
    const order = await tokens.withToken(conta, (accessToken) =>
      readOrder(client, { accessToken, turn: { waits: 'background', key: userMlId } }, id).catch(gone),
    );
    if (order?.payments) orders.push(order);
  }
  if (orders.length > 0) await db.write(access, (tx) => upsertPedidos(tx, userMlId, keepOrders(orders)));
  return orders.length;
}

/** One that cannot be had does not keep the others from it. */
function gone(error: unknown): null {
  if (isMarketplaceError(error, 'forbidden', 'misconfigured')) return null;
  throw error;
}
