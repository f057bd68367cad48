import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * A client whose invalidation also reaches the first read of a query. TanStack Query keeps a first read that is under
 * way and takes its answer as fresh, though the server may have answered before the change.
 */
export class FreshQueryClient extends QueryClient {
  readonly #awaited = new Set<Query>();

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const { refetchType, ...matching } = filters;
    const starting = this.getQueryCache()
      .findAll({ ...matching, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    for (const query of starting) {
      // A silent cancellation passes the answer of the next read on to everyone who waits for this one.
      if (query.isActive() && refetchType !== 'none') void query.cancel({ silent: true });
      else void this.#invalidateAnswer(query);
    }
    return super.invalidateQueries(filters, options);
  }

  /** Waits for the read under way, because a caller may need its answer, and then marks the answer as old. */
  async #invalidateAnswer(query: Query): Promise<void> {
    if (this.#awaited.has(query)) return;
    this.#awaited.add(query);
    try {
      await query.fetch();
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true });
    } catch {
      // A failed read has no answer, so the next one reads again.
    } finally {
      this.#awaited.delete(query);
    }
  }
}
