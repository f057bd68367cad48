import { itemNumber, type SellerSeed } from '#mercado-livre/users/seller-seed.ts';

const keepsStock = ({ features }: SellerSeed, n: number) => n < (features.has('deposito_unico') ? 2 : 3);

/** The depots of a seller with stock per depot. Two of them keep stock, or one. */
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
        services: { stock_location: keepsStock(seller, n) ? ['stock_location'] : [] },
        tags: keepsStock(seller, n) ? ['stock_location'] : [],
      }))
    : [];
