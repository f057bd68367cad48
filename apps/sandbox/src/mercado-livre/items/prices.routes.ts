import { badRequest } from '#mercado-livre/errors.ts';
import { noise } from '#mercado-livre/noise.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { owned } from './owned.ts';

const SALT = 200;

export const PRICE_ROUTES: readonly Route[] = [
  { name: 'GET /sites/MLB/listing_prices', permission: 'publicacao', answer: showFees },
  {
    name: 'GET /items/:id/price_to_win',
    permission: 'publicacao',
    answer: (call) => owned(call, showPriceToWin),
  },
];

function showFees({ query }: Call): Response {
  const price = Number(query.get('price'));
  if (!Number.isFinite(price) || price <= 0 || !query.has('category_id'))
    return badRequest('price and category_id');
  const types = query.get('listing_type_id')?.split(',') ?? ['gold_special', 'gold_pro', 'free'];
  return Response.json(
    types.map((type) => {
      const percentage = { gold_special: 11.5, gold_pro: 16.5 }[type] ?? 0;
      const centavos = Math.round(price * percentage) + (price < 79 && percentage > 0 ? 675 : 0);
      return {
        currency_id: 'BRL',
        listing_type_id: type,
        sale_fee_amount: reais(centavos),
        sale_fee_details: {
          percentage_fee: percentage,
          fixed_fee: price < 79 && percentage > 0 ? 6.75 : 0,
          gross_amount: reais(centavos),
          financing_add_on_fee: 0,
        },
      };
    }),
  );
}

function showPriceToWin({ seller, query, params }: Call, index: number): Response {
  if (query.get('version') !== 'v2') return badRequest('version must be v2');
  const { price } = seller.catalogue.face(index);
  const isCatalogue = index % 10 === 9;
  const isWinning = noise(seller.seed, index, SALT) % 2 === 0;
  return Response.json({
    item_id: params['id'],
    current_price: reais(price),
    currency_id: 'BRL',
    price_to_win: isCatalogue && !isWinning ? reais(Math.round(price * 0.95)) : null,
    status: isCatalogue ? (isWinning ? 'winning' : 'losing') : 'not_listed',
    reason: isCatalogue ? [] : ['non_catalog_listing'],
    boosts: [],
    winner: {},
  });
}
