export const RETURN_STATUSES = [
  'pending_cancel',
  'pending',
  'failed',
  'shipped',
  'pending_delivered',
  'return_to_buyer',
  'pending_expiration',
  'scheduled',
  'pending_failure',
  'label_generated',
  'cancelled',
  'not_delivered',
  'expired',
  'delivered',
] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

export const CONDITIONS = ['saleable', 'unsaleable', 'discard', 'missing'] as const;
export const DESTINATIONS = ['seller', 'buyer', 'meli'] as const;

export type ParcelStatus =
  | 'pending'
  | 'ready_to_ship'
  | 'shipped'
  | 'delivered'
  | 'not_delivered'
  | 'cancelled';

/** A parcel that travels back, to the seller or to the marketplace, which looks at the goods first. */
export interface Parcel {
  id: number;
  type: 'return' | 'return_from_triage';
  to: 'seller_address' | 'warehouse';
  steps: readonly { status: ParcelStatus; at: number }[];
}

/** What the marketplace found when it looked at the goods. */
export interface Triage {
  condition: (typeof CONDITIONS)[number];
  destination: (typeof DESTINATIONS)[number];
  missing: number;
  at: number;
}

/** A return, with times in seconds. */
export interface Return {
  id: number;
  subtype?: 'low_cost';
  quantity: number;
  steps: readonly { status: ReturnStatus; at: number }[];
  parcels: readonly Parcel[];
  triage?: Triage;
  /** What the seller said after they had looked at the goods. */
  verdict?: { reason: string | null; at: number };
  closedAt?: number;
}

/** The state of the newest parcel in each state of the return. */
const PARCEL_OF: Partial<Record<ReturnStatus, ParcelStatus>> = {
  pending: 'pending',
  label_generated: 'ready_to_ship',
  shipped: 'shipped',
  delivered: 'delivered',
  not_delivered: 'not_delivered',
  cancelled: 'cancelled',
  expired: 'cancelled',
};
const NORMAL: readonly ReturnStatus[] = ['pending', 'label_generated', 'shipped', 'delivered'];
const PARCEL_PATH: readonly ParcelStatus[] = ['pending', 'ready_to_ship', 'shipped', 'delivered'];

/** The return in another state, and its newest parcel with it. */
export function moved(goods: Return, status: ReturnStatus, at: number): Return {
  const parcel = PARCEL_OF[status];
  return {
    ...goods,
    steps: [...goods.steps, { status, at }],
    parcels: parcel ? withNewest(goods.parcels, parcel, at) : goods.parcels,
  };
}

const withNewest = (parcels: readonly Parcel[], status: ParcelStatus, at: number) =>
  parcels.map((each, n) =>
    n === parcels.length - 1 ? { ...each, steps: [...each.steps, { status, at }] } : each,
  );

/**
 * The return one step further. A return is `delivered` as soon as the marketplace has the goods. The parcel
 * from there to the seller travels on by itself. Undefined at the end.
 */
export function advanced(goods: Return, at: number): Return | undefined {
  const newest = goods.parcels.at(-1);
  if (newest?.type === 'return_from_triage') {
    const here = PARCEL_PATH.indexOf(newest.steps.at(-1)?.status ?? 'delivered');
    const next = PARCEL_PATH[here + 1];
    return next ? { ...goods, parcels: withNewest(goods.parcels, next, at) } : undefined;
  }
  const next = NORMAL[NORMAL.indexOf(goods.steps.at(-1)?.status ?? 'delivered') + 1];
  return next ? moved(goods, next, at) : undefined;
}
