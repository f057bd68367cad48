import { readInstant } from '#mercado-livre/clock.ts';
import { variationId } from '#mercado-livre/listings/variations.ts';
import type { Draft } from '#mercado-livre/orders/draft.ts';
import { type SoldItem, sellCart } from '#mercado-livre/orders/sell.ts';
import { LOGISTICS, type Logistic } from '#mercado-livre/shipments/logistic.ts';
import { storesOf } from '#mercado-livre/stock/stores.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import { type Body, isCount, isFlag, isOneOf, isText, maybe } from './body.ts';
import { type ControlCall, type ControlRoute, noSuchSeller, nothing, sellerOf, wrong } from './route.ts';

export const isInstant = (value: unknown) => typeof value === 'string' && readInstant(value) !== undefined;
const ITEM_FIELDS = {
  anuncio: maybe(isText),
  variacao: maybe(isCount),
  deposito: maybe(isText),
  quantidade: maybe((value) => isCount(value) && Number(value) > 0),
  precoCentavos: maybe(isCount),
};
const SALE_FIELDS = {
  paga: maybe(isFlag),
  em: maybe(isInstant),
  comprador: maybe(isCount),
  logistica: maybe(isOneOf(...LOGISTICS)),
};

const isItem = (value: unknown) => {
  if (typeof value !== 'object' || value === null) return false;
  const given: Body = { ...value };
  return (
    Object.keys(given).every((name) => Object.hasOwn(ITEM_FIELDS, name)) &&
    Object.entries(ITEM_FIELDS).every(([name, check]) => check(given[name]))
  );
};

/** Control routes that sell. */
export const CONTROL_SALE_ROUTES: readonly ControlRoute[] = [
  {
    name: 'POST /vendedores/:id/venda',
    about:
      '{"anuncio":"MLB…","variacao":170…,"deposito":"…","quantidade":2,"precoCentavos":1990,"paga":true,"em":"2026-11-15T02:59:59Z","comprador":123,"logistica":"drop_off"}: uma venda nova; tudo é opcional.',
    fields: { ...ITEM_FIELDS, ...SALE_FIELDS },
    answer: (call) => {
      const drafts = sell(call, [call.body]);
      if (drafts instanceof Response) return drafts;
      const [order] = bodiesOf(call, drafts);
      return Response.json(order, { status: 201 });
    },
  },
  {
    name: 'POST /vendedores/:id/carrinho',
    about:
      '{"itens":[{"anuncio":"MLB…","quantidade":1},{"anuncio":"MLB…"}],"kit":"MLB…"}: um carrinho, com um pedido por item e um envio; com kit, os itens são os componentes dele. Os outros campos são os da venda.',
    fields: {
      itens: (value) => Array.isArray(value) && value.length > 0 && value.every(isItem),
      kit: maybe(isText),
      ...SALE_FIELDS,
    },
    answer: (call) => {
      const drafts = sell(call, call.body['itens'] as Body[]);
      return drafts instanceof Response ? drafts : Response.json(bodiesOf(call, drafts), { status: 201 });
    },
  },
];

function bodiesOf(call: ControlCall, drafts: readonly Draft[]): object[] {
  const seller = sellerOf(call);
  return drafts.flatMap((draft) => seller?.orderBook.body(draft, call.world.clock.now()) ?? []);
}

function sell(call: ControlCall, items: readonly Body[]): Draft[] | Response {
  const { world, body } = call;
  const seller = sellerOf(call);
  if (!seller) return noSuchSeller();
  const read: SoldItem[] = [];
  for (const item of items) {
    const sold = readItem(call, seller, item);
    if (sold instanceof Response) return sold;
    read.push(sold);
  }
  const kit = body['kit'] === undefined ? undefined : world.sellers.ofItem(String(body['kit']));
  if (body['kit'] !== undefined && kit?.seller !== seller) return nothing('Este kit');
  const at = typeof body['em'] === 'string' ? readInstant(body['em']) : undefined;
  return sellCart(world, seller, {
    items: read,
    at: Math.floor((at ?? world.clock.now()) / 1000),
    buyer: Number(body['comprador'] ?? 700_000_001),
    isPaid: body['paga'] !== false,
    ...(body['logistica'] !== undefined && { logistic: body['logistica'] as Logistic }), // checked above
    ...(kit && { kit: kit.index }),
  });
}

function readItem({ world }: ControlCall, seller: Seller, item: Body): SoldItem | Response {
  const found =
    item['anuncio'] === undefined ? { seller, index: 0 } : world.sellers.ofItem(String(item['anuncio']));
  if (found?.seller !== seller || seller.listings === 0) return nothing('Este anúncio');
  const listing = found.index;
  const { variations } = seller.catalogue.face(listing);
  const variation = Array.from({ length: variations }, (_, n) => variationId(seller, listing, n)).indexOf(
    Number(item['variacao']),
  );
  if (item['variacao'] !== undefined && variation < 0) return nothing('Esta variação');
  const depot = storesOf(seller).findIndex(({ id }) => id === item['deposito']);
  if (item['deposito'] !== undefined && depot < 0) return wrong('Este depósito não existe.');
  return {
    listing,
    quantity: Number(item['quantidade'] ?? 1),
    ...(item['precoCentavos'] !== undefined && { price: Number(item['precoCentavos']) }),
    ...(variation >= 0 && { variation }),
    ...(depot >= 0 && { depot }),
  };
}
