import { AppError } from '#platform/errors.ts';
import type { Depois } from './fila.queries.ts';

const INSTANT = /^(infinity|[0-9 :.+-]{19,35})$/;
const UUID = /^[0-9a-f-]{36}$/;

/** Writes the position of a row in the list, from which the next page continues. */
export const cursorOf = ({ prazo, criado_em, id }: Depois): string =>
  Buffer.from([prazo, criado_em, id].join('|')).toString('base64url');

/** Reads a cursor. Refuses a text that is none, because it would reach the database as an instant. */
export function positionOf(cursor: string | undefined): Depois | null {
  if (cursor === undefined) return null;
  const [prazo = '', criado = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split('|');
  const criado_em = criado.replace('T', ' ');
  if (!INSTANT.test(prazo) || !INSTANT.test(criado_em) || !UUID.test(id) || rest.length > 0)
    throw new AppError('invalid', 'Esta página da lista não existe mais. Volte ao começo da lista.');
  return { prazo, criado_em, id };
}
