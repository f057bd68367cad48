import * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import type { Client } from '#modules/mercado-livre/client.ts';

const PAGE = 100;
const BULK = 20;
const PARTS = 206;

const Page = z.object({
  /** Empty or null at the end. A body without `results` is not a page, so it does not end the scan. */
  results: z.array(z.string()).nullable(),
  scroll_id: z.string().nullish(),
  paging: z.object({ total: z.number().int() }).nullish(),
});

/** The sort order that reverses the default order. */
const REVERSED = 'stop_time_desc';

/** A search of a seller's listings. A `scrollId` continues an earlier search of the same kind. */
export interface ItemSearch {
  userId: string;
  status?: string | undefined;
  /** True to start from the other end. */
  reversed?: boolean;
  scrollId?: string | undefined;
}

export interface ItemPage {
  ids: string[];
  /** The cursor of the next page. Null after the last page. */
  scrollId: string | null;
  /** The number of listings that the marketplace reports. */
  total: number | null;
}

/**
 * Reads one page of the ids of a seller's listings. The last page has `scrollId` null and may be empty. The
 * absence of a listing proves its deletion only if the scan ran to its end. A scroll expires, so the caller
 * must not do anything slow between two pages. If an answer is lost, its scroll id becomes invalid and the
 * next request fails with `misconfigured`.
 */
export async function readItemIds(
  client: Client,
  asker: Asker,
  { userId, status, reversed = false, scrollId }: ItemSearch,
): Promise<ItemPage> {
  const query = new URLSearchParams({
    search_type: 'scan',
    limit: String(PAGE),
    ...(reversed && { orders: REVERSED }),
    ...(status && { status }),
    ...(scrollId && { scroll_id: scrollId }),
  });
  const path = `/users/${encodeURIComponent(userId)}/items/search?${query}`;
  const { body } = await client.get(asker, { route: '/users/:id/items/search', path, schema: Page });
  const ids = body.results ?? [];
  // The end is an empty or null `results`, or a missing scroll id.
  const next = ids.length > 0 && body.scroll_id ? body.scroll_id : null;
  return { ids, scrollId: next, total: body.paging?.total ?? null };
}

/** One listing of a bulk read, with its own status. The body is null if it was not read. */
export interface ItemEntry<T> {
  status: number;
  body: T | null;
}

const Entry = z.object({
  status_code: z.number(),
  body: z.looseObject({ id: z.string().optional() }).nullish(),
});

/** Reads the named fields of listings, twenty listings per call. The result has an entry for every id. */
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
      // The marketplace silently leaves out fields that are not named here, including the status.
      attributes: ['status_code', 'body.id', ...wanted.fields.map((field) => `body.${field}`)].join(','),
      include_attributes: 'all',
    });
    const { body, status } = await client.get(asker, {
      route: '/items/bulk',
      path: `/items/bulk?${query}`,
      schema: z.array(Entry),
    });
    // If the whole answer is partial (206), an unreadable entry counts as partial too.
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
  // An entry without a body has no id. Its position identifies it, if there are as many entries as ids.
  const areInPlace = entries.length === ids.length;
  return ids.map((id, n) => {
    const entry = byId.get(id);
    if (!entry) return [id, { status: (areInPlace && entries[n]?.status_code) || 404, body: null }];
    const isGood = entry.status_code === 200 || entry.status_code === 206;
    if (!isGood) return [id, { status: entry.status_code, body: null }];
    // An unreadable entry does not affect the others.
    return [id, { status: entry.status_code, body: schema.safeParse(entry.body).data ?? null }];
  });
}
