/** Special properties of a seller, with a description of each. */
export const FEATURES = {
  user_product_seller: 'publica no modelo novo, uma variação por anúncio',
  warehouse_management: 'estoque por depósito',
  conta_nova: 'sem reputação nem métricas',
  sem_permissao_de_vendas: 'as vendas respondem 403 PolicyAgent',
  protegido: 'reputação protegida, com excluded',
  reputacao_ausente: 'a reputação falta, com 206',
  preco_automatico: 'todo preço é automático',
  dados_pendentes: 'não consegue autorizar',
  vendas_ao_vivo: 'as vendas continuam com o relógio',
  so_pecas: 'vende só peças',
  deposito_unico: 'com estoque por depósito, tem um só',
  exige_nota: 'a etiqueta espera pela nota fiscal',
} as const;
export type Feature = keyof typeof FEATURES;

/** The parameters of a generated seller. */
export interface SellerInput {
  id: number;
  nickname: string;
  seed: number;
  listings: number;
  /** Orders in twelve months. */
  orders: number;
  features: readonly Feature[];
  /** The number of pictures of each listing. Default: 0 to 12. */
  pictures?: number;
}

/** The part of a seller from which listings and orders are generated. */
export interface SellerSeed {
  id: number;
  /** The number of the seller, which determines the range of its item and order ids. */
  slot: number;
  nickname: string;
  seed: number;
  features: Set<Feature>;
  pictures: number | undefined;
}

const ID_ROOM = 2_000_000;
const FIRST_ITEM = 1_000_000_000;

/**
 * The number of an item, from which the ids of its pictures and variations are derived. It is unique across
 * sellers and identifies its seller.
 */
export const itemNumber = ({ slot }: SellerSeed, index: number) => FIRST_ITEM + slot * ID_ROOM + index;

export function locateItem(number: number): { slot: number; index: number } | undefined {
  if (!Number.isSafeInteger(number) || number < FIRST_ITEM) return;
  const place = number - FIRST_ITEM;
  return { slot: Math.floor(place / ID_ROOM), index: place % ID_ROOM };
}
