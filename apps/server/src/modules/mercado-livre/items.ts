import * as z from 'zod';
import type { Asker, Client } from './client.ts';

const PAGE = 100;
const BULK = 20;
const PARTS = 206;

const Page = z.object({
  /** Empty or null at the end. Where it is missing, something else was answered, and nothing has ended. */
  results: z.array(z.string()).nullable(),
  scroll_id: z.string().nullish(),
  paging: z.object({ total: z.number().int() }).nullish(),
});

/** The reverse of the order they come in by themselves. */
const REVERSED = 'stop_time_desc';

/** Which of a seller's listings; a `scrollId` goes on where an earlier search of the same kind was left. */
export interface ItemSearch {
  userId: string;
  status?: string | undefined;
  /** From the other end. */
  reversed?: boolean;
  scrollId?: string | undefined;
}

export interface ItemPage {
  ids: string[];
  /** Where the next page begins; null after the last. */
  scrollId: string | null;
  /** How many the marketplace says there are. */
  total: number | null;
}

/**
 * The ids of a seller's listings, a page at a time, the last of them empty. What is not among them is gone only if this
 * came to its end. A scroll does not wait, so nothing slow is to be done in between; and it dies with a lost answer,
 * which is said as `misconfigured`.
 */
export async function* scanItemIds(
  client: Client,
  asker: Asker,
  { userId, status, reversed = false, scrollId }: ItemSearch,
): AsyncGenerator<ItemPage> {
  const query = new URLSearchParams({
    search_type: 'scan',
    limit: String(PAGE),
    ...(reversed && { orders: REVERSED }),
    ...(status && { status }),
    ...(scrollId && { scroll_id: scrollId }),
  });
  for (;;) {
    const path = `/users/${encodeURIComponent(userId)}/items/search?${query}`;
    const { body } = await client.get(asker, { route: '/users/:id/items/search', path, schema: Page });
    const ids = body.results ?? [];
    // The end is told in any of three ways.
    const next = ids.length > 0 && body.scroll_id ? body.scroll_id : null;
    yield { ids, scrollId: next, total: body.paging?.total ?? null };
    if (next === null) return;
    query.set('scroll_id', next);
  }
}

/** One listing of a bulk read: each has a status of its own, and a body where it went well and can be read. */
export interface ItemEntry<T> {
  status: number;
  body: T | null;
}

const Entry = z.object({
  status_code: z.number(),
  body: z.looseObject({ id: z.string().optional() }).nullish(),
});

/** Reads listings, twenty at a time, with the named fields. Every id asked for has its entry. */
export async function readItems<T>(
  client: Client,
  asker: Asker,
  wanted: { ids: readonly string[]; fields: readonly string[]; schema: z.ZodType<T> },
): Promise<Map<string, ItemEntry<T>>> {
  const unique = [...new Set(wanted.ids)];
  const found = new Map<string, ItemEntry<T>>();
  for (let at = 0; at < unique.length; at += BULK) {
    const ids = unique.slice(at, at + BULK);
    const query = new URLSearchParams({
      ids: ids.join(','),
      // What is not named here is silently left out, the status too.
      attributes: ['status_code', 'body.id', ...wanted.fields.map((field) => `body.${field}`)].join(','),
      include_attributes: 'all',
    });
    const { body, status } = await client.get(asker, {
      route: '/items/bulk',
      path: `/items/bulk?${query}`,
      schema: z.array(Entry),
    });
    // Where the whole answer came in parts, so did what cannot be read of it.
    for (const [id, entry] of entriesOf(ids, body, wanted.schema))
      found.set(id, entry.body === null && status === PARTS ? { status: PARTS, body: null } : entry);
  }
  return found;
}

function entriesOf<T>(
  ids: readonly string[],
  entries: readonly z.infer<typeof Entry>[],
  schema: z.ZodType<T>,
): [string, ItemEntry<T>][] {
  const byId = new Map(entries.flatMap((entry) => (entry.body?.id ? [[entry.body.id, entry] as const] : [])));
  // Those without a body have no id either; they are told apart by their place, if the places can be trusted.
  const areInPlace = entries.length === ids.length;
  return ids.map((id, n) => {
    const entry = byId.get(id);
    if (!entry) return [id, { status: (areInPlace && entries[n]?.status_code) || 404, body: null }];
    const isGood = entry.status_code === 200 || entry.status_code === 206;
    if (!isGood) return [id, { status: entry.status_code, body: null }];
    // One that cannot be read says nothing about the others.
    return [id, { status: entry.status_code, body: schema.safeParse(entry.body).data ?? null }];
  });
}
