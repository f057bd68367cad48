type Values = Readonly<Record<string, unknown>>;

export interface StaleChange {
  field: string;
  from: unknown;
  to: unknown;
  /** True when the person also changed this field. Their value stays until they take the other one. */
  kept: boolean;
}

/** Merges the three states of one field, for values that have parts. */
export type Merge = (base: unknown, mine: unknown, theirs: unknown) => unknown;

/**
 * Three-way merge. `base` is the record the form opened with, `mine` the current form, `theirs` the version another
 * person saved meanwhile. Typed values are kept; untouched fields take the new value.
 */
export function mergeStale(
  base: Values,
  mine: Values,
  theirs: Values,
  merges: Readonly<Record<string, Merge>> = {},
) {
  const values: Record<string, unknown> = {};
  const changes: StaleChange[] = [];
  for (const field of Object.keys(base)) {
    // The server leaves out a field whose right the person has lost meanwhile.
    if (!(field in theirs)) continue;
    const merge = merges[field] ?? mergeValue;
    values[field] = merge(base[field], mine[field], theirs[field]);
    if (isSame(theirs[field], base[field])) continue;
    changes.push({
      field,
      from: base[field],
      to: theirs[field],
      kept: !isSame(mine[field], base[field]) && !isSame(values[field], theirs[field]),
    });
  }
  return { values, changes };
}

/** Fields contain texts, numbers and lists of plain values, so equal JSON means equal values. */
const isSame = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

const mergeValue: Merge = (base, mine, theirs) => {
  if (isSame(mine, base)) return theirs;
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs))
    return mergeList(base, mine, theirs);
  return mine;
};

/** Keeps the person's order, drops the items the other person removed, and appends the ones they added. */
function mergeList(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] {
  const kept = mine.filter((each) => theirs.includes(each) || !base.includes(each));
  const added = theirs.filter((each) => !base.includes(each) && !mine.includes(each));
  return [...kept, ...added];
}
