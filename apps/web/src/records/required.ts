import { createContext, use } from 'react';
import type * as z from 'zod/mini';

/** The names of the fields that the form around demands. Empty outside a form of a record. */
export const RequiredFields = createContext<ReadonlySet<string>>(new Set());

export const useRequired = (name: string): boolean => use(RequiredFields).has(name);

/** The fields that the schema refuses in a form where nothing is filled in. So no form lists them by hand. */
export function requiredOf(schema: z.ZodMiniType, blank: object): ReadonlySet<string> {
  const issues = schema.safeParse(blank).error?.issues ?? [];
  return new Set(issues.flatMap(({ path: [name] }) => (typeof name === 'string' ? name : [])));
}
