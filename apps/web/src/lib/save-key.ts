export interface SaveKey {
  content: string;
  key: string;
}

/**
 * Creates one idempotency key per save. A retry with the same content keeps the key, so a save whose answer was lost
 * runs once. Changed content is a new save and gets a new key.
 */
export function saveKeys() {
  let last: SaveKey | undefined;
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content);
      if (last?.content !== text) last = { content: text, key: crypto.randomUUID() };
      return last.key;
    },
    forget() {
      last = undefined;
    },
    /** The key of the last save, for a draft. After a reload `resume` takes it over. */
    last: () => last,
    resume(from: SaveKey | undefined) {
      last = from;
    },
  };
}
