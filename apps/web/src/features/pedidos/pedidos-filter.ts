import { pedidos } from '@prumo/contract/pedidos.ts';
import * as z from 'zod/mini';
import type { PedidosSearch } from './pedidos-search.ts';

const { shape } = pedidos.list.schema.querystring;
const id = z.optional(z.uuid());

/** What the address asks for. An old or mistyped address still opens. */
export const filterOf = ({ aba, busca, deposito_id, conta_id, modalidade }: PedidosSearch) => ({
  aba: shape.aba.safeParse(aba).data,
  busca: shape.busca.safeParse(busca).data || undefined,
  deposito_id: id.safeParse(deposito_id).data,
  conta_id: id.safeParse(conta_id).data,
  modalidade: shape.modalidade.safeParse(modalidade).data,
});

export type PedidosFilter = ReturnType<typeof filterOf>;

export const openedIn = ({ pedido }: PedidosSearch): string | undefined => id.safeParse(pedido).data;
