import * as z from 'zod';
import type { ZodMiniType } from 'zod/mini';

export type Schema = z.core.JSONSchema.BaseSchema;

const schemas = new Map<ZodMiniType, Schema>();

/** Returns the JSON schema of what a caller sends. Each type is converted once. */
export function schemaOf(type: ZodMiniType): Schema {
  const known = schemas.get(type) ?? z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });
  schemas.set(type, known);
  return known;
}

export const propertiesOf = (type: ZodMiniType) =>
  (schemaOf(type).properties ?? {}) as Readonly<Record<string, Schema>>;

/**
 * Returns the paths at which the contract refuses a value. The list is empty when the contract accepts the
 * value.
 */
export function refusedPaths(type: ZodMiniType, value: unknown): string[] {
  const parsed = z.safeParse(type, value);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
}
