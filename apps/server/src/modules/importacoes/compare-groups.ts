/** What tells whether two units are one produto. */
export interface Likeness {
  chave: string;
  /** Null where the seller gave none. */
  sku: string | null;
  produto_fisico: string | null;
  gemeos: readonly string[];
}

export interface Membership {
  /** The first of those that are one produto. */
  mesmo_produto: string;
  /** The marketplace says so; otherwise the SKU does. */
  isTwin: boolean;
}

/**
 * Which units are one produto: those the marketplace calls one physical thing or relates to each other, and those with
 * one SKU, over as many steps as it takes. Units that are alone are not among them.
 */
export function groupsOf(units: Iterable<Likeness>): Map<string, Membership> {
  const all = [...units];
  const place = new Map(all.map(({ chave }, n) => [chave, n]));
  const parent = all.map((_, n) => n);
  const twins = new Set<number>();

  const rootOf = (n: number): number => {
    let root = n;
    while (parent[root] !== root) root = parent[root] ?? root;
    // The way is shortened for who comes next.
    for (let at = n; at !== root; ) {
      const next = parent[at] ?? root;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  const join = (one: number, other: number) => {
    const [first, second] = [rootOf(one), rootOf(other)];
    // The root is the first of all, so that everybody agrees which one it is.
    if (first !== second) parent[Math.max(first, second)] = Math.min(first, second);
  };
  const joinBy = (keyOf: (unit: Likeness) => string | null, areTwins: boolean) => {
    const firsts = new Map<string, number>();
    for (const [n, unit] of all.entries()) {
      const key = keyOf(unit);
      if (key === null) continue;
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, n);
      else {
        join(first, n);
        if (areTwins) twins.add(first).add(n);
      }
    }
  };

  joinBy(({ produto_fisico }) => produto_fisico, true);
  for (const [n, { gemeos }] of all.entries())
    for (const gemeo of gemeos) {
      const other = place.get(gemeo);
      if (other === undefined || other === n) continue;
      join(n, other);
      twins.add(n).add(other);
    }
  joinBy(({ sku }) => sku, false);

  const sizes = new Map<number, number>();
  for (const n of all.keys()) sizes.set(rootOf(n), (sizes.get(rootOf(n)) ?? 0) + 1);
  const groups = new Map<string, Membership>();
  for (const [n, { chave }] of all.entries()) {
    const root = rootOf(n);
    if ((sizes.get(root) ?? 0) > 1)
      groups.set(chave, { mesmo_produto: all[root]?.chave ?? chave, isTwin: twins.has(n) });
  }
  return groups;
}
