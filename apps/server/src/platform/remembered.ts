/**
 * Caches the result of `load` for `lifeMs` after it arrives. Concurrent callers share one load. A failure is
 * not cached. For many keys use `lru-cache` instead.
 */
export function remembered<T>(
  lifeMs: number,
  load: () => Promise<T>,
  now = () => Date.now(),
): () => Promise<T> {
  let known: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (known && now() < known.until) return known.value;
    const asked = { value: load(), until: Number.POSITIVE_INFINITY };
    known = asked;
    asked.value.then(
      () => {
        asked.until = now() + lifeMs;
      },
      () => {
        if (known === asked) known = undefined;
      },
    );
    return asked.value;
  };
}
