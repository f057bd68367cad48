import { orderId } from '#mercado-livre/orders/draft.ts';
import { shipmentId } from '#mercado-livre/shipments/ids.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import { linesOf } from './bill.ts';

/** The bill of a month for proofs: signed centavos, the orders of every line, and no rule of the product. */
export const billTruthOf = (seller: Seller, key: string, now: number): object[] =>
  linesOf(seller, key, Math.floor(now / 1000)).map(({ id, type, amount, isBonus, orders, leader }) => ({
    id: String(id),
    codigo: type,
    centavos: isBonus ? -amount : amount,
    envio: leader === null ? null : String(shipmentId(seller, leader)),
    pedidos: (leader === null || orders.length > 0
      ? orders
      : (seller.shipmentBook.find(leader)?.drafts ?? [])
    ).map((draft) => ({
      id: String(orderId(seller, draft.k)),
      centavos: draft.unitPrice * draft.quantity,
    })),
  }));
