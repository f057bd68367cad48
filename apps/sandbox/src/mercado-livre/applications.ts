import { itemDate, orderDate } from './clock.ts';
import { accessDenied, badRequest, notFound } from './errors.ts';
import { type Call, type Route, readCount } from './router.ts';

const KEPT_MS = 2 * 86_400_000;

export const APPLICATION_ROUTES: readonly Route[] = [
  {
    name: 'GET /users/:id/applications',
    permission: 'usuarios',
    answer: ({ world, seller, params }) =>
      params['id'] === String(seller.id)
        ? Response.json(world.grants.of({ userId: seller.id }).map(asGrant))
        : accessDenied(),
  },
  { name: 'DELETE /users/:id/applications/:app', permission: 'usuarios', answer: revoke },
  {
    name: 'GET /applications/:app/grants',
    permission: 'usuarios',
    answer: ({ world, access, params, query }) => {
      if (params['app'] !== access.clientId) return accessDenied();
      const grants = world.grants.of({ clientId: access.clientId }).map(asGrant);
      const limit = readCount(query, 'limit', 50) ?? 50;
      const offset = readCount(query, 'offset', 0) ?? 0;
      const paging = { total: grants.length, limit, offset };
      return Response.json({ paging, grants: grants.slice(offset, offset + limit) });
    },
  },
  {
    name: 'GET /applications/:app',
    permission: 'usuarios',
    answer: ({ world, access, params }) => {
      const application = world.applications.get(params['app'] ?? '');
      if (!application) return notFound('application not found');
      if (application.id !== access.clientId) return accessDenied();
      return Response.json({
        id: Number(application.id),
        site_id: 'MLB',
        name: application.nome,
        scopes: application.scopes,
        callback_url: application.redirectUris[0] ?? null,
        notifications_callback_url: application.callback,
        notifications_topics: application.topicos,
        max_requests_per_hour: 18_000,
        certification_status: 'not_certified',
        active: !application.bloqueada,
      });
    },
  },
  { name: 'GET /missed_feeds', permission: 'usuarios', answer: showMissed },
];

const asGrant = ({
  userId,
  clientId,
  createdAt,
  scopes,
}: {
  userId: number;
  clientId: string;
  createdAt: number;
  scopes: readonly string[];
}) => ({
  user_id: String(userId),
  app_id: clientId,
  date_created: orderDate(createdAt),
  scopes,
});

/** Either side may end it: here it is the application, with the seller's token. */
function revoke({ world, seller, access, params }: Call): Response {
  if (params['id'] !== String(seller.id) || params['app'] !== access.clientId) return accessDenied();
  world.grants.revoke(seller.id, access.clientId);
  return Response.json({
    user_id: String(seller.id),
    app_id: access.clientId,
    msg: 'Autorización eliminada',
  });
}

/** What was given up on, for two days. Reading does not take it away. */
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
