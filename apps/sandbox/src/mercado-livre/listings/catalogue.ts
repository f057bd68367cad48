import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { type Face, faceOf, STATUSES } from './face.ts';
import { type Edits, type Item, listingOf } from './listing.ts';

/** The listings of one seller. They are generated on demand, and only changes are stored. */
export interface Catalogue {
  readonly count: number;
  /** Increases with every change. */
  readonly version: number;
  face(index: number): Face;
  item(index: number, options: { picturesUrl: string; includesAll: boolean }): Item;
  edits(index: number): Edits;
  change(index: number, face: Partial<Face>, edits?: Edits): void;
  /** Appends new listings, which start now. */
  add(how: number): number[];
  /** The status of each listing, as its index in STATUSES. */
  statuses(): Uint8Array;
  /** The indexes of the listings sorted by a key. They are cached until a listing changes. */
  sorted(name: string, key: (face: Face) => number): Uint32Array;
  readonly changed: ReadonlyMap<number, unknown>;
}

export function openCatalogue(seller: SellerSeed, initial: number, now: () => number): Catalogue {
  const changes = new Map<number, { face: Partial<Face>; edits: Edits }>();
  const orders = new Map<string, Uint32Array>();
  let count = initial;
  let version = 0;
  let statuses: Uint8Array | undefined;

  const face = (index: number): Face => {
    const made = faceOf(seller, index, initial);
    const change = changes.get(index);
    return change ? { ...made, ...change.face } : made;
  };
  const edits = (index: number) => changes.get(index)?.edits ?? {};
  const change: Catalogue['change'] = (index, changedFace, changedEdits = {}) => {
    const before = changes.get(index);
    changes.set(index, {
      face: { ...before?.face, updatedAt: now(), ...changedFace },
      edits: { ...before?.edits, ...changedEdits },
    });
    version += 1;
    orders.clear();
    if (statuses && changedFace.status) statuses[index] = STATUSES.indexOf(changedFace.status);
  };

  return {
    get count() {
      return count;
    },
    get version() {
      return version;
    },
    changed: changes,
    face,
    edits,
    change,
    item: (index, options) =>
      listingOf(seller, index, face(index), edits(index), { ...options, hasNext: index + 1 < count }),
    add(how) {
      const added = Array.from({ length: how }, (_, n) => count + n);
      count += how;
      statuses = undefined;
      for (const index of added)
        change(index, { status: 'active', subStatus: [], startedAt: now(), sold: 0, quantity: 10 });
      return added;
    },
    statuses() {
      statuses ??= Uint8Array.from({ length: count }, (_, index) => STATUSES.indexOf(face(index).status));
      return statuses;
    },
    sorted(name, key) {
      const known = orders.get(name);
      if (known) return known;
      const keys = Float64Array.from({ length: count }, (_, index) => key(face(index)));
      const sorted = Uint32Array.from({ length: count }, (_, index) => index).sort(
        (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b,
      );
      orders.set(name, sorted);
      return sorted;
    },
  };
}
