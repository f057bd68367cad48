import * as z from 'zod';
import type { LinhaDeFatura } from '#modules/marketplace/custos.ts';
import { decimal } from '#modules/mercado-livre/amount.ts';
import { text } from '#modules/mercado-livre/orders/order.ts';
import { Id, instant } from '#modules/mercado-livre/sales/fields.ts';

/** The bill writes its instants without an offset. They are those of Brasília, so a screen shows what the bill shows. */
const billInstant = z
  .string()
  .transform((written) => (/(?:Z|[+-]\d\d:?\d\d)$/.test(written) ? written : `${written}-03:00`))
  .pipe(instant);

/** Only the fields that are read are parsed. The bill also names the buyer, whom the product does not store. */
export const Detail = z.object({
  charge_info: z.object({
    detail_id: Id,
    detail_amount: decimal,
    detail_type: z.enum(['CHARGE', 'BONUS']),
    detail_sub_type: text,
    transaction_detail: text.nullish(),
    creation_date_time: billInstant,
  }),
  sales_info: z.array(z.object({ order_id: Id.nullish() })).nullish(),
  shipping_info: z.object({ shipping_id: Id.nullish(), pack_id: Id.nullish() }).nullish(),
});
export type Detail = z.infer<typeof Detail>;

/** The charge for a sale, and its return. */
const COMMISSION = new Set(['CV', 'BV']);
const LONGEST_TEXT = 200;

/**
 * Translates a line of the bill. Every charge that names a shipment is one for its transport, because Mercado Livre has
 * many sub-types for it and lists them nowhere.
 */
export function linhaOf({ charge_info: charge, sales_info, shipping_info }: Detail): LinhaDeFatura {
  const { detail_sub_type: codigo, detail_amount, detail_type } = charge;
  const envio_id = shipping_info?.shipping_id ?? null;
  return {
    id: charge.detail_id,
    tipo: COMMISSION.has(codigo) ? 'comissao' : envio_id === null ? 'outra' : 'frete',
    codigo: codigo.slice(0, LONGEST_TEXT),
    texto: (charge.transaction_detail ?? codigo).slice(0, LONGEST_TEXT),
    valor: detail_type === 'BONUS' ? creditOf(detail_amount) : detail_amount,
    lancada_em: charge.creation_date_time,
    pedido_ids: [...new Set((sales_info ?? []).flatMap(({ order_id }) => order_id ?? []))],
    envio_id,
    pacote_id: shipping_info?.pack_id ?? null,
  };
}

/** A bonus is a credit, with or without a sign. A charge that is negative is one too, and keeps its sign. */
function creditOf(amount: string): string {
  const size = amount.replace('-', '');
  return /[1-9]/.test(size) ? `-${size}` : size;
}
