import { accessDenied, badRequest, notFound, refuse } from '#mercado-livre/errors.ts';
import { applyChange } from '#mercado-livre/items/change.ts';
import {
  familyId,
  familyIdOfNumber,
  itemId,
  productIndex,
  userProductId,
} from '#mercado-livre/listings/identity.ts';
import { familyNameOf, titleOf } from '#mercado-livre/listings/words.ts';
import { isListOfObjects } from '#mercado-livre/protocol/json-shape.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import { depotStockOf } from './depots.ts';
import { storesOf } from './stores.ts';

export const USER_PRODUCT_ROUTES: readonly Route[] = [
  { name: 'GET /user-products/:id', permission: 'publicacao', answer: (call) => owned(call, show) },
  {
    name: 'GET /user-products/:id/stock',
    permission: 'publicacao',
    answer: (call) => owned(call, showStock),
  },
  {
    name: 'PUT /user-products/:id/stock/type/seller_warehouse',
    permission: 'publicacao',
    answer: (call) => owned(call, putStock),
  },
  {
    name: 'PUT /user-products/:id/stock/type/selling_address',
    permission: 'publicacao',
    answer: () => badRequest('the site is blocked for modifications to the selling address'),
  },
  { name: 'GET /sites/MLB/user-products-families/:id', permission: 'publicacao', answer: showFamily },
];

function owned(
  call: Call,
  answer: (call: Call, index: number) => Response | Promise<Response>,
): Response | Promise<Response> {
  const [, digits = ''] = /^MLBU(\d{10})$/.exec(call.params['id'] ?? '') ?? [];
  const found = call.world.sellers.ofItem(`MLB${digits}`);
  if (!found || productIndex(found.index) !== found.index) return notFound('user product not found');
  return found.seller === call.seller ? answer(call, found.index) : accessDenied();
}

const show = ({ seller }: Call, index: number) =>
  Response.json({
    id: userProductId(seller, index),
    name: titleOf(seller, index),
    user_id: seller.id,
    domain_id: null,
    family_id: seller.features.has('user_product_seller') ? familyId(seller, index) : null,
    catalog_product_id: null,
    tags: [],
  });

function locationsOf(world: World, seller: Seller, index: number): object[] {
  const face = seller.catalogue.face(index);
  if (face.isFull) return [{ type: 'meli_facility', quantity: face.quantity }];
  if (!seller.features.has('warehouse_management'))
    return [{ type: 'selling_address', quantity: face.quantity }];
  const { quantities } = depotStockOf(world.settings, seller, index);
  return storesOf(seller)
    .filter(({ id }) => quantities.has(id))
    .map(({ id, network_node_id }) => ({
      type: 'seller_warehouse',
      network_node_id,
      store_id: id,
      quantity: quantities.get(id),
    }));
}

function showStock({ world, seller }: Call, index: number): Response {
  const body = {
    locations: locationsOf(world, seller, index),
    user_id: seller.id,
    id: userProductId(seller, index),
  };
  return Response.json(body, {
    headers: { 'x-version': String(depotStockOf(world.settings, seller, index).version) },
  });
}

/** Sets the stock of all depots. A depot that the body leaves out has no stock afterwards. */
async function putStock({ world, seller, request }: Call, index: number): Promise<Response> {
  if (!seller.features.has('warehouse_management')) return badRequest('stock-locations not found');
  if (seller.catalogue.face(index).isFull) return badRequest('meli_facility stock is read only');
  const version = request.headers.get('x-version');
  if (version === null) return badRequest('Missing X-Version header');
  const state = depotStockOf(world.settings, seller, index);
  if (version !== String(state.version)) return refuse(409, 'conflict', 'Version mismatch');
  const quantities = readLocations(world.sellers.all(), seller, await request.text());
  if (quantities instanceof Response) return quantities;
  state.version += 1;
  state.quantities = quantities;
  const quantity = [...quantities.values()].reduce((sum, each) => sum + each, 0);
  applyChange(world, seller, index, { quantity });
  // The answer has no version, so a client has to read the stock again before its next write.
  return Response.json({
    user_id: seller.id,
    product_release_date: null,
    id: userProductId(seller, index),
    locations: locationsOf(world, seller, index),
  });
}

function readLocations(
  sellers: Iterable<Seller>,
  seller: Seller,
  body: string,
): Map<string, number> | Response {
  let locations: unknown;
  try {
    locations = (JSON.parse(body) as { locations?: unknown }).locations;
  } catch {
    return badRequest('The body is not valid JSON');
  }
  if (!isListOfObjects(locations) || locations.length === 0) return badRequest('locations cannot be empty');
  if (seller.features.has('deposito_unico') && locations.length > 1)
    return badRequest('seller with a single warehouse cannot update stock across multiple network nodes');
  const quantities = new Map<string, number>();
  for (const { store_id: id, network_node_id: node, quantity } of locations) {
    if (typeof id !== 'string' || id === '') return badRequest('store cannot be null or empty');
    const store = storesOf(seller).find((each) => each.id === id);
    if (!store) {
      const isElsewhere = [...sellers].some((other) => storesOf(other).some((each) => each.id === id));
      return badRequest(isElsewhere ? `store does not belong to seller: ${id}` : `store not found: ${id}`);
    }
    if (!store.tags.includes('stock_location'))
      return badRequest('store is not configured to be a stock location');
    if (node !== store.network_node_id) return badRequest(`network node not found: ${String(node)}`);
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 0 || quantities.has(id))
      return badRequest('invalid quantity');
    quantities.set(id, quantity);
  }
  return quantities;
}

/** Shows a family: the products of the caller among three consecutive numbers. */
function showFamily({ world, seller, params }: Call): Response {
  const first = familyIdOfNumber(Number(params['id']));
  const members = [first, first + 1, first + 2]
    .map((number) => world.sellers.ofItem(`MLB${number}`))
    .filter((found) => found?.seller === seller && productIndex(found.index) === found.index);
  const [one] = members;
  if (!one || !seller.features.has('user_product_seller')) return notFound('family not found');
  return Response.json({
    family_id: familyId(seller, one.index),
    family_name: familyNameOf(seller, one.index),
    site_id: 'MLB',
    user_id: seller.id,
    user_products_ids: members.map((found) => userProductId(seller, found?.index ?? 0)),
    items: members.map((found) => itemId(seller, found?.index ?? 0)),
  });
}
