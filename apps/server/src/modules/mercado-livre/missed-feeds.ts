import * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import type { Client } from './client.ts';
import { TOPICS } from './notifications.ts';

const PAGE = 100;
/** The maximum number of pages of a topic. It is more than two days can fill. */
const PAGES = 500;

const Missed = z.object({ messages: z.array(z.unknown()).nullable() });

/** The cursor: the index of the topic, and the numbers of its pages and messages that were read. */
const Place = z.object({ topic: z.number(), pages: z.number(), offset: z.number() });

/**
 * Reads a page of the notifications of the last two days that Mercado Livre could not deliver and gave up on, topic by
 * topic. Reading does not remove them.
 */
export async function missedFeeds(
  client: Client,
  asker: Asker,
  clientId: string,
  cursor: string | null,
): Promise<{ messages: unknown[]; cursor: string | null }> {
  const place = cursor === null ? { topic: 0, pages: 0, offset: 0 } : Place.parse(JSON.parse(cursor));
  const topic = TOPICS[place.topic];
  if (topic === undefined) return { messages: [], cursor: null };
  const query = new URLSearchParams({
    app_id: clientId,
    topic,
    ...(topic === 'items' && { site_id: 'MLB' }),
    offset: String(place.offset),
    limit: String(PAGE),
  });
  const path = `/missed_feeds?${query}`;
  const { body } = await client.get(asker, { route: '/missed_feeds', path, schema: Missed });
  const messages = body.messages ?? [];
  // A page may be shorter than the limit, so only an empty page is the end.
  const isOver = messages.length === 0 || place.pages + 1 === PAGES;
  if (isOver && place.topic + 1 === TOPICS.length) return { messages, cursor: null };
  const next = isOver
    ? { topic: place.topic + 1, pages: 0, offset: 0 }
    : { ...place, pages: place.pages + 1, offset: place.offset + messages.length };
  return { messages, cursor: JSON.stringify(next) };
}
