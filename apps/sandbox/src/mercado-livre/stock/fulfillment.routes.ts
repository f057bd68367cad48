import { DAY_MS } from '#mercado-livre/clock.ts';
import { accessDenied, badRequest, notFound, refuse } from '#mercado-livre/errors.ts';
import { itemId } from '#mercado-livre/listings/identity.ts';
import { variationId } from '#mercado-livre/listings/variations.ts';
import { readCount } from '#mercado-livre/protocol/query.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import {
  findInventory,
  type Inventory,
  inventoryOfOperation,
  operationsOf,
  quantitiesOf,
} from './fulfillment.ts';

export const FULFILLMENT_ROUTES: readonly Route[] = [
  { name: 'GET /inventories/:id/stock/fulfillment', permission: 'publicacao', answer: showStock },
  { name: 'GET /stock/fulfillment/operations/search', permission: 'publicacao', answer: searchOperations },
  { name: 'GET /stock/fulfillment/operations/:id', permission: 'publicacao', answer: showOperation },
];

const DEFAULT_DAYS = 15;
const LARGEST_PAGE = 1000;

function ownInventory({ world, seller }: Call, id: string): Inventory | Response {
  if (!/^\w+$/.test(id))
    return refuse(400, 'validation_error', 'The field inventory_id has an invalid value');
  const found = findInventory(world.sellers.all(), id);
  if (!found) return refuse(404, 'seller_product_not_found', `Inventory not found with id: ${id}`);
  return found.seller === seller
    ? found
    : refuse(403, 'forbidden', `User ${seller.id} cannot access to seller_product ${id}`);
}

function showStock(call: Call): Response {
  const inventory = ownInventory(call, call.params['id'] ?? '');
  if (inventory instanceof Response) return inventory;
  const { seller, listing, variation, id } = inventory;
  const { available, damaged } = quantitiesOf(inventory);
  return Response.json({
    inventory_id: id,
    total: available + damaged,
    available_quantity: available,
    not_available_quantity: damaged,
    not_available_detail: damaged === 0 ? [] : [{ status: 'damaged', quantity: damaged }],
    external_references: [
      {
        type: 'item',
        id: itemId(seller, listing),
        variation_id: variation === undefined ? null : variationId(seller, listing, variation),
      },
    ],
  });
}

function searchOperations(call: Call): Response {
  const { world, seller, query } = call;
  if (query.get('seller_id') !== String(seller.id)) return accessDenied();
  const now = world.clock.now();
  const day = (name: string, fallback: number) => {
    const written = query.get(name);
    if (written === null) return fallback;
    return /^\d{4}-\d\d-\d\d$/.test(written) ? Date.parse(`${written}T00:00:00Z`) / 1000 : Number.NaN;
  };
  const from = day('date_from', Math.floor((now - DEFAULT_DAYS * DAY_MS) / 1000));
  // The last day counts as a whole.
  const to = day('date_to', Math.floor(now / 1000)) + (query.has('date_to') ? DAY_MS / 1000 - 1 : 0);
  const limit = readCount(query, 'limit', LARGEST_PAGE);
  if (Number.isNaN(from) || Number.isNaN(to) || limit === undefined || limit > LARGEST_PAGE)
    return badRequest('Invalid date or limit');
  const ids = (query.get('inventory_id') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) return badRequest('inventory_id is a required parameter');
  const found: ReturnType<typeof operationsOf> = [];
  for (const id of ids) {
    const inventory = ownInventory(call, id);
    if (inventory instanceof Response) return inventory;
    found.push(...operationsOf(inventory, { from, to }, now));
  }
  const type = query.get('type');
  const shipment = query.get('external_references.shipment_id');
  const results = found.filter(
    (each) =>
      (type === null || each.type === type.toUpperCase()) &&
      (shipment === null || each.external_references.some(({ value }) => value === shipment)),
  );
  return Response.json({ paging: { total: results.length, scroll: '' }, results: results.slice(0, limit) });
}

function showOperation({ world, seller, params }: Call): Response {
  const id = Number(params['id']);
  const inventory = inventoryOfOperation(seller, id);
  const now = world.clock.now();
  const all = inventory ? operationsOf(inventory, { from: 0, to: Math.floor(now / 1000) }, now) : [];
  const operation = all.find((each) => each.id === id);
  return operation ? Response.json(operation) : notFound('Operation not found');
}
