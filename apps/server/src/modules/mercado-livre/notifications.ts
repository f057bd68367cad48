import * as z from 'zod';
import type { Notification, NotificationRefusal, Topico } from '#modules/marketplace/notifications.ts';

/** The topics that the product follows, as Mercado Livre names them. `items_prices` counts as `items`. */
export const TOPICS = ['orders_v2', 'items', 'shipments', 'post_purchase'] as const;

/**
 * The pattern matches the whole text, because the id becomes a part of a URL that is requested with a
 * seller's token.
 */
const RESOURCES: Readonly<Record<string, { topico: Topico; pattern: RegExp }>> = {
  orders_v2: { topico: 'pedidos', pattern: /^(?:\/orders\/)?(\d{5,18})$/ },
  items: { topico: 'anuncios', pattern: /^(?:\/items\/)?(MLB\d{5,15})$/ },
  shipments: { topico: 'envios', pattern: /^\/shipments\/(\d{5,18})$/ },
  post_purchase: { topico: 'reclamacoes', pattern: /^\/post-purchase\/v\d\/claims\/(\d{5,18})$/ },
  items_prices: { topico: 'anuncios', pattern: /^\/items\/(MLB\d{5,15})(?:\/prices)?$/ },
};

/** The official samples write ids as numbers and as texts. */
const Id = z.union([z.int().positive().transform(String), z.string().regex(/^[1-9]\d{0,17}$/)]);
const instant = z.iso.datetime({ offset: true }).optional().catch(undefined);

/** Accepts irregular messages: `_id` may be `id` or missing, and `received` is sometimes misspelled. */
const Message = z.object({
  application_id: Id,
  user_id: Id,
  topic: z.string(),
  resource: z.string(),
  received: instant,
  recieved: instant,
  sent: instant,
});

/** Parses a notification. A notification is not signed, so it is only a reason to read the resource. */
export function readNotification(message: unknown, clientId: string): Notification | NotificationRefusal {
  const { data } = Message.safeParse(message);
  if (!data) return 'form';
  if (data.application_id !== clientId) return 'application';
  const known = Object.hasOwn(RESOURCES, data.topic) ? RESOURCES[data.topic] : undefined;
  if (!known) return 'topic';
  const recurso = known.pattern.exec(data.resource)?.[1];
  if (recurso === undefined) return 'resource';
  const toldAt = data.received ?? data.recieved ?? data.sent ?? null;
  return { sellerId: data.user_id, topico: known.topico, recurso, toldAt };
}
