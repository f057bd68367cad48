import { chance, noise, pick } from '#mercado-livre/noise.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { familyId, isTwin, leafOf, productIndex } from './identity.ts';

const SALT = { product: 40, detail: 41, brand: 42, odd: 43, family: 44, noBrand: 45 };
const TITLE_LENGTH = 60;

export const brandOf = (seller: SellerSeed, index: number): string | undefined => {
  const product = productIndex(index);
  if (chance(seller.seed, product, SALT.noBrand) < 0.06) return;
  return pick(leafOf(seller, index).brands, noise(seller.seed, product, SALT.brand));
};

/**
 * A title of up to 60 characters. Some titles contain characters that an unsafe page would interpret as
 * markup.
 */
export function titleOf(seller: SellerSeed, index: number): string {
  const leaf = leafOf(seller, index);
  const product = productIndex(index);
  const words = [
    pick(leaf.products, noise(seller.seed, product, SALT.product)),
    brandOf(seller, index) ?? '',
    pick(leaf.details, noise(seller.seed, product, SALT.detail)),
  ].filter((word) => word !== '');
  const odd = chance(seller.seed, product, SALT.odd);
  const title = `${oddity(odd)}${words.join(' ')}${isTwin(index) ? ' Original' : ''}`;
  return (odd > 0.98 ? title.padEnd(TITLE_LENGTH, ' Ação') : title).slice(0, TITLE_LENGTH).trim();
}

function oddity(dice: number): string {
  if (dice < 0.01) return '<b>Oferta</b> ';
  if (dice < 0.02) return '"Top" & \'Novo\' ';
  return dice < 0.03 ? '=Kit+2 ' : '';
}

/** The name of a family, which is longer than a title may be. */
export function familyNameOf(seller: SellerSeed, index: number): string {
  const leaf = leafOf(seller, index);
  const family = familyId(seller, index) % 2 ** 31;
  const product = pick(leaf.products, noise(seller.seed, family, SALT.family));
  return `${product} ${leaf.name} Linha Completa Com Garantia De Fábrica E Nota Fiscal Envio Imediato`;
}

/** A long description with markup, as people paste it. */
export const descriptionOf = (seller: SellerSeed, index: number) =>
  [
    `${titleOf(seller, index)}`,
    '<p>Produto <strong>novo</strong>, com nota fiscal &amp; garantia.</p>',
    'Perguntas? Responderemos em até 24h — de segunda a sexta.\n\n* Não fazemos retirada *',
    'Conferir a aplicação antes da compra. '.repeat(index % 97 === 5 ? 1200 : 12),
  ].join('\n');

export const slugOf = (title: string) =>
  title
    .normalize('NFD')
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')
    .toLowerCase();
