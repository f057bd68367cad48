import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import { decimal } from '#modules/mercado-livre/amount.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { readItems } from './items.ts';

const Attribute = z.object({
  id: z.string(),
  value_name: z.string().nullish(),
  values: z.array(z.object({ name: z.string().nullish() })).nullish(),
});
export type Attribute = z.infer<typeof Attribute>;

const Relation = z.object({ id: z.string(), variation_id: z.union([z.number(), z.string()]).nullish() });

const Variation = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  price: decimal.nullish(),
  available_quantity: z.number(),
  attribute_combinations: z.array(Attribute).nullish(),
  attributes: z.array(Attribute).nullish(),
  picture_ids: z.array(z.string()).nullish(),
  seller_custom_field: z.string().nullish(),
  user_product_id: z.string().nullish(),
  item_relations: z.array(Relation).nullish(),
});
export type Variation = z.infer<typeof Variation>;

/**
 * A field is required if no produto can be created without it. A partial answer omits such a field instead of
 * leaving it empty.
 */
const Item = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  sub_status: z.array(z.string()).nullish(),
  tags: z.array(z.string()).nullish(),
  category_id: z.string(),
  price: decimal.nullable(),
  currency_id: z.string().nullish(),
  available_quantity: z.number(),
  attributes: z.array(Attribute),
  pictures: z.array(
    z.object({ id: z.string().nullish(), url: z.string().nullish(), secure_url: z.string().nullish() }),
  ),
  shipping: z.object({ logistic_type: z.string().nullish() }),
  variations: z.array(Variation).nullish(),
  seller_custom_field: z.string().nullish(),
  user_product_id: z.string().nullish(),
  item_relations: z.array(Relation).nullish(),
  last_updated: z.iso.datetime({ offset: true }),
});
export type Item = z.infer<typeof Item>;

const FIELDS = Object.keys(Item.shape).filter((name) => name !== 'id');

/**
 * The reason why a listing could not be read: it does not exist, it is forbidden, or it stayed incomplete
 * after all attempts.
 */
export type Unread = 'missing' | 'forbidden' | 'unreadable';

/** The maximum number of ids per call. */
const BULK = 20;
/** Four calls run concurrently. More calls would only wait in the budget. */
export const LISTINGS_AT_ONCE = 4 * BULK;
/**
 * The maximum number of readings of an entry. An unreadable entry may stay unreadable. A failed or partial
 * entry becomes readable when the marketplace recovers.
 */
const READINGS = { unreadable: 3, failed: 5 } as const;
const FIRST_PAUSE_MS = 200;
/**
 * If more entries than this fail in all readings, the marketplace is at fault and a later read will succeed.
 */
const MOST_FAILED = 2;

/** The result has an entry for every id. Failed and partial entries are read again. */
export async function readListings(
  client: Client,
  asker: Asker,
  ids: readonly string[],
): Promise<Map<string, Item | Unread>> {
  const found = new Map<string, Item | Unread>();
  const failed = new Set<string>();
  const isWanted = (id: string, readings: number) =>
    found.get(id) === 'unreadable' && readings < READINGS[failed.has(id) ? 'failed' : 'unreadable'];
  let wanted = [...new Set(ids)];
  for (let reading = 1; wanted.length > 0; reading++) {
    const groups = Array.from({ length: Math.ceil(wanted.length / BULK) }, (_, n) =>
      wanted.slice(n * BULK, (n + 1) * BULK),
    );
    const answers = await Promise.all(
      groups.map((group) => readItems(client, asker, { ids: group, fields: FIELDS, schema: Item })),
    );
    for (const answer of answers)
      for (const [id, { status, body }] of answer) {
        found.set(id, body ?? unread(status));
        if (!body && hasFailed(status)) failed.add(id);
        else failed.delete(id);
      }
    wanted = wanted.filter((id) => isWanted(id, reading));
    if (failed.size > 0 && wanted.length > 0) await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** reading);
  }
  if (failed.size > MOST_FAILED) throw new MarketplaceError('unavailable');
  return found;
}

const hasFailed = (status: number) => status === 206 || status === 429 || status >= 500;

function unread(status: number): Unread {
  if (status === 404 || status === 410) return 'missing';
  return status === 403 ? 'forbidden' : 'unreadable';
}
