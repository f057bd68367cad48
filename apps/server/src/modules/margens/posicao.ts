import * as z from 'zod';
import { AppError } from '#platform/errors.ts';

/** The place of a row in the list: the value by which the list is sorted, and its key. */
export interface Posicao {
  valor: string;
  chave: string;
}

const Cursor = z.tuple([z.string().regex(/^-?\d{1,30}$/), z.string()]);

export const cursorOf = ({ valor, chave }: Posicao): string =>
  Buffer.from(JSON.stringify([valor, chave])).toString('base64url');

/** Reads a cursor. Refuses a text that is no cursor, because PostgreSQL would get it as a number. */
export function positionOf(cursor: string | undefined): Posicao | null {
  if (cursor === undefined) return null;
  const read = Cursor.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!read.success)
    throw new AppError('invalid', 'Esta página da lista não existe mais. Volte ao começo da lista.');
  const [valor, chave] = read.data;
  return { valor, chave };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
