import type { Devolucao, Envio, ItemDeVenda, PedidoDeVenda } from '#modules/marketplace/sales.ts';
import type { Alvo } from '#modules/reservas/alvo.ts';

/**
 * A naive model of a shop that sells one cart at a marketplace. It moves single units between places and
 * counts them, and it keeps what the marketplace shows beside them. It is independent of the rules with which
 * `sale-walk.ts` compares it (`modules/reservas/decide-alvo.ts`): an event moves units and changes what is shown,
 * and neither is computed from the other.
 */
export interface Shop {
  orders: Order[];
  parcels: Parcel[];
  returns: Return[];
  /** Every state that the marketplace ever showed, in order. */
  answers: Answer[];
  /** The names of the events so far. */
  events: string[];
  clock: number;
}

/** `outside`: with a carrier, in triage or lost. `bench`: back at the shop and not examined. */
type Place = 'shelf' | 'box' | 'outside' | 'buyer' | 'bench';

export interface Unit {
  place: Place;
  /** The unit belongs to a living sale. */
  isSold: boolean;
}

export interface Order {
  units: Unit[];
  parcel: Parcel | null;
  isListedFull: boolean;
  /** The sale was called off. */
  isOver: boolean;
  shown: PedidoDeVenda;
}

export interface Parcel {
  orders: Order[];
  isFull: boolean;
  isOver: boolean;
  shown: Envio;
}

export interface Return {
  units: Unit[];
  shown: Devolucao;
}

export type Answer =
  | { kind: 'pedido'; shown: PedidoDeVenda }
  | { kind: 'envio'; shown: Envio }
  | { kind: 'devolucao'; shown: Devolucao };

/** Returns a random whole number from 0 to n - 1. */
export type Choose = (n: number) => number;

/** Counts the units of an order. `boxIsGone`: the shop counts goods as gone when their label is printed. */
export function count({ units, parcel, isListedFull, shown }: Order, boxIsGone: boolean): Alvo {
  const isElsewhere = parcel?.shown.is_full ?? isListedFull;
  const own = isElsewhere || shown.itens.some(({ is_kit }) => is_kit) ? [] : units;
  const here = own.filter(({ place, isSold }) => isSold && (place === 'shelf' || place === 'box'));
  const isGone = ({ place }: Unit) => place !== 'shelf' && (place !== 'box' || boxIsGone);
  return {
    reservado: here.filter((unit) => !isGone(unit)).length,
    saiu: own.filter(isGone).length,
    a_conferir: own.filter(({ place }) => place === 'bench').length,
    nao_enviar: here.length > 0 && (shown.risco_de_fraude || shown.situacao === 'cancelando'),
  };
}

export function openShop(pick: Choose): Shop {
  const shop: Shop = { orders: [], parcels: [], returns: [], answers: [], events: [], clock: 0 };
  const quantity = 1 + pick(3);
  for (let n = 0; n < quantity; n++) {
    const situacao = (['confirmado', 'pagando', 'pago', 'pago'] as const)[pick(4)] ?? 'pago';
    // A payment under way may belong to a sale that is confirmed already.
    const isClosed = situacao !== 'pagando' || pick(2) === 0;
    const order = addOrder(shop, {
      units: Array.from({ length: 1 + pick(4) }, () => ({ place: 'shelf', isSold: isClosed })),
      isClosed,
      isListedFull: pick(5) === 0,
      // Two variations of one listing may be in a cart.
      item: { anuncio_id: `A${n >> 1}`, variacao_id: `${n % 2}`, is_kit: pick(8) === 0 },
      situacao,
    });
    show(shop, order);
  }
  return shop;
}

export const now = ({ clock }: Shop) => new Date(Date.UTC(2026, 10, 18) + clock * 1000).toISOString();

/** The marketplace shows a new state of an order, a parcel or a return. */
export function show(shop: Shop, one: Order | Parcel | Return): void {
  one.shown.atualizado_em = now(shop);
  const kind = 'parcel' in one ? 'pedido' : 'orders' in one ? 'envio' : 'devolucao';
  shop.answers.push({ kind, shown: { ...one.shown } } as Answer);
}

interface NewOrder extends Pick<Order, 'units' | 'isListedFull'> {
  /** The marketplace took the goods off the listing. */
  isClosed: boolean;
  item: Omit<ItemDeVenda, 'quantidade'>;
  situacao: PedidoDeVenda['situacao'];
}

export function addOrder(shop: Shop, { units, isListedFull, isClosed, item, situacao }: NewOrder): Order {
  const order: Order = {
    ...{ units, isListedFull, parcel: null, isOver: false },
    shown: {
      id: `P${shop.orders.length}`,
      ...{ criado_em: now(shop), atualizado_em: now(shop), situacao, foi_fechado: isClosed },
      ...{
        foi_pago: situacao === 'pago',
        is_desfeito: false,
        cancelado_em: null,
        risco_de_fraude: false,
        foi_dividido: false,
      },
      ...{ pacote_id: null, envio_id: null, reclamacao_ids: [] },
      itens: [{ ...item, quantidade: units.length }],
    },
  };
  shop.orders.push(order);
  return order;
}

export function addParcel(
  shop: Shop,
  orders: Order[],
  isFull: boolean,
  irmao_id: string | null = null,
): Parcel {
  const parcel: Parcel = {
    ...{ orders, isFull, isOver: false },
    shown: {
      ...{ id: `E${shop.parcels.length}`, atualizado_em: now(shop), etapa: 'preparando' },
      ...{ foi_impresso: false, despachado_em: null, foi_devolvido: false, is_full: isFull },
      ...{ foi_dividido: false, irmao_id, prazo: null, preparo: null },
    },
  };
  shop.parcels.push(parcel);
  for (const order of orders) {
    order.parcel = parcel;
    order.shown.envio_id = parcel.shown.id;
  }
  return parcel;
}
