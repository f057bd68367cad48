import { accessDenied } from '#mercado-livre/errors.ts';
import { readCount } from '#mercado-livre/protocol/query.ts';
import type { Route } from '#mercado-livre/router.ts';
import { storesOf } from './stores.ts';

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
