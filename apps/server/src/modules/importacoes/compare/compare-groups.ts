/** The facts that decide whether two units are one produto. */
export interface Likeness {
  chave: string;
  /** The SKU of the seller. Null when the seller gave none. */
  sku: string | null;
  gtins: readonly string[];
  /** The marca without case and accents. Null when there is none. */
  marca: string | null;
  categoria_externa_id: string;
  produto_fisico: string | null;
  gemeos: readonly string[];
}

export interface Membership {
  /**
   * The key of the first unit that is certainly the same produto. It is the own key of the unit when there is
   * no other.
   */
  mesmo_produto: string;
  /** True when the marketplace relates the unit to another unit. False when only the SKU does. */
  isTwin: boolean;
  /**
   * The first unit of another group that a person may declare the same produto. Set only on the first unit of
   * a group.
   */
  talvez: { chave: string; por: 'sku' | 'gtin' } | null;
  /** True when too many or too different units share the SKU, so that it does not identify a produto. */
  hasVagueSku: boolean;
}

/** A SKU that more units than this share identifies no produto. Twins count as one unit. */
const HANDFUL = 10;

/**
 * Groups the units that are one produto. The marketplace assigns them to one physical product or relates them
 * to each other, or they share a SKU. The relation is transitive. Units that share a SKU but differ, and
 * units that share a GTIN, may be one produto. The result omits units without a group.
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
    // Variations of one anuncio are never one produto, even if a code was copied to all of them.
    if (new Set(places.map((n) => all[n]?.chave.split(' ')[0])).size < places.length) continue;
    const roots = [...new Set(places.map(certain.rootOf))];
    // Units with different SKUs of their own may be a product and a kit of it.
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

/** True when the units have no differing attribute. A missing attribute is no difference. */
function areAlike(members: readonly Likeness[]): boolean {
  const marcas = new Set(members.flatMap(({ marca }) => marca ?? []));
  const categorias = new Set(members.map(({ categoria_externa_id }) => categoria_externa_id));
  if (marcas.size > 1 || categorias.size > 1) return false;
  const [first, ...others] = members.map(gtinsOf).filter((gtins) => gtins.length > 0);
  return first === undefined || first.some((gtin) => others.every((each) => each.includes(gtin)));
}

const LONGEST_GTIN = 14;

/**
 * Pads shorter GTINs with zeros, because the padded text is the same code. Omits GTINs that consist of zeros.
 */
function gtinsOf({ gtins }: Likeness): string[] {
  const long = gtins.filter((gtin) => /[^0]/.test(gtin)).map((gtin) => gtin.padStart(LONGEST_GTIN, '0'));
  return long.length < 2 ? long : [...new Set(long)];
}

/** Returns, for each key that several units share, the indexes of those units. */
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

/** A disjoint-set (union-find) over `count` elements. */
function unionsOf(count: number) {
  const parent = Array.from({ length: count }, (_, n) => n);
  const rootOf = (n: number): number => {
    let root = n;
    while (parent[root] !== root) root = parent[root] ?? root;
    // Path compression makes later lookups shorter.
    for (let at = n; at !== root; ) {
      const next = parent[at] ?? root;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  const join = (one: number, other: number) => {
    const [first, second] = [rootOf(one), rootOf(other)];
    // The root is always the first element, so that the result does not depend on the order of joins.
    if (first !== second) parent[Math.max(first, second)] = Math.min(first, second);
  };
  return { rootOf, join };
}
