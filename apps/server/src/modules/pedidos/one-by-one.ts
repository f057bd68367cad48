import type { Tokens } from '#modules/contas/tokens.ts';
import type { Asker } from '#modules/marketplace/calls.ts';
import { isMarketplaceError, MarketplaceError } from '#modules/marketplace/errors.ts';
import type { Orders, Pedido, UnreadOrder } from '#modules/marketplace/orders.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { selectWithoutRefunds, upsertPedidos } from './pedidos.queries.ts';
import { reportVendas } from './report-vendas.queries.ts';
import { forgetUnread, selectUnread } from './sincronia.queries.ts';
import type { Watch } from './watch.ts';

const AT_A_TIME = 50;
/**
 * If the unreadable orders outnumber the readable ones by more than this, the marketplace is at fault and the
 * reading fails.
 */
const SUSPICIOUS = 10;

/** The result of reading one order: the pedido, null for an order that is no sale, or `unreadable`. */
type ReadAlone = Pedido | null | 'unreadable';

/** Reads one by one the orders that a search returned in a malformed form. */
export async function* readUnread(
  orders: Orders,
  asker: Asker,
  { unread, readable }: { unread: Iterable<UnreadOrder>; readable: number },
): AsyncGenerator<[UnreadOrder, ReadAlone]> {
  let balance = readable + SUSPICIOUS;
  for (const each of unread) {
    const read = await orders.read(asker, each.id).catch(unreadable);
    balance += read === 'unreadable' ? -1 : 1;
    if (balance < 0) throw new MarketplaceError('uncertain');
    yield [each, read];
  }
}

/**
 * Reads some pedidos one by one, because partial searches omitted their refunds or the whole pedidos. Returns
 * the number of pedidos that are now complete.
 */
export async function readMissing(
  { db, tokens }: { db: Database; tokens: Tokens },
  { seller, ...conta }: { empresaId: string; contaId: string; seller: SellerRef },
  watch: Watch,
): Promise<number> {
  const access = systemAccess(conta.empresaId);
  const turn = { waits: 'background', key: conta.empresaId } as const;
  const [unread, withoutRefunds] = await db.read(access, (tx) =>
    Promise.all([selectUnread(tx, seller, AT_A_TIME), selectWithoutRefunds(tx, seller, AT_A_TIME)]),
  );
  const wasUnread = new Set(unread);
  const done: string[] = [];
  const pedidos: Pedido[] = [];
  for (const id of new Set([...unread, ...withoutRefunds])) {
    if (watch.isLate()) break;
    const read = await tokens.withToken(conta, (accessToken, { orders }) =>
      orders.read({ accessToken, turn }, id).catch(unreadable),
    );
    const isDone = read !== 'unreadable' && (wasUnread.has(id) || (read !== null && read.estornado !== null));
    if (isDone) done.push(id);
    if (isDone && read) pedidos.push(read);
    await watch.keep();
  }
  if (done.length > 0)
    await db.write(access, async (tx) => {
      await forgetUnread(tx, seller, done);
      await reportVendas(tx, seller, pedidos);
      await upsertPedidos(tx, seller, pedidos);
    });
  return done.length;
}

/** Converts the error of an unreadable order, so that the other orders are still read. */
function unreadable(error: unknown): 'unreadable' {
  if (isMarketplaceError(error, 'forbidden', 'misconfigured')) return 'unreadable';
  throw error;
}
