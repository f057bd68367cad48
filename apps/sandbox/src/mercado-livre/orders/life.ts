import { chance, noise } from '#mercado-livre/noise.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';

/** The life of an order: its status once it is paid, and its status after a later event. */
export interface Life {
  name: string;
  share: number;
  before: string;
  after: string;
  /** Whether the order was ever paid, and therefore closed. */
  isPaid: boolean;
  cancelledBy?: 'buyer' | 'seller' | 'meli';
  tag?: string;
  /** The group and the code of the cancellation, where they do not follow from who cancelled. */
  cancel?: { group: string; code: string };
}

export const LIVES: readonly Life[] = [
  { name: 'paga', share: 500, before: 'paid', after: 'paid', isPaid: true },
  { name: 'entregue', share: 336, before: 'paid', after: 'paid', isPaid: true, tag: 'delivered' },
  { name: 'reembolso_parcial', share: 25, before: 'paid', after: 'partially_refunded', isPaid: true },
  {
    name: 'reembolso_total',
    share: 25,
    before: 'paid',
    after: 'cancelled',
    isPaid: true,
    cancelledBy: 'meli',
  },
  {
    name: 'cancelada_pelo_comprador',
    share: 30,
    before: 'paid',
    after: 'cancelled',
    isPaid: true,
    cancelledBy: 'buyer',
  },
  {
    name: 'cancelada_pelo_vendedor',
    share: 10,
    before: 'paid',
    after: 'cancelled',
    isPaid: true,
    cancelledBy: 'seller',
  },
  {
    name: 'nunca_paga',
    share: 38,
    before: 'payment_required',
    after: 'cancelled',
    isPaid: false,
    cancelledBy: 'meli',
  },
  {
    name: 'fraude',
    share: 6,
    before: 'paid',
    after: 'cancelled',
    isPaid: true,
    cancelledBy: 'meli',
    tag: 'fraud_risk_detected',
  },
  { name: 'teste', share: 3, before: 'paid', after: 'paid', isPaid: true, tag: 'test_order' },
  { name: 'confirmada', share: 5, before: 'confirmed', after: 'confirmed', isPaid: false },
  { name: 'a_pagar', share: 8, before: 'payment_required', after: 'payment_required', isPaid: false },
  {
    name: 'em_processamento',
    share: 5,
    before: 'payment_in_process',
    after: 'payment_in_process',
    isPaid: false,
  },
  { name: 'paga_em_parte', share: 4, before: 'partially_paid', after: 'partially_paid', isPaid: false },
  { name: 'cancelamento_pendente', share: 4, before: 'paid', after: 'pending_cancel', isPaid: true },
  { name: 'invalida', share: 1, before: 'payment_required', after: 'invalid', isPaid: false },
  // Only control routes and calls of the seller lead to the lives below, so they have no share.
  { name: 'desfeita_pelo_vendedor', share: 0, before: 'paid', after: 'confirmed', isPaid: true },
  { name: 'nao_cumprida', share: 0, before: 'paid', after: 'paid', isPaid: true, tag: 'unfulfilled' },
  {
    name: 'suspeita_de_fraude',
    share: 0,
    before: 'paid',
    after: 'paid',
    isPaid: true,
    tag: 'fraud_risk_detected',
  },
  {
    name: 'dividida',
    share: 0,
    before: 'paid',
    after: 'cancelled',
    isPaid: true,
    cancelledBy: 'seller',
    cancel: { group: 'shipment', code: 'pack_splitted' },
  },
  {
    name: 'sem_estoque',
    share: 0,
    before: 'payment_in_process',
    after: 'cancelled',
    isPaid: false,
    cancelledBy: 'meli',
    cancel: { group: 'item', code: 'item_without_stock' },
  },
];

/** Whether the sale was called off in the end. Its goods are no longer promised to the buyer. */
export const isCalledOff = ({ after, isPaid, tag }: Life) =>
  after === 'cancelled' || after === 'invalid' || tag === 'unfulfilled' || (isPaid && after === 'confirmed');

/** The status before the payment arrives. */
export const FIRST_STATUS = 'payment_in_process';
/** The time of an event that an order does not have. */
export const NEVER = 0xffff_ffff;

export const lifeCode = (name: string) => LIVES.findIndex((each) => each.name === name);
export function lifeOf(code: number): Life {
  const life = LIVES[code];
  if (!life) throw new Error(`there is no life with the code ${code}`);
  return life;
}

const SALT = { jitter: 100, life: 101, paid: 102, event: 103, eventless: 104, pack: 105 };
const BY_DICE = LIVES.flatMap(({ share }, code) => Array.from({ length: share }, () => code));

/** The life of the k-th order, and the seconds at which its state changes. */
export function timesOf(seller: SellerSeed, k: number, createdAt: number) {
  const code = BY_DICE[noise(seller.seed, k, SALT.life) % BY_DICE.length] ?? 0;
  const paidAt = createdAt + 20 + (noise(seller.seed, k, SALT.paid) % 240);
  const { before, after, tag } = lifeOf(code);
  const hasEvent = before !== after || tag === 'delivered';
  // The event comes up to thirty days later, so a synchronisation that reads only new orders misses it.
  const eventAt = hasEvent
    ? paidAt + 600 + Math.floor(chance(seller.seed, k, SALT.event) ** 2 * 30 * 86_400)
    : NEVER;
  return { code, paidAt, eventAt };
}

/**
 * The first order of a cart, and its size. Orders come in groups of three, and in some groups they share a
 * cart.
 */
export function packOf(seller: SellerSeed, k: number): { leader: number; size: number } {
  const first = k - (((k % 3) + 3) % 3);
  const dice = chance(seller.seed, first, SALT.pack);
  if (dice < 0.04) return { leader: first, size: 3 };
  if (dice < 0.11 && k - first < 2) return { leader: first, size: 2 };
  return { leader: k, size: 1 };
}

/** Midnight in Brasília of the day from which orders are numbered. */
const EPOCH_S = Date.UTC(2020, 0, 1, 3) / 1000;
const HOURS = [3, 2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6, 6, 5, 5, 6, 6, 6, 6, 7, 7, 7, 6, 4];
const TOTAL = HOURS.reduce((sum, weight) => sum + weight, 0);

/**
 * The second at which the k-th order is created. It rises with k, so that a range of dates is a range of k.
 * The hours of a day have the usual distribution of sales.
 */
export function createdAtOf(seller: SellerSeed, k: number, perDay: number): number {
  const { leader } = packOf(seller, k);
  const days = (leader + chance(seller.seed, leader, SALT.jitter)) / perDay;
  const day = Math.floor(days);
  let rest = (days - day) * TOTAL;
  const hour = HOURS.findIndex((weight) => {
    if (rest < weight) return true;
    rest -= weight;
    return false;
  });
  const busy = hour === -1 ? 23.999 : hour + rest / (HOURS[hour] ?? 1);
  return Math.floor(EPOCH_S + day * 86_400 + busy * 3600) + (k - leader);
}

/** The approximate number of the order at a second. */
export const nearK = (second: number, perDay: number) => Math.floor(((second - EPOCH_S) / 86_400) * perDay);
