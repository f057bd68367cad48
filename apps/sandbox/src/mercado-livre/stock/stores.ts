import { itemNumber, type SellerSeed } from '#mercado-livre/users/seller-seed.ts';

/** The depots of a seller with stock per depot. The third one keeps no stock. */
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
