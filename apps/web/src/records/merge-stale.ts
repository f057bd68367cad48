type Values = Readonly<Record<string, unknown>>;

export interface StaleChange {
  field: string;
  from: unknown;
  to: unknown;
  /** The person changed this field too; theirs stays until they say otherwise. */
  kept: boolean;
}

/**
 * Three-way merge: `base` is what the form was opened with, `mine` what it holds, `theirs` what somebody
 * saved meanwhile. Nothing typed is lost; what was not touched takes the new value.
 */
export function mergeStale(base: Values, mine: Values, theirs: Values) {
  const values: Record<string, unknown> = {};
  const changes: StaleChange[] = [];
  for (const field of Object.keys(base)) {
    const touched = mine[field] !== base[field];
    const changed = theirs[field] !== base[field];
    values[field] = touched ? mine[field] : theirs[field];
    if (!changed) continue;
    changes.push({
      field,
      from: base[field],
      to: theirs[field],
      kept: touched && mine[field] !== theirs[field],
    });
  }
  return { values, changes };
}
