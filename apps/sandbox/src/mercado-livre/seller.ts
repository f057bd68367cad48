import type { Catalogue } from './catalogue.ts';
import type { OrderBook } from './order-book.ts';

/** What makes a seller unlike the others, each with its words. */
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
} as const;
export type Feature = keyof typeof FEATURES;

/** What a seller is made from. */
export interface SellerInput {
  id: number;
  nickname: string;
  seed: number;
  listings: number;
  /** In twelve months. */
  orders: number;
  features: readonly Feature[];
  /** How many pictures a listing has; without it, from 0 to 12. */
  pictures?: number;
}

/** The part of a seller that listings and orders are made from. */
export interface SellerSeed {
  id: number;
  /** Keeps the ids of two sellers apart. */
  slot: number;
  nickname: string;
  seed: number;
  features: Set<Feature>;
  pictures: number | undefined;
}

export interface Seller extends SellerSeed {
  readonly listings: number;
  readonly orders: number;
  catalogue: Catalogue;
  orderBook: OrderBook;
}

const ID_ROOM = 2_000_000;
const FIRST_ITEM = 1_000_000_000;

/** Numbers of items, pictures and variations come from here: no two sellers share one, and each tells whose it is. */
export const itemNumber = ({ slot }: SellerSeed, index: number) => FIRST_ITEM + slot * ID_ROOM + index;

export function locateItem(number: number): { slot: number; index: number } | undefined {
  if (!Number.isSafeInteger(number) || number < FIRST_ITEM) return;
  const place = number - FIRST_ITEM;
  return { slot: Math.floor(place / ID_ROOM), index: place % ID_ROOM };
}
