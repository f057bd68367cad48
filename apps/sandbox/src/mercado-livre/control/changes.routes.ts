import { readInstant } from '#mercado-livre/clock.ts';
import { applyChange } from '#mercado-livre/items/change.ts';
import { type ItemStatus, STATUSES } from '#mercado-livre/listings/face.ts';
import { itemId } from '#mercado-livre/listings/identity.ts';
import { type Draft, locateOrder, orderId } from '#mercado-livre/orders/draft.ts';
import { lifeCode, lifeOf, NEVER } from '#mercado-livre/orders/life.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import { isCount, isFlag, isOneOf, isText, maybe } from './body.ts';
import { type ControlCall, type ControlRoute, noSuchSeller, nothing, sellerOf, wrong } from './route.ts';

const CANCELLED_BY = {
  comprador: 'cancelada_pelo_comprador',
  vendedor: 'cancelada_pelo_vendedor',
  meli: 'fraude',
} as const;
const isInstant = (value: unknown) => typeof value === 'string' && readInstant(value) !== undefined;

/** Control routes that change orders and listings at Mercado Livre and notify the subscribed applications. */
export const CONTROL_CHANGE_ROUTES: readonly ControlRoute[] = [
  {
    name: 'POST /vendedores/:id/venda',
    about:
      '{"anuncio":"MLB…","quantidade":2,"precoCentavos":1990,"paga":true,"em":"2026-11-15T02:59:59Z","comprador":123}: uma venda nova; tudo é opcional.',
    fields: {
      anuncio: maybe(isText),
      quantidade: maybe((value) => isCount(value) && Number(value) > 0),
      precoCentavos: maybe(isCount),
      paga: maybe(isFlag),
      em: maybe(isInstant),
      comprador: maybe(isCount),
    },
    answer: sell,
  },
  {
    name: 'POST /vendas/:order/cancelar',
    about: '{"por":"comprador"} (ou vendedor, ou meli): cancela a venda, agora.',
    fields: { por: maybe(isOneOf(...Object.keys(CANCELLED_BY))) },
    answer: (call) => {
      const by = (call.body['por'] ?? 'comprador') as keyof typeof CANCELLED_BY;
      return changeOrder(call, (draft) => (lifeOf(draft.life).isPaid ? CANCELLED_BY[by] : 'nunca_paga'));
    },
  },
  {
    name: 'POST /vendas/:order/reembolsar',
    about: '{"centavos":500}: devolve parte; sem centavos, tudo, e a venda fica cancelada.',
    fields: { centavos: maybe((value) => isCount(value) && Number(value) > 0) },
    answer: (call) => {
      const refund = call.body['centavos'] === undefined ? undefined : Number(call.body['centavos']);
      return changeOrder(
        call,
        () => (refund === undefined ? 'reembolso_total' : 'reembolso_parcial'),
        refund,
      );
    },
  },
  {
    name: 'POST /vendas/:order/pagar',
    about: '{}: o pagamento entra agora.',
    answer: (call) => changeOrder(call, () => 'paga'),
  },
  {
    name: 'POST /anuncios/:item',
    about:
      '{"precoCentavos":1990,"quantidade":3,"status":"paused","titulo":"…"}: o vendedor mudou o anúncio.',
    fields: {
      precoCentavos: maybe(isCount),
      quantidade: maybe(isCount),
      status: maybe(isOneOf(...STATUSES)),
      titulo: maybe(isText),
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

function sell(call: ControlCall): Response {
  const { world, body } = call;
  const seller = sellerOf(call);
  if (!seller) return noSuchSeller();
  const found =
    body['anuncio'] === undefined ? { seller, index: 0 } : world.sellers.ofItem(String(body['anuncio']));
  if (found?.seller !== seller || seller.listings === 0) return nothing('Este anúncio');
  const { index } = found;
  const face = seller.catalogue.face(index);
  const at = typeof body['em'] === 'string' ? readInstant(body['em']) : undefined;
  const createdAt = Math.floor((at ?? world.clock.now()) / 1000);
  const price = body['precoCentavos'] === undefined ? face.price : Number(body['precoCentavos']);
  const quantity = Number(body['quantidade'] ?? 1);
  const draft = seller.orderBook.sell({
    createdAt,
    paidAt: createdAt,
    eventAt: NEVER,
    life: lifeCode(body['paga'] === false ? 'a_pagar' : 'paga'),
    listing: index,
    quantity,
    unitPrice: price,
    fullPrice: price,
    buyer: Number(body['comprador'] ?? 700_000_001),
    refund: 0,
  });
  world.notifier.emit(seller, 'orders_v2', `/orders/${orderId(seller, draft.k)}`);
  applyChange(world, seller, index, { quantity: Math.max(0, face.quantity - quantity) });
  return Response.json(seller.orderBook.body(draft, world.clock.now()), { status: 201 });
}

function findOrder(world: World, id: string): { seller: Seller; draft: Draft } | undefined {
  const place = locateOrder(id, 'order');
  const seller = place && world.sellers.bySlot(place.slot);
  const draft = seller?.orderBook.find(place?.k ?? 0);
  return seller && draft ? { seller, draft } : undefined;
}

function changeOrder(
  { world, params }: ControlCall,
  lifeAfter: (draft: Draft) => string,
  refund?: number,
): Response {
  const found = findOrder(world, params['order'] ?? '');
  if (!found) return nothing('Esta venda');
  const { seller, draft } = found;
  const life = lifeAfter(draft);
  const now = world.clock.now();
  if (refund !== undefined && refund >= draft.unitPrice * draft.quantity)
    return wrong('Isto é tudo: não diga quanto.');
  seller.orderBook.change(draft, life, Math.floor(now / 1000), refund === undefined ? {} : { refund });
  const after = seller.orderBook.find(draft.k) ?? draft;
  world.notifier.emit(seller, 'orders_v2', `/orders/${orderId(seller, draft.k)}`);
  return Response.json(seller.orderBook.body(after, now));
}

function changeListing({ world, params, body }: ControlCall): Response {
  const found = world.sellers.ofItem(params['item'] ?? '');
  if (!found) return nothing('Este anúncio');
  const { seller, index } = found;
  applyChange(world, seller, index, {
    ...(body['precoCentavos'] !== undefined && { price: Number(body['precoCentavos']) }),
    ...(body['quantidade'] !== undefined && { quantity: Number(body['quantidade']) }),
    ...(body['status'] !== undefined && { status: body['status'] as ItemStatus }), // checked above
    ...(body['titulo'] !== undefined && { edits: { title: String(body['titulo']) } }),
  });
  return Response.json(seller.catalogue.item(index, { picturesUrl: world.urls.pictures, includesAll: true }));
}
