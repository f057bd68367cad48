import { itemDate } from '#mercado-livre/clock.ts';
import { notFound } from '#mercado-livre/errors.ts';
import { answerBulk, readIds } from '#mercado-livre/protocol/bulk.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { reputationOf } from './reputation.ts';
import type { Seller } from './seller.ts';

export const USER_ROUTES: readonly Route[] = [
  { name: 'GET /users/me', permission: 'usuarios', answer: ({ seller }) => show(seller) },
  { name: 'GET /users/bulk', permission: 'usuarios', answer: showMany },
  {
    name: 'GET /users/:id',
    permission: 'usuarios',
    answer: ({ world, seller, params }) => {
      const found = world.sellers.find(Number(params['id']));
      if (!found) return userNotFound(params['id'] ?? '');
      return found === seller ? show(seller) : Response.json(publicForm(found));
    },
  },
];

const userNotFound = (id: string) => notFound(`User with id ${id} not found`);

/** Shows the seller. A part that could not be loaded is missing in the body, and a header names it. */
function show(seller: Seller): Response {
  const whole = privateForm(seller);
  if (!seller.features.has('reputacao_ausente')) return Response.json(whole);
  const { seller_reputation: _missing, ...rest } = whole;
  return Response.json(rest, { status: 206, headers: { 'x-content-missing': 'seller_reputation' } });
}

function showMany({ world, seller, query }: Call): Response {
  const ids = readIds(query);
  if (ids instanceof Response) return ids;
  const entries = ids.map((id) => {
    const found = world.sellers.find(Number(id));
    if (!found)
      return {
        id,
        status: 404,
        body: { message: `User with id ${id} not found`, error: 'not_found', status: 404, cause: [] },
      };
    return { id: found.id, status: 200, body: found === seller ? privateForm(found) : publicForm(found) };
  });
  return answerBulk(entries, query.get('attributes'));
}

function privateForm(seller: Seller) {
  const { id, nickname, features } = seller;
  const allowed = { allow: true, codes: [] };
  return {
    id,
    nickname,
    registration_date: '2016-01-06T11:31:42.000-04:00',
    first_name: 'Vendedor',
    last_name: nickname,
    gender: '',
    country_id: 'BR',
    email: `vendedor.${id}@exemplo.com.br`,
    identification: { type: 'CNPJ', number: '19131243000197' },
    address: { state: 'BR-SP', city: 'São Paulo', address: 'Rua das Oficinas 100', zip_code: '01001000' },
    phone: { area_code: '11', number: '1111-1111', extension: '', verified: false },
    alternative_phone: { area_code: '', number: '', extension: '' },
    user_type: 'normal',
    tags: [
      'normal',
      'user_info_verified',
      ...(features.has('user_product_seller') ? ['user_product_seller'] : []),
      ...(features.has('warehouse_management') ? ['warehouse_management'] : []),
      ...(features.has('warehouse_management') && !features.has('deposito_unico') ? ['multiwarehouse'] : []),
    ],
    logo: null,
    points: features.has('conta_nova') ? 0 : 100 + (id % 900),
    site_id: 'MLB',
    permalink: `http://perfil.mercadolivre.com.br/${nickname}`,
    seller_experience: features.has('conta_nova') ? 'NEWBIE' : 'ADVANCED',
    seller_reputation: reputationOf(seller),
    buyer_reputation: { canceled_transactions: 0, tags: [] },
    status: {
      site_status: 'active',
      list: allowed,
      sell: allowed,
      buy: allowed,
      billing: allowed,
      mercadoenvios: 'accepted',
      mercadopago_account_type: 'seller',
      user_type: 'eventual',
    },
    credit: { consumed: 100, credit_level_id: 'MLB1' },
    last_seen: itemDate(Date.UTC(2026, 0, 1)),
  };
}

function publicForm(seller: Seller) {
  const { level_id, power_seller_status, transactions } = reputationOf(seller);
  return {
    id: seller.id,
    nickname: seller.nickname,
    country_id: 'BR',
    address: { city: 'São Paulo', state: 'BR-SP' },
    user_type: 'normal',
    site_id: 'MLB',
    permalink: `http://perfil.mercadolivre.com.br/${seller.nickname}`,
    seller_reputation: {
      level_id,
      power_seller_status,
      transactions: { period: transactions.period, total: transactions.total },
    },
    status: { site_status: 'active' },
  };
}
