type Values = Readonly<Record<string, unknown>>;

export interface StaleChange {
  field: string;
  from: unknown;
  to: unknown;
  /** The person changed this field too; theirs stays until they say otherwise. */
  kept: boolean;
}

/** How the three states of one field become one, where a value has parts. */
export type Merge = (base: unknown, mine: unknown, theirs: unknown) => unknown;

/**
 * Three-way merge: `base` is what the form was opened with, `mine` what it holds, `theirs` what somebody
 * saved meanwhile. Nothing typed is lost; what was not touched takes the new value.
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

/** Fields hold texts, numbers and lists of plain values: what is written the same is the same. */
export const isSame = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

const mergeValue: Merge = (base, mine, theirs) => {
  if (isSame(mine, base)) return theirs;
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs))
    return mergeList(base, mine, theirs);
  return mine;
};

/** In the person's order, without what the others took out, and with what they added. */
function mergeList(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] {
  const kept = mine.filter((each) => theirs.includes(each) || !base.includes(each));
  const added = theirs.filter((each) => !base.includes(each) && !mine.includes(each));
  return [...kept, ...added];
}
