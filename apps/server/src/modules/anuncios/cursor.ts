import * as z from 'zod';
import { readCursor, writeCursor } from '#platform/http/cursor.ts';
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

export const cursorOf = (posicao: Posicao): string => writeCursor(posicao);

export const afterSolto = ({ marketplace, seller_id, anuncio_id, variacao_id }: Chave): Posicao => ({
  solto: { marketplace, seller_id, anuncio_id, variacao_id },
});

export const positionOf = (cursor: string | undefined): Posicao | null => readCursor(Posicao, cursor);
