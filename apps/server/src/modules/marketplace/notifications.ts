import type { Asker } from './calls.ts';

/** The kinds of resources whose changes the product follows. */
export type Topico = 'pedidos' | 'anuncios' | 'envios' | 'reclamacoes';

/** Reports that a resource of a seller changed. It does not contain the new state, which has to be read. */
export interface Notification {
  sellerId: string;
  topico: Topico;
  /** The id of the order, the listing, the shipment or the complaint. */
  recurso: string;
  /**
   * The instant at which the marketplace first sent the notification. Null when the message does not contain
   * it.
   */
  toldAt: string | null;
}

/**
 * The reason why a message is dropped: it is malformed, it is for another application, or the product does
 * not follow its topic or resource.
 */
export type NotificationRefusal = 'form' | 'application' | 'topic' | 'resource';

export interface Notifications {
  /**
   * The secrets that the callback address may end with: the current one, and the previous one during a
   * replacement.
   */
  secrets: readonly string[];
  /** The allowed sender addresses. Null when the operator configured none. */
  addresses: readonly string[] | null;
  /**
   * Parses a message. The id becomes a part of a URL that is requested with a seller's token, so the whole id
   * is checked here. The message only says what to read. Its content is not stored.
   */
  read(message: unknown): Notification | NotificationRefusal;
  /**
   * Returns a page of the notifications that the marketplace could not deliver. Reading does not remove them.
   */
  missed(
    asker: Asker,
    cursor: string | null,
  ): Promise<{ notifications: Notification[]; cursor: string | null }>;
}
