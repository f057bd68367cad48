import { accessDeniedBody, badRequest, itemNotFoundBody, notFound } from '#mercado-livre/errors.ts';
import { answerBulk, type Entry, readIds } from '#mercado-livre/protocol/bulk.ts';
import { unknownIn } from '#mercado-livre/protocol/query.ts';
import { select } from '#mercado-livre/protocol/selection.ts';
import type { Call, Route } from '#mercado-livre/router.ts';

export const ITEMS_BULK_ROUTES: readonly Route[] = [
  { name: 'GET /items/bulk', permission: 'publicacao', answer: showItems },
  { name: 'GET /items', permission: 'publicacao', answer: showItemsOldWay },
];

function showItems(call: Call): Response {
  const unknown = unknownIn(call.query, ['ids', 'attributes', 'include_attributes']);
  if (unknown !== undefined) return badRequest(`Unknown parameter ${unknown}`);
  const ids = readIds(call.query);
  if (ids instanceof Response) return ids;
  return answerBulk(
    ids.map((id) => entryOf(call, id)),
    call.query.get('attributes'),
  );
}

/** The entry of one item. An item of another seller gets a 403, and its public form is not shown. */
function entryOf({ world, seller, query }: Call, id: string): Entry {
  const found = world.sellers.ofItem(id);
  if (!found) return { id, status: 404, body: itemNotFoundBody(id) };
  if (found.seller !== seller) return { id, status: 403, body: accessDeniedBody };
  const options = {
    picturesUrl: world.urls.pictures,
    includesAll: query.get('include_attributes') === 'all',
  };
  return { id, status: 200, body: seller.catalogue.item(found.index, options) };
}

/**
 * Mercado Livre withdrew this route in October 2026. Its present answer is unknown, so the stand-in answers
 * 404 unless a setting restores the route.
 */
function showItemsOldWay(call: Call): Response {
  if (!call.world.settings.multigetAntigo) return notFound('resource not found: use /items/bulk');
  const ids = [...new Set((call.query.get('ids') ?? '').split(',').filter((id) => id !== ''))];
  if (ids.length === 0) return badRequest('ids is a required parameter');
  if (ids.length > 20)
    return badRequest(
      `The parameter 'ids' only allows 20 elements. You exceeded this value by sending ${ids.length} elements`,
    );
  const wanted = call.query.get('attributes')?.split(',');
  return Response.json(
    ids.map((id) => {
      const { status, body } = entryOf(call, id);
      if (status === 404) return { code: 404, body: { id, ...itemNotFoundBody(id) } };
      return { code: status, body: wanted && status === 200 ? select(body, wanted) : body };
    }),
  );
}
