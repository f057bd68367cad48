import { itemDate } from '#mercado-livre/clock.ts';
import { accessDenied, badRequest } from '#mercado-livre/errors.ts';
import { readCount } from '#mercado-livre/protocol/query.ts';
import type { Call, Route } from '#mercado-livre/router.ts';

const KEPT_MS = 2 * 86_400_000;

export const MISSED_FEED_ROUTES: readonly Route[] = [
  { name: 'GET /missed_feeds', permission: 'usuarios', answer: showMissed },
];

/** Lists the notifications of the last two days that could not be delivered. Reading does not remove them. */
function showMissed({ world, access, query }: Call): Response {
  if (query.get('app_id') !== access.clientId) return accessDenied();
  const topic = query.get('topic');
  if (topic === 'items' && query.get('site_id') !== 'MLB')
    return badRequest('site_id is a required parameter');
  const limit = readCount(query, 'limit', 10);
  const offset = readCount(query, 'offset', 0);
  if (limit === undefined || offset === undefined) return badRequest('Invalid limit and offset values');
  const oldest = itemDate(world.clock.now() - KEPT_MS);
  const messages = world.notifier
    .missed(access.clientId)
    .filter((message) => message.received >= oldest && (topic === null || message.topic === topic));
  return Response.json({ messages: messages.slice(offset, offset + limit) });
}
