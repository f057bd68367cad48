import { applyChange } from '#mercado-livre/items/change.ts';
import { type ItemStatus, STATUSES } from '#mercado-livre/listings/face.ts';
import { itemId } from '#mercado-livre/listings/identity.ts';
import { isCount, isOneOf, isText, maybe } from './body.ts';
import { type ControlCall, type ControlRoute, noSuchSeller, nothing, sellerOf } from './route.ts';

/** Control routes that change listings at Mercado Livre and notify the subscribed applications. */
export const CONTROL_LISTING_ROUTES: readonly ControlRoute[] = [
  {
    name: 'POST /anuncios/:item',
    about:
      '{"precoCentavos":1990,"quantidade":3,"status":"paused","titulo":"…","condicao":"used","tipo":"free"}: o vendedor mudou o anúncio.',
    fields: {
      precoCentavos: maybe(isCount),
      quantidade: maybe(isCount),
      status: maybe(isOneOf(...STATUSES)),
      titulo: maybe(isText),
      condicao: maybe(isOneOf('new', 'used')),
      tipo: maybe(isOneOf('gold_pro', 'gold_special', 'free')),
    },
    answer: changeListing,
  },
  {
    name: 'POST /vendedores/:id/anuncios',
    about: '{"quantos":1}: anúncios novos.',
    fields: { quantos: (value) => isCount(value) && Number(value) > 0 && Number(value) <= 10_000 },
    answer: (call) => {
      const seller = sellerOf(call);
      if (!seller) return noSuchSeller();
      const ids = seller.catalogue.add(Number(call.body['quantos'])).map((index) => itemId(seller, index));
      for (const id of ids) call.world.notifier.emit(seller, 'items', `/items/${id}`);
      return Response.json({ anuncios: ids }, { status: 201 });
    },
  },
];

function changeListing({ world, params, body }: ControlCall): Response {
  const found = world.sellers.ofItem(params['item'] ?? '');
  if (!found) return nothing('Este anúncio');
  const { seller, index } = found;
  applyChange(world, seller, index, {
    ...(body['precoCentavos'] !== undefined && { price: Number(body['precoCentavos']) }),
    ...(body['quantidade'] !== undefined && { quantity: Number(body['quantidade']) }),
    ...(body['status'] !== undefined && { status: body['status'] as ItemStatus }), // checked above
    edits: {
      ...(body['titulo'] !== undefined && { title: String(body['titulo']) }),
      ...(body['condicao'] !== undefined && { condition: String(body['condicao']) }),
      ...(body['tipo'] !== undefined && { listing_type_id: String(body['tipo']) }),
    },
  });
  return Response.json(seller.catalogue.item(index, { picturesUrl: world.urls.pictures, includesAll: true }));
}
