import type * as z from 'zod';
import { AppError } from '#platform/errors.ts';

/** Writes the position in a list after which its next page begins. */
export const writeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Reads a position. Refuses a text that no page gave, because the position reaches the database. */
export function readCursor<Position>(
  schema: z.ZodType<Position>,
  cursor: string | undefined,
): Position | null {
  if (cursor === undefined) return null;
  const parsed = schema.safeParse(parse(Buffer.from(cursor, 'base64url').toString()));
  // PostgreSQL stores no text with the character U+0000.
  if (parsed.success && !JSON.stringify(parsed.data).includes('\\u0000')) return parsed.data;
  throw new AppError('invalid', 'Esta página da lista não existe mais. Volte ao começo da lista.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
