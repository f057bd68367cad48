/** What of a pedido is read, as the marketplace's client hands it over. */
export interface ReadOrder {
  id: string;
  status: string;
  date_created: string;
  last_updated: string;
  total_amount: string;
  currency_id: string;
  pack_id?: string | null | undefined;
  tags?: string[] | null | undefined;
  order_items: {
    item: { id: string; title: string };
    quantity: number;
    sale_fee?: string | null | undefined;
  }[];
  payments?: { transaction_amount_refunded?: string | null | undefined }[] | undefined;
}

/** What is kept of it: nothing of who bought. Amounts are decimals as text. */
export interface Pedido {
  id: string;
  criado_em: string;
  atualizado_em: string;
  status: string;
  total: string;
  /** Null where an answer in parts left it out. */
  estornado: string | null;
  tarifas: string;
  quantidade: number;
  anuncio_id: string;
  titulo: string;
  pacote_id: string | null;
}

const LONGEST_TITLE = 300;

/** Null: no sale of the seller's, or none in reais. */
export function keepOrder(order: ReadOrder): Pedido | null {
  if (order.tags?.includes('test_order') || order.currency_id !== 'BRL') return null;
  // One pedido is of one anuncio, any quantity of it.
  const [first] = order.order_items;
  const units = (quantity: number) => BigInt(Math.round(quantity));
  const tarifas = order.order_items.map(({ quantity, sale_fee }) => cents(sale_fee) * units(quantity));
  const quantidade = order.order_items.map(({ quantity }) => units(quantity));
  return {
    id: order.id,
    criado_em: order.date_created,
    atualizado_em: order.last_updated,
    status: order.status,
    total: order.total_amount,
    estornado: order.payments
      ? decimal(sum(order.payments.map((payment) => cents(payment.transaction_amount_refunded))))
      : null,
    tarifas: decimal(sum(tarifas)),
    quantidade: Number(sum(quantidade)),
    anuncio_id: first?.item.id ?? '',
    titulo: first?.item.title.slice(0, LONGEST_TITLE).toWellFormed() ?? '',
    pacote_id: order.pack_id ?? null,
  };
}

/** Each once, as it was last: the same pedido comes in several pages and searches. */
export function keepOrders(orders: Iterable<ReadOrder>): Pedido[] {
  const kept = new Map<string, Pedido>();
  for (const order of orders) {
    const pedido = keepOrder(order);
    if (!pedido) continue;
    const known = kept.get(pedido.id);
    if (!known || isNewer(pedido, known)) kept.set(pedido.id, pedido);
  }
  return [...kept.values()];
}

function isNewer(one: Pedido, other: Pedido): boolean {
  const [mine, theirs] = [Date.parse(one.atualizado_em), Date.parse(other.atualizado_em)];
  return mine === theirs ? other.estornado === null : mine > theirs;
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

/** `'19.90'` → `1990n`; the client writes every amount with two digits. */
const cents = (amount: string | null | undefined) => BigInt((amount ?? '0.00').replace('.', ''));

function decimal(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
