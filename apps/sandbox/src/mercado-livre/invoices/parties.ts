import { storesOf } from '#mercado-livre/stock/stores.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';

/** What an invoice must say about the sender. */
export interface Sender {
  cnpj: string;
  ie: string;
  uf: string;
  cep: string;
}

/** What an invoice must say about the buyer. A person has no state tax id. */
export interface Receiver {
  kind: 'CPF' | 'CNPJ';
  document: string;
  ie: string | null;
  cep: string;
}

/** The seller, or the depot from which the goods come. */
export function senderOf(seller: SellerSeed, depot: string | undefined): Sender {
  const cep = storesOf(seller).find(({ id }) => id === depot)?.location.zip_code;
  return { cnpj: '19131243000197', ie: '110042490114', uf: 'SP', cep: cep ?? '01001000' };
}

/** Every fifth buyer is a company. */
export const receiverOf = (buyer: number): Receiver =>
  buyer % 5 === 0
    ? { kind: 'CNPJ', document: '11222333000181', ie: '9062345678', cep: '80010000' }
    : { kind: 'CPF', document: '52998224725', ie: null, cep: '80010000' };
