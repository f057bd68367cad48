import pLimit from 'p-limit';

interface How<Item> {
  /** The number of items that one `select` requests, besides those already tried. */
  batch: number;
  /** The number of items processed concurrently. */
  atOnce: number;
  keyOf: (item: Item) => string;
  /** When this returns true, no further item starts. */
  isOver: () => boolean;
  /** Called for each item that fails. The other items continue. */
  onError: (item: Item, error: unknown) => void;
}

/**
 * Calls `work` for every item that `select` returns, batch by batch, until none is left or `isOver` returns
 * true. Each item is tried once. A failed item stays in the selection, so the limit grows by the number of
 * tried items to reach those behind it.
 */
export async function eachInBatches<Item>(
  select: (limit: number) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<void>,
  { batch, atOnce, keyOf, isOver, onError }: How<Item>,
): Promise<void> {
  const tried = new Set<string>();
  const limit = pLimit(atOnce);
  while (!isOver()) {
    const items = (await select(batch + tried.size)).filter((item) => !tried.has(keyOf(item)));
    if (items.length === 0) return;
    await limit.map(items, async (item) => {
      if (isOver()) return;
      tried.add(keyOf(item));
      await work(item).catch((error: unknown) => onError(item, error));
    });
  }
}
