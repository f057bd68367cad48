import * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { ListingIdPage, ListingSearch } from '#modules/marketplace/listings.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { type ItemPage, readItemIds } from './items.ts';
import { STATUS } from './listing-refusal.ts';

/**
 * How many times in a row a scroll may become invalid before a new listing is found. After that the search
 * fails.
 */
const DEATHS = 4;

/**
 * The cursor, which holds the progress of the searches. A scroll becomes invalid when its last answer is
 * lost.
 */
const Progress = z.object({
  /** The index of the current search. */
  search: z.number(),
  /** The id of the scroll. Null at its beginning. */
  scroll: z.string().nullable(),
  /** True when the scroll began at the other end. */
  isReversed: z.boolean(),
  /** The number of listings that the scroll has passed. */
  passed: z.number(),
  /** The largest number of listings that any scroll has passed from the front. */
  fromFront: z.number(),
  /** The same number from the other end. */
  fromEnd: z.number(),
  deaths: z.number(),
  /** True when the search is repeated, because it found fewer listings than Mercado Livre reports. */
  isRepeated: z.boolean(),
  /** The number of new listings that this search found. */
  seen: z.number(),
  /** The number of listings that Mercado Livre reports for this search. */
  total: z.number().nullable(),
  /** The number of listings that the earlier searches found. */
  before: z.number(),
});
type Progress = z.infer<typeof Progress>;

const BEGINNING: Progress = {
  search: 0,
  scroll: null,
  isReversed: false,
  passed: 0,
  fromFront: 0,
  fromEnd: 0,
  deaths: 0,
  isRepeated: false,
  seen: 0,
  total: null,
  before: 0,
};

/**
 * Finds the ids of all listings, page by page. When a scroll becomes invalid, a new one starts at the end
 * from which fewer listings are known.
 */
export async function listingIdsPage(
  client: Client,
  asker: Asker,
  { sellerId, estados }: ListingSearch,
  cursor: string | null,
): Promise<ListingIdPage> {
  const searches = searchesOf(estados);
  let progress = cursor === null ? BEGINNING : Progress.parse(JSON.parse(cursor));
  for (;;) {
    const { search, isReversed, scroll } = progress;
    try {
      const page = await readItemIds(client, asker, {
        userId: sellerId,
        status: searches[search],
        reversed: isReversed,
        scrollId: scroll ?? undefined,
      });
      const current = progress;
      return { ids: page.ids, after: (fresh) => noteOf(after(current, page, fresh), searches.length) };
    } catch (error) {
      const anew = anewAfter(progress);
      if (!isMarketplaceError(error, 'misconfigured') || !anew || anew.deaths > DEATHS) throw error;
      progress = anew;
    }
  }
}

const noteOf = (next: Progress, searches: number) => ({
  cursor: next.search === searches ? null : JSON.stringify(next),
  known: next.before + Math.max(next.seen, next.total ?? 0),
});

/**
 * Returns the statuses to search for. One search without a filter replaces three when all states are wanted.
 */
function searchesOf(estados: readonly string[]): (string | undefined)[] {
  const wanted = Object.entries(STATUS).flatMap(([estado, status]) =>
    estados.includes(estado) ? status : [],
  );
  return wanted.length === Object.keys(STATUS).length ? [undefined] : wanted;
}

function after(progress: Progress, { ids, scrollId, total: said }: ItemPage, fresh: number): Progress {
  const { isReversed, fromFront, fromEnd } = progress;
  const passed = progress.passed + ids.length;
  const seen = progress.seen + fresh;
  const total = said ?? progress.total;
  const next = {
    ...progress,
    scroll: scrollId,
    passed,
    fromFront: isReversed ? fromFront : Math.max(fromFront, passed),
    fromEnd: isReversed ? Math.max(fromEnd, passed) : fromEnd,
    deaths: fresh > 0 ? 0 : progress.deaths,
    seen,
    total,
  };
  // True when a search that restarted at the other end has reached the listings found before.
  const hasMet = fresh === 0 && seen >= (total ?? Number.POSITIVE_INFINITY);
  if (scrollId !== null && !hasMet) return next;
  // A killed job may have lost a page. Another search does not duplicate the listings found.
  if (seen < (total ?? 0) && !progress.isRepeated)
    return { ...next, scroll: null, isReversed: false, passed: 0, isRepeated: true };
  return { ...BEGINNING, search: progress.search + 1, before: progress.before + seen };
}

/**
 * Returns where to restart after the scroll became invalid: at the end from which fewer listings are known,
 * because the new scroll has to pass the known listings again. Returns null when the scroll failed at its
 * very beginning, unless Mercado Livre refused the reverse order.
 */
function anewAfter(progress: Progress): Progress | null {
  const { isReversed, passed, fromFront, fromEnd } = progress;
  if (passed === 0 && !isReversed) return null;
  const deaths = progress.deaths + 1;
  return { ...progress, scroll: null, isReversed: passed > 0 && fromEnd < fromFront, passed: 0, deaths };
}
