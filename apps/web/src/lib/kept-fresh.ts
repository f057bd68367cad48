let tags: ReadonlySet<unknown> = new Set();

/**
 * Names the tags whose queries the stream of changes keeps up to date (`features/novidades`). Without a stream there are
 * none.
 */
export const keepFresh = (kept: ReadonlySet<unknown>) => {
  tags = kept;
};

/** True when a change of another person reaches this query by itself. */
export const isKeptFresh = ({ queryKey }: { queryKey: readonly unknown[] }) => tags.has(queryKey[0]);
