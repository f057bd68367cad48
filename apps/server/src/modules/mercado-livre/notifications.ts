import * as z from 'zod';

/** Of these something is kept here; `items_prices` speaks of items too. */
export const TOPICS = ['orders_v2', 'items'] as const;
export type Topic = (typeof TOPICS)[number];

/** That something of a seller's changed; what it is now is to be read. */
export interface Notification {
  userMlId: string;
  topic: Topic;
  resourceId: string;
  /** When it was first told, if it said so. */
  toldAt: string | null;
}

export type Refusal = 'form' | 'application' | 'topic' | 'resource';

/** The whole text, nothing before or after: it becomes a part of an address that is asked with a seller's token. */
const RESOURCES: Readonly<Record<string, { topic: Topic; pattern: RegExp }>> = {
  orders_v2: { topic: 'orders_v2', pattern: /^(?:\/orders\/)?(\d{5,18})$/ },
  items: { topic: 'items', pattern: /^(?:\/items\/)?(MLB\d{5,15})$/ },
  items_prices: { topic: 'items', pattern: /^\/items\/(MLB\d{5,15})(?:\/prices)?$/ },
};

/** Their own samples write ids as numbers and as texts. */
const Id = z.union([z.int().positive().transform(String), z.string().regex(/^[1-9]\d{0,17}$/)]);
const instant = z.iso.datetime({ offset: true }).optional().catch(undefined);

/** Loosely: `_id` may be `id` or missing, and `received` is written wrong in places. */
const Message = z.object({
  application_id: Id,
  user_id: Id,
  topic: z.string(),
  resource: z.string(),
  received: instant,
  recieved: instant,
  sent: instant,
});

/** It is not signed: what it says is believed only as far as it is checked here, and is never more than a hint to read. */
export function readNotification(message: unknown, clientId: string): Notification | Refusal {
  const { data } = Message.safeParse(message);
  if (!data) return 'form';
  if (data.application_id !== clientId) return 'application';
  const known = Object.hasOwn(RESOURCES, data.topic) ? RESOURCES[data.topic] : undefined;
  if (!known) return 'topic';
  const resourceId = known.pattern.exec(data.resource)?.[1];
  if (resourceId === undefined) return 'resource';
  const toldAt = data.received ?? data.recieved ?? data.sent ?? null;
  return { userMlId: data.user_id, topic: known.topic, resourceId, toldAt };
}
