import { noise } from '#mercado-livre/noise.ts';
import type { Draft } from '#mercado-livre/orders/draft.ts';
import { lifeOf } from '#mercado-livre/orders/life.ts';
import type { Shipment } from '#mercado-livre/shipments/book.ts';
import { returnShipmentId } from '#mercado-livre/shipments/ids.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import type { Claim } from './claim.ts';
import type { Return } from './return.ts';

const SALT = { back: 240, days: 241 };
const DAY_S = 86_400;
/** The life of an order whose claim ended with a full refund. */
export const REFUNDED_LIFE = 'reembolso_total';
const FIRST_RETURN = 50_000_000;

export const returnIdOf = ({ slot }: SellerSeed, k: number) => FIRST_RETURN + slot * 1_000_000_000 + k;

export function locateReturn(id: string): { slot: number; k: number } | undefined {
  if (!/^\d{8,13}$/.test(id)) return;
  const place = Number(id) - FIRST_RETURN;
  return place < 0 ? undefined : { slot: Math.floor(place / 1_000_000_000), k: place % 1_000_000_000 };
}

/**
 * The claim that ended with a full refund. If the buyer had the goods, they come back, to the seller or to the
 * marketplace.
 */
export function generatedClaim(
  seller: SellerSeed,
  draft: Draft,
  shipmentOf: () => Pick<Shipment, 'steps' | 'logistic'> | undefined,
): Claim | undefined {
  if (lifeOf(draft.life).name !== REFUNDED_LIFE) return;
  const { k, eventAt, quantity, paidAt } = draft;
  const shipment = shipmentOf();
  const arrived = shipment?.steps.find(({ status }) => status === 'delivered')?.at;
  const hasGoods = arrived !== undefined && arrived < eventAt;
  return {
    k,
    type: 'mediations',
    stage: 'dispute',
    reason: hasGoods ? 'PDD9939' : 'PNR3430',
    quantity,
    openedAt: Math.max(paidAt, arrived ?? paidAt, eventAt - 2 * DAY_S),
    updatedAt: eventAt,
    closed: { at: eventAt, benefited: 'buyer', reason: 'payment_refunded' },
    ...(hasGoods && { goods: goodsOf(seller, draft, shipment?.logistic === 'fulfillment') }),
  };
}

function goodsOf(seller: SellerSeed, { k, eventAt, quantity }: Draft, isFull: boolean): Return {
  // What Mercado Livre sent comes back to it.
  const isMeli = isFull || noise(seller.seed, k, SALT.back) % 3 === 0;
  const there = eventAt + (2 + (noise(seller.seed, k, SALT.days) % 6)) * DAY_S;
  return {
    id: returnIdOf(seller, k),
    quantity,
    steps: [
      { status: 'label_generated', at: eventAt },
      { status: 'shipped', at: eventAt + DAY_S },
      { status: 'delivered', at: there },
    ],
    parcels: [
      {
        id: returnShipmentId(seller, { k }),
        type: 'return',
        to: isMeli ? 'warehouse' : 'seller_address',
        steps: [
          { status: 'ready_to_ship', at: eventAt },
          { status: 'shipped', at: eventAt + DAY_S },
          { status: 'delivered', at: there },
        ],
      },
    ],
    ...(isMeli && {
      triage: { condition: 'discard', destination: 'meli', missing: 0, at: there } as const,
    }),
  };
}
