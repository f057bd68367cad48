import { toUnits } from '@prumo/contract/exact-decimal.ts';
import type { EstadoDeAnuncio } from '@prumo/contract/importacoes-anuncios.ts';
import type { Item, Unread } from './listing.ts';

/** The marketplace's names of the states. */
export const STATUS: Readonly<Record<EstadoDeAnuncio, string>> = {
  ativos: 'active',
  pausados: 'paused',
  encerrados: 'closed',
};

const UNREAD: Readonly<Record<Unread, string>> = {
  missing: 'O anúncio não existe mais no Mercado Livre.',
  forbidden: 'O Mercado Livre não deixa ler este anúncio.',
  unreadable: 'O Mercado Livre não entregou este anúncio por inteiro. Importe de novo mais tarde.',
};

const NOT_ON_SALE: Readonly<Record<string, string>> = {
  under_review: 'O anúncio está em revisão no Mercado Livre. Resolva a revisão por lá e importe de novo.',
  inactive: 'O anúncio está suspenso pelo Mercado Livre. Regularize-o por lá e importe de novo.',
  payment_required: 'O anúncio espera um pagamento no Mercado Livre. Pague por lá e importe de novo.',
  not_yet_active: 'O anúncio ainda não foi publicado. Importe de novo quando estiver no ar.',
};

/**
 * The refusals of a listing whose state changed, during the reading, to one that the person had not chosen.
 */
const NOT_CHOSEN: Readonly<Record<string, string>> = {
  active: 'O anúncio foi ativado durante a leitura, e anúncios ativos não foram escolhidos.',
  paused: 'O anúncio foi pausado durante a leitura, e anúncios pausados não foram escolhidos.',
  closed: 'O anúncio foi encerrado durante a leitura, e anúncios encerrados não foram escolhidos.',
};

const DEAREST = toUnits('9999999999.99', 2);

/** Whether a produto can have this price. */
export const isPossible = (price: string) => toUnits(price, 2) >= 0n && toUnits(price, 2) <= DEAREST;

export const unreadRefusal = (why: Unread): string => UNREAD[why];

/** Returns the reason why the listing cannot be imported. Returns null when it can be imported. */
export function itemRefusal(listing: Item, estados: readonly string[]): string | null {
  const { status, sub_status, currency_id } = listing;
  if (sub_status?.includes('deleted')) return 'O anúncio foi excluído no Mercado Livre.';
  const chosen = Object.entries(STATUS).flatMap(([estado, name]) => (estados.includes(estado) ? name : []));
  if (!chosen.includes(status))
    return (
      NOT_CHOSEN[status] ??
      NOT_ON_SALE[status] ??
      'O anúncio está em uma situação do Mercado Livre que ainda não importamos. Ative-o por lá e importe de novo.'
    );
  const prices = [listing, ...(listing.variations ?? [])].map(({ price }) => price ?? listing.price);
  if ((currency_id ?? 'BRL') !== 'BRL' || prices.includes(null))
    return 'O anúncio não tem preço em reais. Corrija o preço no Mercado Livre e importe de novo.';
  if (!prices.every((price) => price !== null && isPossible(price)))
    return 'O preço do anúncio não cabe em um produto. Corrija o preço no Mercado Livre e importe de novo.';
  return null;
}
