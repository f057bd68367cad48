import * as z from 'zod';
import type { Pacote } from '#modules/marketplace/sales.ts';
import { text } from '#modules/mercado-livre/orders/order.ts';
import { Id, instant } from './fields.ts';

export const Pack = z.object({
  id: Id,
  status_detail: text.nullish(),
  last_updated: instant,
  orders: z.array(z.object({ id: Id })),
});

export const pacoteOf = ({ id, status_detail, last_updated, orders }: z.infer<typeof Pack>): Pacote => ({
  id,
  atualizado_em: last_updated,
  pedido_ids: orders.map((each) => each.id),
  foi_dividido: status_detail === 'splitted',
});
