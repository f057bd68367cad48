import type { Asker } from './calls.ts';

/**
 * `pago`: the total counts as a sale, even if a part of it is refunded later. `pendente`: the order is
 * neither paid nor cancelled.
 */
export type SituacaoDePedido = 'pendente' | 'pago' | 'cancelado';

/**
 * An order as it is stored, without anything about the buyer. Ids are texts of the marketplace's own form and contain
 * no space. Amounts are decimals in reais as text.
 */
export interface Pedido {
  id: string;
  criado_em: string;
  /**
   * The instant of the last change, by the marketplace's clock. An older answer never replaces a newer one.
   */
  atualizado_em: string;
  situacao: SituacaoDePedido;
  total: string;
  /** The refunded amount. Null when the answer of the marketplace did not contain it. */
  estornado: string | null;
  tarifas: string;
  quantidade: number;
  anuncio_id: string;
  titulo: string;
  pacote_id: string | null;
}

/** An order that is malformed apart from these fields. */
export interface UnreadOrder {
  id: string;
  criadoEm: string | null;
}

export interface OrderWindow {
  sellerId: string;
  /** The window filters orders by their creation or by their last change. */
  by: 'created' | 'changed';
  from: Date;
  /** Null when the window reaches up to the marketplace's current time. */
  to: Date | null;
  /** `every`: no order of the window may be missing. `most`: the cheapest search, which may leave some out. */
  wants: 'every' | 'most';
}

/**
 * The orders of a window that one call returned. An order may come twice, and an order from just outside the
 * window may come too.
 */
export interface OrderPage {
  pedidos: Pedido[];
  unread: UnreadOrder[];
  /** An opaque cursor of the marketplace module for the next page. Null after the last page. */
  cursor: string | null;
}

export interface ChangesAsked {
  sellerId: string;
  /** We have stored every change before this instant of the marketplace's clock. In milliseconds. */
  since: number;
  /** The opaque `position` that the previous call returned. Null at the first call. */
  position: string | null;
  /**
   * True when hardly any change is expected. The module may then make a part of its searches and leave the
   * others to the next poll.
   */
  isQuiet: boolean;
}

export interface ChangesFound {
  pedidos: Pedido[];
  /** False when changes remain unread, or when an order was unreadable or lacked its refunds. */
  isWhole: boolean;
  /** The value of `since` for the next `ChangesAsked`. */
  since: number;
  position: string | null;
}

export interface Orders {
  /** Returns the page of a window at a cursor. The cursor of the first page is null. */
  page(asker: Asker, window: OrderWindow, cursor: string | null): Promise<OrderPage>;
  /** Looks with few calls for changes that no notification reported. */
  changes(asker: Asker, asked: ChangesAsked): Promise<ChangesFound>;
  /**
   * Null for an order that is no sale in reais. Throws `misconfigured` for an order that does not exist, or
   * that has the right id and cannot be parsed. Throws `forbidden` for an order of another seller.
   */
  read(asker: Asker, id: string): Promise<Pedido | null>;
}
