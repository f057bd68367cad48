/**
 * Creates one idempotency key per save. A retry with the same content keeps the key, so a save whose answer was lost
 * runs once. Changed content is a new save and gets a new key.
 */
export function saveKeys() {
  let last: { content: string; key: string } | undefined;
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content);
      if (last?.content !== text) last = { content: text, key: crypto.randomUUID() };
      return last.key;
    },
    forget() {
      last = undefined;
    },
  };
}
