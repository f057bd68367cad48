import { answerBulk, type Entry, readIds } from './bulk.ts';
import { accessDeniedBody, badRequest, itemNotFoundBody, notFound } from './errors.ts';
import { type Call, type Route, unknownIn } from './router.ts';
import { select } from './selection.ts';

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

/** Another seller's item is forbidden, not shown in its public form. */
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

/** Withdrawn in October 2026; what it answers since is not known, so it is gone unless it is asked back. */
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
