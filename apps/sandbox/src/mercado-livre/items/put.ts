import { itemNotFoundBody, refuse, validationError } from '#mercado-livre/errors.ts';
import { type VariationState, variationId, variationStates } from '#mercado-livre/listings/variations.ts';
import { readObject } from '#mercado-livre/protocol/body.ts';
import { isListOfObjects } from '#mercado-livre/protocol/json-shape.ts';
import type { Call } from '#mercado-livre/router.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import { applyChange, type Wanted } from './change.ts';

const WRITABLE = [
  'price',
  'available_quantity',
  'status',
  'title',
  'attributes',
  'pictures',
  'shipping',
  'sale_terms',
  'variations',
];
const LOWEST_PRICE = 700;
const WARNING = {
  department: 'items',
  cause_id: 502,
  type: 'warning',
  code: 'item.price.not_modifiable',
  references: ['item.price'],
  message: 'Cannot modify price on items with dynamic pricing',
};

/** The real instant of the last write to each listing. Two writes in quick succession conflict. */
const lastWrites = new WeakMap<Seller, Map<number, number>>();

/** Answers `PUT /items/:id`. */
export async function putItem(call: Call): Promise<Response> {
  const { world, seller, params } = call;
  const id = params['id'] ?? '';
  const found = world.sellers.ofItem(id);
  if (!found) return Response.json(itemNotFoundBody(id), { status: 404 });
  if (found.seller !== seller)
    return refuse(403, 'invalid_user', 'You must be the owner of the item in order to modify it');
  const body = await readObject(call.request);
  if (body instanceof Response) return body;
  const unknown = Object.keys(body).find((name) => !WRITABLE.includes(name));
  if (unknown !== undefined)
    return validationError('field_not_updatable', [`item.${unknown}`], `${unknown} is not modifiable.`);

  const { index } = found;
  const wanted = readWanted(seller, index, body);
  if (wanted instanceof Response) return wanted;
  const isAutomatic = seller.features.has('preco_automatico') || index % 50 === 12;
  if (isAutomatic && Object.keys(body).every((name) => name === 'price'))
    return refuse(400, 'item.price.not_modifiable', WARNING.message);
  if (collides(seller, index, world.settings.intervaloDeEscritaMs))
    return refuse(409, 'conflict', 'item optimistic locking error: conflict');

  const isIgnored = isAutomatic && wanted.price !== undefined;
  if (isIgnored) delete wanted.price;
  // For a seller with stock per depot, the API accepts a quantity here and ignores it. Another route changes
  // the stock.
  if (seller.features.has('warehouse_management')) {
    delete wanted.quantity;
    delete wanted.variations;
  }
  applyChange(world, seller, index, wanted);
  const item = seller.catalogue.item(index, { picturesUrl: world.urls.pictures, includesAll: false });
  return Response.json({ ...item, warnings: isIgnored ? [WARNING] : [] });
}

/** The requested change, or the refusal. */
function readWanted(seller: Seller, index: number, body: Record<string, unknown>): Wanted | Response {
  const face = seller.catalogue.face(index);
  const { price, available_quantity: quantity, status, title } = body;
  if (face.status === 'closed')
    return validationError('item.status.invalid', ['item.status'], 'Item is closed.');
  if (price !== undefined && !isPrice(price))
    return validationError('item.price.invalid', ['item.price'], 'The price is not valid.');
  if (quantity !== undefined && !isQuantity(quantity))
    return validationError(
      'item.available_quantity.invalid',
      ['item.available_quantity'],
      'Invalid quantity.',
    );
  if ((quantity !== undefined || price !== undefined) && face.variations > 0)
    return validationError('item.variations.required', ['item.variations'], 'Send it on the variations.');
  if (quantity !== undefined && face.isFull)
    return validationError(
      'item.available_quantity.not_modifiable',
      ['item.available_quantity'],
      'Fulfillment stock.',
    );
  if (status !== undefined && status !== 'active' && status !== 'paused' && status !== 'closed')
    return validationError('item.status.invalid', ['item.status'], 'Invalid status.');
  if (status === 'active' && (face.status === 'under_review' || face.status === 'inactive'))
    return validationError('item.status.not_modifiable', ['item.status'], 'The item is under review.');
  if (title !== undefined && (typeof title !== 'string' || title.length < 1 || title.length > 60))
    return validationError('item.title.length.invalid', ['item.title'], 'Use up to 60 characters.');
  if (title !== undefined && (face.sold > 0 || seller.features.has('user_product_seller')))
    return validationError('item.title.not_modifiable', ['item.title'], 'The title cannot be changed.');
  const { condition, listing_type_id: type } = seller.catalogue.edits(index);
  // Only a new item that is not listed for free is paused by having no stock.
  if (quantity === 0 && (condition === 'used' || type === 'free'))
    return validationError(
      'item.available_quantity.invalid',
      ['item.available_quantity'],
      'Quantity must be greater than 0.',
    );
  const variations = readVariations(seller, index, body['variations']);
  if (variations instanceof Response) return variations;
  return {
    ...(price !== undefined && { price: Math.round(Number(price) * 100) }),
    ...(quantity !== undefined && { quantity: Number(quantity) }),
    ...(status !== undefined && { status }),
    ...(variations !== undefined && variations),
    edits: {
      ...(title !== undefined && { title }),
      ...(Array.isArray(body['attributes']) && { attributes: body['attributes'] }),
      ...(Array.isArray(body['pictures']) && { pictures: body['pictures'] }),
      ...(Array.isArray(body['sale_terms']) && { sale_terms: body['sale_terms'] }),
      ...(typeof body['shipping'] === 'object' && { shipping: { ...body['shipping'] } }),
    },
  };
}

const isPrice = (price: unknown) =>
  typeof price === 'number' &&
  price * 100 >= LOWEST_PRICE &&
  Math.abs(price * 100 - Math.round(price * 100)) < 1e-6;
const isQuantity = (quantity: unknown) =>
  typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 0 && quantity <= 99_999;

/**
 * Reads the variations. All of them need the same price. The API deletes a variation that the body leaves
 * out. The stand-in does so even if the body has only stock, which is the stricter reading of the
 * documentation.
 */
function readVariations(seller: Seller, index: number, given: unknown) {
  if (given === undefined) return;
  const refused = (message: string) =>
    validationError('item.variations.invalid', ['item.variations'], message);
  if (seller.features.has('user_product_seller'))
    return refused('Variations are not allowed for user_product_seller.');
  const face = seller.catalogue.face(index);
  if (!isListOfObjects(given) || given.length === 0 || face.variations === 0)
    return refused('Invalid variations.');
  if (face.isFull) return refused('Fulfillment stock.');
  const current = seller.catalogue.edits(index).variations ?? variationStates(face);
  const states: VariationState[] = [];
  const prices = new Set<unknown>();
  for (const each of given) {
    const state = current.find(({ n }) => variationId(seller, index, n) === each['id']);
    if (!state) return refused(`Variation ${String(each['id'])} not found.`);
    if (each['available_quantity'] !== undefined && !isQuantity(each['available_quantity']))
      return refused('Quantity.');
    if (each['price'] !== undefined && !isPrice(each['price'])) return refused('Price.');
    prices.add(each['price']);
    states.push({ n: state.n, quantity: Number(each['available_quantity'] ?? state.quantity) });
  }
  if (prices.size > 1) return refused('The prices of the variations are different.');
  if (new Set(states.map(({ n }) => n)).size !== states.length) return refused('Repeated variation.');
  const [price] = prices;
  return {
    variations: states,
    quantity: states.reduce((sum, state) => sum + state.quantity, 0),
    ...(price !== undefined && { price: Math.round(Number(price) * 100) }),
  };
}

function collides(seller: Seller, index: number, intervalMs: number): boolean {
  const writes = lastWrites.get(seller) ?? new Map<number, number>();
  lastWrites.set(seller, writes);
  const last = writes.get(index);
  if (last !== undefined && performance.now() - last < intervalMs) return true;
  writes.set(index, performance.now());
  return false;
}
