import { idOf } from '#platform/derived-id.ts';

/** What identifies one item of a sale. An anuncio without variations has the empty `variacao_id`. */
export interface ReservaKey {
  marketplace: string;
  seller_id: string;
  pedido_id: string;
  anuncio_id: string;
  variacao_id: string;
}

const partsOf = ({ marketplace, seller_id, pedido_id, anuncio_id, variacao_id }: ReservaKey) => [
  marketplace,
  seller_id,
  pedido_id,
  anuncio_id,
  variacao_id,
];

/** The key as one text, for maps and for the order of reservas that are otherwise equal. */
export const textOf = (key: ReservaKey): string => JSON.stringify(partsOf(key));

/**
 * The idempotency key in the ledger of the step `passo` of a reserva. The same step always has the same key, so the
 * ledger refuses a line that is written twice.
 */
export const ledgerKeyOf = (key: ReservaKey, passo: number): string => idOf(...partsOf(key), passo);
