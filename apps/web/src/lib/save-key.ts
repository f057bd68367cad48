/**
 * One idempotency key per save: sending the same content again after a failure keeps it, so a save whose
 * answer was lost is not made twice. Changed content is another save.
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
