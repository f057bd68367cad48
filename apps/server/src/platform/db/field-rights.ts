import { DIREITO_DO_CAMPO } from '@prumo/contract/papeis.ts';

/** The fields among these that only people with a certain right see. */
export const guardedFields = (names: readonly string[]): string[] =>
  names.filter((name) => DIREITO_DO_CAMPO.has(name));

/** SQL: whether the transaction may see all these fields. PostgreSQL computes it once per statement. */
export function maySee(fields: readonly string[]): string {
  const rights = new Set(fields.map((field) => DIREITO_DO_CAMPO.get(field)));
  return `(select ${[...rights].map((right) => `has_right('${right}')`).join(' and ')})`;
}

/** SQL: a `text[]` of the fields among these that the transaction may not see. */
export function hiddenOf(names: readonly string[]): string {
  const fields = guardedFields(names);
  if (fields.length === 0) return "'{}'::text[]";
  const list = fields.map((field) => `'${field}'`).join(', ');
  return `case when ${maySee(fields)} then '{}' else array[${list}] end::text[]`;
}

/** SQL: the fields that the transaction may not see, of every register. */
export const HIDDEN_FIELDS = hiddenOf([...DIREITO_DO_CAMPO.keys()]);

/** A row of a query that selects `hiddenOf` as `ocultos`, without these fields. */
export function visible<Row extends object>(row: Row & { ocultos: readonly string[] }): Row {
  const { ocultos, ...rest } = row;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !ocultos.includes(name))) as Row;
}
