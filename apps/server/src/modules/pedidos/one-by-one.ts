import { isMarketplaceError, MarketplaceError } from '#modules/contas/marketplace.ts';
import { accessOf, type Tokens } from '#modules/contas/tokens.ts';
import type { Asker, Client } from '#modules/mercado-livre/client.ts';
import { type Order, readOrder, type Unread } from '#modules/mercado-livre/orders.ts';
import type { Database } from '#platform/db.ts';
import { keepOrders } from './keep.ts';
import { selectWithoutRefunds, upsertPedidos } from './pedidos.queries.ts';
import { forgetUnread, selectUnread } from './sincronia.queries.ts';
import type { Watch } from './watch.ts';

const AT_A_TIME = 50;
/** Where more than these, and more than can be read, cannot, it is the answers that are wrong. */
const SUSPICIOUS = 10;

/** What a search told of in a way nobody can read, each by itself; null: that cannot be read so either. */
export async function* readUnread(
  client: Client,
  asker: Asker,
  { unread, readable }: { unread: Iterable<Unread>; readable: number },
): AsyncGenerator<[Unread, Order | null]> {
  let balance = readable + SUSPICIOUS;
  for (const each of unread) {
    const order = await readOrder(client, asker, each.id).catch(gone);
    balance += order ? 1 : -1;
    if (balance < 0) throw new MarketplaceError('uncertain');
    yield [each, order];
  }
}

/**
 * Searches in parts left out what was given back of some pedidos, or all of them: a few of those are asked for once
 * more. Answers of how many that is known now.
 */
export async function readMissing(
  { db, tokens, client }: { db: Database; tokens: Tokens; client: Client },
  { userMlId, ...conta }: { empresaId: string; contaId: string; userMlId: string },
  watch: Watch,
): Promise<number> {
  const access = accessOf(conta);
  const turn = { waits: 'background', key: userMlId } as const;
  const [unread, withoutRefunds] = await db.read(access, (tx) =>
    Promise.all([selectUnread(tx, userMlId, AT_A_TIME), selectWithoutRefunds(tx, userMlId, AT_A_TIME)]),
  );
  const wasUnread = new Set(unread);
  const orders: Order[] = [];
  for (const id of new Set([...unread, ...withoutRefunds])) {
    if (watch.isLate()) break;
    const order = await tokens.withToken(conta, (accessToken) =>
      readOrder(client, { accessToken, turn }, id).catch(gone),
    );
    if (order && (order.payments || wasUnread.has(id))) orders.push(order);
    await watch.keep();
  }
  if (orders.length > 0)
    await db.write(access, async (tx) => {
      await forgetUnread(
        tx,
        userMlId,
        orders.map(({ id }) => id),
      );
      await upsertPedidos(tx, userMlId, keepOrders(orders));
    });
  return orders.length;
}

/** One that cannot be had does not keep the others from it. */
function gone(error: unknown): null {
  if (isMarketplaceError(error, 'forbidden', 'misconfigured')) return null;
  throw error;
}
