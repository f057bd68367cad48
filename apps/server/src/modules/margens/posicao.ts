import * as z from 'zod';
import { readCursor, writeCursor } from '#platform/http/cursor.ts';

/** The place of a row in the list: the value by which the list is sorted, and its key. */
export interface Posicao {
  valor: string;
  chave: string;
}

const Cursor = z.tuple([z.string().regex(/^-?\d{1,30}$/), z.string()]);

export const cursorOf = ({ valor, chave }: Posicao): string => writeCursor([valor, chave]);

/** Reads a cursor. PostgreSQL gets the value as a number. */
export function positionOf(cursor: string | undefined): Posicao | null {
  const read = readCursor(Cursor, cursor);
  return read && { valor: read[0], chave: read[1] };
}
