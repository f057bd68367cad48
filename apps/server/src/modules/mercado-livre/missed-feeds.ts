import * as z from 'zod';
import type { Asker, Client } from './client.ts';
import type { Topic } from './notifications.ts';

const PAGE = 100;
/** More than can be missed in two days; it ends somewhere. */
const PAGES = 500;

const Missed = z.object({ messages: z.array(z.unknown()).nullable() });

/**
 * What Mercado Livre could not bring here and gave up on in the last two days, a page at a time, as it would have been
 * sent. Reading takes nothing away.
 */
export async function* missedFeeds(
  client: Client,
  asker: Asker,
  { clientId, topic }: { clientId: string; topic: Topic },
): AsyncGenerator<unknown[]> {
  for (let page = 0, offset = 0; page < PAGES; page++) {
    const query = new URLSearchParams({
      app_id: clientId,
      topic,
      ...(topic === 'items' && { site_id: 'MLB' }),
      offset: String(offset),
      limit: String(PAGE),
    });
    const path = `/missed_feeds?${query}`;
    const { body } = await client.get(asker, { route: '/missed_feeds', path, schema: Missed });
    // It may give fewer than it is asked for: only nothing is the end.
    if (!body.messages?.length) return;
    yield body.messages;
    offset += body.messages.length;
  }
}
