import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { type Schema, schemaOf } from '../../apps/server/src/testing/contract-schema.ts';

/** A text field of a body: a string that the contract limits to no list, id, date or number. */
export interface TextField {
  /** The way to the field. `0` is the first entry of a list. */
  path: readonly (string | number)[];
  maxLength: number;
}

const FORMATS = new Set(['uuid', 'date', 'date-time']);
const LONGEST = 2000;

/** A decimal or a code of digits. */
const isNumber = ({ pattern }: Schema) =>
  pattern !== undefined &&
  /^\^/.test(pattern) &&
  new RegExp(pattern).test('1') &&
  !new RegExp(pattern).test('a');

/** Secrets, which no screen and no message shows. A wrong one ends the session of the person who sends it. */
const SECRET = /senha|^(token|codigo|confirmacao)$/;

/** Every text field of a body, also inside objects and lists. */
export function textFieldsOf({ body }: Pick<RouteEntry, 'body'>): TextField[] {
  const fields = body ? fieldsIn(schemaOf(body), []) : [];
  return fields.filter(({ path }) => !SECRET.test(String(path.at(-1))));
}

function fieldsIn(schema: Schema, path: TextField['path']): TextField[] {
  if (path.length > 6) return [];
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as Schema[];
  if (variants.length > 0) return unique(variants.flatMap((each) => fieldsIn(each, path)));
  if (schema.type === 'array') {
    const items = (Array.isArray(schema.items) ? schema.items[0] : schema.items) as Schema | undefined;
    return fieldsIn(items ?? {}, [...path, 0]);
  }
  if (schema.type === 'object')
    return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, each]) =>
      fieldsIn(each, [...path, name]),
    );
  const isText = schema.type === 'string' && !schema.enum && schema.const === undefined;
  if (!isText || FORMATS.has(schema.format ?? '') || isNumber(schema)) return [];
  return [{ path, maxLength: Math.min(schema.maxLength ?? LONGEST, LONGEST) }];
}

const unique = (fields: TextField[]) => [
  ...new Map(fields.map((each) => [each.path.join('.'), each])).values(),
];

/** Writes a value at a path of a body, and makes the objects and lists on the way. */
export function put(body: object, path: TextField['path'], value: unknown): void {
  let at = body as Record<string | number, unknown>;
  for (const [index, name] of path.entries()) {
    if (index === path.length - 1) {
      at[name] = value;
      return;
    }
    if (typeof at[name] !== 'object' || at[name] === null)
      at[name] = typeof path[index + 1] === 'number' ? [] : {};
    at = at[name] as Record<string | number, unknown>;
  }
}

/** The value at a path, or undefined. */
export function valueAt(body: unknown, path: TextField['path']): unknown {
  let at = body;
  for (const name of path) at = (at as Record<string | number, unknown> | null | undefined)?.[name];
  return at;
}
