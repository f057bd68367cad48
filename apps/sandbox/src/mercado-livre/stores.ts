import { accessDenied } from './errors.ts';
import { type Route, readCount } from './router.ts';
import { itemNumber, type SellerSeed } from './seller.ts';

/** The depots of a seller who keeps stock in them; the third holds none. */
export const storesOf = (seller: SellerSeed) =>
  seller.features.has('warehouse_management')
    ? [1, 2, 3].map((n) => ({
        id: String((itemNumber(seller, 0) % 10_000_000) * 10 + n),
        user_id: String(seller.id),
        description: `Depósito ${n}`,
        status: 'active',
        location: {
          address_line: `Rua das Oficinas, ${n}00`,
          zip_code: `0100100${n}`,
          city: { id: 'BR-SP-44', name: 'São Paulo' },
          state: { id: 'BR-SP', name: 'São Paulo' },
          country: { id: 'BR', name: 'Brasil' },
        },
        network_node_id: String((itemNumber(seller, 0) % 1_000_000) * 10 + n),
        services: { stock_location: n < 3 ? ['stock_location'] : [] },
        tags: n < 3 ? ['stock_location'] : [],
      }))
    : [];

export const STORE_ROUTES: readonly Route[] = [
  {
    name: 'GET /users/:id/stores/search',
    permission: 'publicacao',
    answer: ({ params, seller, query }) => {
      if (params['id'] !== String(seller.id)) return accessDenied();
      const tag = query.get('tags');
      const stores = storesOf(seller).filter(({ tags }) => tag === null || tags.includes(tag));
      const limit = readCount(query, 'limit', 50) ?? 50;
      const offset = readCount(query, 'offset', 0) ?? 0;
      return Response.json({
        paging: { total: stores.length, offset, limit },
        results: stores.slice(offset, offset + limit),
      });
    },
  },
];
