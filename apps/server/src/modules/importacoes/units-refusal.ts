import type { EstadoDeAnuncio } from '@prumo/contract/anuncios.ts';
import type { Listing, Unread } from '#modules/mercado-livre/listing.ts';

/** What the marketplace calls them. */
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

/** Meanwhile it became one of those nobody asked for. */
const NOT_CHOSEN: Readonly<Record<string, string>> = {
  active: 'O anúncio foi ativado durante a leitura, e anúncios ativos não foram escolhidos.',
  paused: 'O anúncio foi pausado durante a leitura, e anúncios pausados não foram escolhidos.',
  closed: 'O anúncio foi encerrado durante a leitura, e anúncios encerrados não foram escolhidos.',
};

const DEAREST = 9_999_999_999.99;

/** A price a produto can have. */
export const isPossible = (price: string) => Number(price) >= 0 && Number(price) <= DEAREST;

export const unreadRefusal = (why: Unread): string => UNREAD[why];

/** Why it cannot be imported; null where it can. */
export function refusalOf(listing: Listing, estados: readonly string[]): string | null {
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
