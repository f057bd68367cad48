/**
 * Selects the fields named by paths such as `shipping.logistic_type`. In a list, it selects them in each
 * entry.
 */
export function select(from: unknown, paths: readonly string[]): Record<string, unknown> {
  const selected: Record<string, unknown> = {};
  const heads = new Map<string, string[]>();
  for (const path of paths) {
    const [head = '', ...rest] = path.split('.');
    heads.set(head, [...(heads.get(head) ?? []), rest.join('.')]);
  }
  for (const [head, rests] of heads) {
    if (typeof from !== 'object' || from === null || !Object.hasOwn(from, head)) continue;
    const value: unknown = Reflect.get(from, head);
    const deeper = rests.filter((rest) => rest !== '');
    const isWhole = deeper.length < rests.length || typeof value !== 'object' || value === null;
    if (isWhole) selected[head] = value;
    else
      selected[head] = Array.isArray(value)
        ? value.map((each) => select(each, deeper))
        : select(value, deeper);
  }
  return selected;
}
