/** What tells whether two units are one produto. */
export interface Likeness {
  chave: string;
  /** Null where the seller gave none. */
  sku: string | null;
  gtins: readonly string[];
  /** Without case and accents; null where there is none. */
  marca: string | null;
  categoria_ml_id: string;
  produto_fisico: string | null;
  gemeos: readonly string[];
}

export interface Membership {
  /** The first of those that are one produto for certain; itself where it is alone. */
  mesmo_produto: string;
  /** The marketplace says so; otherwise the SKU does. */
  isTwin: boolean;
  /** Of the first of them: the first of all those that a person may call one produto with it. */
  talvez: { chave: string; por: 'sku' | 'gtin' } | null;
  /** So many have its SKU, or such different ones, that it says little. */
  hasVagueSku: boolean;
}

/** More than so many things with one SKU: it is no name of any of them. */
const HANDFUL = 10;

/**
 * Which units are one produto: those the marketplace calls one physical thing or relates to each other, and those with
 * one SKU, over as many steps as it takes. Those with one SKU that are not alike, and those with one GTIN, may be.
 * Units that are alone are not among them.
 */
export function groupsOf(units: Iterable<Likeness>): Map<string, Membership> {
  const all = [...units];
  const place = new Map(all.map(({ chave }, n) => [chave, n]));
  const certain = unionsOf(all.length);
  const twins = new Set<number>();

  const joinTwins = (one: number, other: number) => {
    certain.join(one, other);
    twins.add(one).add(other);
  };
  for (const [first = 0, ...others] of placesBy(all, ({ produto_fisico }) => produto_fisico))
    for (const n of others) joinTwins(first, n);
  for (const [n, { gemeos }] of all.entries())
    for (const gemeo of gemeos) {
      const other = place.get(gemeo);
      if (other !== undefined && other !== n) joinTwins(n, other);
    }

  const vague: number[][] = [];
  for (const places of placesBy(all, ({ sku }) => sku)) {
    const things = new Set(places.map(certain.rootOf)).size;
    if (things === 1) continue;
    const members = places.flatMap((n) => all[n] ?? []);
    if (things > HANDFUL || !areAlike(members)) vague.push(places);
    else for (const n of places) certain.join(places[0] ?? n, n);
  }

  const perhaps = unionsOf(all.length);
  const reasons = new Map<number, 'sku' | 'gtin'>();
  const joinPerhaps = (roots: readonly number[], por: 'sku' | 'gtin') => {
    for (const root of roots) {
      perhaps.join(roots[0] ?? root, root);
      if (!reasons.has(root)) reasons.set(root, por);
    }
  };
  for (const places of vague) joinPerhaps([...new Set(places.map(certain.rootOf))], 'sku');
  const skus = new Map<number, string>();
  for (const [n, { sku }] of all.entries()) if (sku !== null) skus.set(certain.rootOf(n), sku);
  for (const places of placesBy(all, gtinsOf)) {
    // Variations of one anuncio are never one thing, whatever code was copied to them.
    if (new Set(places.map((n) => all[n]?.chave.split('/')[0])).size < places.length) continue;
    const roots = [...new Set(places.map(certain.rootOf))];
    // Those with SKUs of their own may be one thing and a kit of it.
    const isKit = new Set(roots.flatMap((root) => skus.get(root) ?? [])).size > 1;
    const open = isKit ? roots.filter((root) => !skus.has(root)) : roots;
    if (open.length > 1) joinPerhaps(open, 'gtin');
  }

  const sizes = new Map<number, number>();
  for (const n of all.keys()) sizes.set(certain.rootOf(n), (sizes.get(certain.rootOf(n)) ?? 0) + 1);
  const hasVagueSku = new Set(vague.flat());
  const groups = new Map<string, Membership>();
  for (const [n, { chave }] of all.entries()) {
    const root = certain.rootOf(n);
    if (sizes.get(root) === 1 && !reasons.has(root)) continue;
    const other = perhaps.rootOf(root);
    const por = n === root && other !== root ? reasons.get(root) : undefined;
    groups.set(chave, {
      mesmo_produto: all[root]?.chave ?? chave,
      isTwin: twins.has(n),
      talvez: por ? { chave: all[other]?.chave ?? chave, por } : null,
      hasVagueSku: hasVagueSku.has(n),
    });
  }
  return groups;
}

/** Whether nothing they say tells them apart. What one does not say is no difference. */
function areAlike(members: readonly Likeness[]): boolean {
  const marcas = new Set(members.flatMap(({ marca }) => marca ?? []));
  const categorias = new Set(members.map(({ categoria_ml_id }) => categoria_ml_id));
  if (marcas.size > 1 || categorias.size > 1) return false;
  const [first, ...others] = members.map(gtinsOf).filter((gtins) => gtins.length > 0);
  return first === undefined || first.some((gtin) => others.every((each) => each.includes(gtin)));
}

const LONGEST_GTIN = 14;

/** A shorter one is the same with noughts before it; of noughts alone it is none. */
function gtinsOf({ gtins }: Likeness): string[] {
  const long = gtins.filter((gtin) => /[^0]/.test(gtin)).map((gtin) => gtin.padStart(LONGEST_GTIN, '0'));
  return long.length < 2 ? long : [...new Set(long)];
}

/** Where those with one key are, of each key that several have. */
function placesBy(
  all: readonly Likeness[],
  keysOf: (unit: Likeness) => readonly string[] | string | null,
): number[][] {
  const firsts = new Map<string, number>();
  const places = new Map<string, number[]>();
  for (const [n, unit] of all.entries())
    for (const key of [keysOf(unit) ?? []].flat()) {
      const first = firsts.get(key);
      const known = places.get(key);
      if (first === undefined) firsts.set(key, n);
      else if (known) known.push(n);
      else places.set(key, [first, n]);
    }
  return [...places.values()];
}

/** So many that are alone, to be joined. */
function unionsOf(count: number) {
  const parent = Array.from({ length: count }, (_, n) => n);
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
  return { rootOf, join };
}
