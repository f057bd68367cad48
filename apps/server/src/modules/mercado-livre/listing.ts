import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { MarketplaceError } from '#modules/contas/marketplace.ts';
import { decimal } from './amount.ts';
import type { Asker, Client } from './client.ts';
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

/** What must be there is what no produto can be made without: an answer in parts leaves it out, it is not empty. */
const Listing = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  sub_status: z.array(z.string()).nullish(),
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
export type Listing = z.infer<typeof Listing>;

const FIELDS = Object.keys(Listing.shape).filter((name) => name !== 'id');

/** Why there is no listing: gone, not ours to see, or not told whole however often it was asked for. */
export type Unread = 'missing' | 'forbidden' | 'unreadable';

/** Of twenty each; more at once would only wait for their turn. */
const BULK = 20;
export const LISTINGS_AT_ONCE = 4 * BULK;
/** What cannot be read may stay so; what failed over there, or came in parts, comes when that is mended. */
const READINGS = { unreadable: 3, failed: 5 } as const;
const FIRST_PAUSE_MS = 200;
/** Where more of them failed to the last it is not about the listings: later all will come. */
const MOST_FAILED = 2;

/** Every id has its entry. What could not be loaded, or only in parts, is asked for again. */
export async function readListings(
  client: Client,
  asker: Asker,
  ids: readonly string[],
): Promise<Map<string, Listing | Unread>> {
  const found = new Map<string, Listing | Unread>();
  const failed = new Set<string>();
  const isWanted = (id: string, readings: number) =>
    found.get(id) === 'unreadable' && readings < READINGS[failed.has(id) ? 'failed' : 'unreadable'];
  let wanted = [...new Set(ids)];
  for (let reading = 1; wanted.length > 0; reading++) {
    const groups = Array.from({ length: Math.ceil(wanted.length / BULK) }, (_, n) =>
      wanted.slice(n * BULK, (n + 1) * BULK),
    );
    const answers = await Promise.all(
      groups.map((group) => readItems(client, asker, { ids: group, fields: FIELDS, schema: Listing })),
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
