import { orderDate } from '#mercado-livre/clock.ts';
import { accessDenied, notFound } from '#mercado-livre/errors.ts';
import { readCount } from '#mercado-livre/protocol/query.ts';
import type { Call, Route } from '#mercado-livre/router.ts';

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

/**
 * Revokes a grant on behalf of the application, which sends the seller's token. The seller can revoke it too.
 */
function revoke({ world, seller, access, params }: Call): Response {
  if (params['id'] !== String(seller.id) || params['app'] !== access.clientId) return accessDenied();
  world.grants.revoke(seller.id, access.clientId);
  return Response.json({
    user_id: String(seller.id),
    app_id: access.clientId,
    msg: 'Autorización eliminada',
  });
}
