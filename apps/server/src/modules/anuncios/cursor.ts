import * as z from 'zod';
import { AppError } from '#platform/errors.ts';
import type { Chave } from './anuncios.queries.ts';

const word = z.string().max(100);
const Posicao = z.union([
  z.strictObject({ produto: z.uuid() }),
  z.strictObject({
    solto: z.strictObject({ marketplace: word, seller_id: word, anuncio_id: word, variacao_id: word }),
  }),
  /** The beginning of what has no produto. */
  z.strictObject({ soltos: z.literal(true) }),
]);
/** The position in the list after which a page begins. */
export type Posicao = z.infer<typeof Posicao>;

export const cursorOf = (posicao: Posicao): string =>
  Buffer.from(JSON.stringify(posicao)).toString('base64url');

export const afterSolto = ({ marketplace, seller_id, anuncio_id, variacao_id }: Chave): Posicao => ({
  solto: { marketplace, seller_id, anuncio_id, variacao_id },
});

/** Reads a cursor. Refuses a text that is none, because it would reach the database. */
export function positionOf(cursor: string | undefined): Posicao | null {
  if (cursor === undefined) return null;
  const parsed = Posicao.safeParse(parse(Buffer.from(cursor, 'base64url').toString()));
  if (parsed.success && isStorable(parsed.data)) return parsed.data;
  throw new AppError('invalid', 'Esta página da lista não existe mais. Volte ao começo da lista.');
}

const isStorable = (posicao: Posicao) => !JSON.stringify(posicao).includes('\\u0000');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
