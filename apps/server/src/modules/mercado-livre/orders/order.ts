import * as z from 'zod';
import { decimal } from '#modules/mercado-livre/amount.ts';

/** The maximum quantity of an item. It is more than any order has. */
const MOST_UNITS = 1_000_000;

export const id = z.number().int().transform(String);
/** Makes the text storable: removes NUL characters, and replaces half surrogate pairs by U+FFFD. */
export const text = z.string().transform((written) => written.replaceAll('\0', '').toWellFormed());
const instant = z.iso.datetime({ offset: true });

/** Contains only the fields that the product reads, and nothing about the buyer. */
export const Order = z.object({
  id,
  status: text,
  date_created: instant,
  last_updated: instant,
  total_amount: decimal,
  currency_id: z.string(),
  pack_id: id.nullish(),
  tags: z.array(z.string()).nullish(),
  order_items: z.array(
    z.object({
      item: z.object({ id: text, title: text }),
      quantity: z.number().min(0).max(MOST_UNITS),
      unit_price: decimal,
      /** The fee for one unit. */
      sale_fee: decimal.nullish(),
    }),
  ),
  /** Missing in a partial answer. */
  payments: z.array(z.object({ transaction_amount_refunded: decimal.nullish() })).optional(),
});
export type Order = z.infer<typeof Order>;

/**
 * An order that is malformed apart from these fields. An entry without an id makes the whole answer invalid.
 */
const Unread = z.object({ id, date_created: instant.nullish().catch(null) });

/** Each entry is parsed separately, so that a malformed order with an id does not make the answer invalid. */
export const Entry = z.union([
  Order.transform((order) => ({ order, unread: null })),
  Unread.transform((unread) => ({ order: null, unread })),
]);

export const Found = z.object({ paging: z.object({ total: z.number().int() }), results: z.array(Entry) });
export type FoundOrders = z.infer<typeof Found>;
