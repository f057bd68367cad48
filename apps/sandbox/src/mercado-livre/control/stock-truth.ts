import { itemDate } from '#mercado-livre/clock.ts';
import { itemId, userProductId } from '#mercado-livre/listings/identity.ts';
import { variationId } from '#mercado-livre/listings/variations.ts';
import { type Draft, orderId, packId } from '#mercado-livre/orders/draft.ts';
import { isCalledOff } from '#mercado-livre/orders/life.ts';
import { depotOf, stageOf, tagsOf, variationOf } from '#mercado-livre/orders/order.ts';
import type { Shipment } from '#mercado-livre/shipments/book.ts';
import { leftAt } from '#mercado-livre/shipments/deadline.ts';
import { freightOf } from '#mercado-livre/shipments/shipment.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';

/** Goods that came back: how many, to whom, and when. */
interface Back {
  quantidade: number;
  para: 'vendedor' | 'meli';
  em: string;
}

/**
 * What happened to the goods of one order, so that a proof can compute what a stock must show. It says what
 * was sold, whether the sale still stands, when the goods left and what came back, and repeats no rule of the
 * product.
 */
export function stockTruthOf(seller: Seller, draft: Draft, now: number): object {
  const second = Math.floor(now / 1000);
  const { listing, pack, k } = draft;
  const face = seller.catalogue.face(listing);
  const n = variationOf(face, draft);
  const depot = depotOf(seller, draft);
  const { status, life, isOver } = stageOf(draft, second);
  const shipment = seller.shipmentBook.find(pack.leader);
  const off = isOver && isCalledOff(life) ? draft.eventAt : undefined;
  const wasPaid = life.isPaid && second >= draft.paidAt;
  const left = shipment && wasPaid ? leftOf(shipment, draft, off, second) : undefined;
  const printed = shipment?.steps.find((step) => step.substatus === 'printed' && step.at <= second)?.at;
  const date = (at: number | undefined) => (at === undefined ? null : itemDate(at * 1000));
  return {
    pedido: orderId(seller, k),
    pacote: pack.isNumbered ? packId(seller, pack.leader) : null,
    anuncio: itemId(seller, listing),
    variacao: n === undefined ? null : variationId(seller, listing, n),
    user_product_id: n === undefined ? userProductId(seller, listing) : null,
    quantidade: draft.quantity,
    deposito: depot ? { store_id: depot.id, network_node_id: depot.network_node_id } : null,
    kit: draft.kit === undefined ? null : itemId(seller, draft.kit),
    status,
    criado_em: date(draft.createdAt),
    pago_em: date(wasPaid ? draft.paidAt : undefined),
    desfeito_em: date(off),
    nao_enviar: tagsOf(draft, second).includes('fraud_risk_detected'),
    substitui: draft.replaces === undefined ? null : orderId(seller, draft.replaces),
    substituido_por: seller.orderBook.replacing(k).map((each) => orderId(seller, each.k)),
    envio: shipment && shipment.steps.length > 0 && second >= draft.paidAt ? shipment.id : null,
    logistica: shipment?.logistic ?? null,
    frete_centavos: shipment ? freightOf(seller, shipment) : null,
    full: shipment?.logistic === 'fulfillment',
    impresso_em: date(wasPaid && (left !== undefined || off === undefined) ? printed : undefined),
    saiu_em: date(left),
    voltou: [
      ...(left === undefined || !shipment ? [] : backOf(shipment, draft, second)),
      ...returnedOf(seller, draft, second),
    ],
  };
}

/** The second at which the goods of this order left. Goods of a sale called off before never left. */
function leftOf(
  shipment: Shipment,
  { hadLeft }: Draft,
  off: number | undefined,
  second: number,
): number | undefined {
  const left = leftAt(shipment, second);
  if (left === undefined || off === undefined) return left;
  return (hadLeft ?? left < off) ? left : undefined;
}

/** What the carrier brought back because it could not deliver it. */
function backOf({ steps, logistic }: Shipment, { quantity }: Draft, second: number): Back[] {
  const step = steps.find(
    ({ status, substatus, at }) =>
      at <= second &&
      status === 'not_delivered' &&
      (substatus === 'returned' || substatus === 'returned_to_warehouse'),
  );
  if (!step) return [];
  const isMeli = logistic === 'fulfillment' || step.substatus === 'returned_to_warehouse';
  return [{ quantidade: quantity, para: isMeli ? 'meli' : 'vendedor', em: itemDate(step.at * 1000) }];
}

/** What the buyer sent back. Goods that the marketplace looked at first are with it until they travel on. */
function returnedOf(seller: Seller, { k }: Draft, second: number): Back[] {
  const goods = seller.claimBook.find(k, second)?.goods;
  return (goods?.parcels ?? []).flatMap(({ to, steps, type }) => {
    const step = steps.find(({ status, at }) => status === 'delivered' && at <= second);
    if (!goods || !step) return [];
    const missing = type === 'return_from_triage' ? (goods.triage?.missing ?? 0) : 0;
    return [
      {
        quantidade: goods.quantity - missing,
        para: to === 'seller_address' ? 'vendedor' : 'meli',
        em: itemDate(step.at * 1000),
      },
    ];
  });
}
