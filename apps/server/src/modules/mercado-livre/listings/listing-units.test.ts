import { expect, test } from 'vitest';
import type { Attribute, Item, Variation } from './listing.ts';
import { itemRefusal } from './listing-refusal.ts';
import { unitsOf } from './listing-units.ts';

const attribute = (id: string, value_name: string | null): Attribute => ({ id, value_name });

const aListing = (rest: Partial<Item> = {}): Item => ({
  id: 'MLB1',
  title: 'Pastilha De Freio',
  status: 'active',
  category_id: 'MLB188658',
  price: '129.90',
  currency_id: 'BRL',
  available_quantity: 7,
  attributes: [],
  pictures: [],
  shipping: { logistic_type: 'cross_docking' },
  last_updated: '2026-05-22T09:49:16.725Z',
  ...rest,
});

const aVariation = (id: string, rest: Partial<Variation> = {}): Variation => ({
  id,
  price: '10.00',
  available_quantity: 2,
  ...rest,
});

const only = (listing: Item) => {
  const [unit, ...others] = unitsOf(listing);
  expect(others).toEqual([]);
  return unit;
};

test('the SKU comes from the variation, the listing, the old field or the listing’s id, in this order', () => {
  const item = [attribute('SELLER_SKU', 'ITEM')];
  const own = { attributes: [attribute('SELLER_SKU', 'VAR')] };
  const skus = (listing: Item) => unitsOf(listing).map(({ sku, sku_proprio }) => [sku, sku_proprio]);
  expect(skus(aListing({ attributes: item, variations: [aVariation('5', own)] }))).toEqual([['VAR', true]]);
  expect(skus(aListing({ attributes: item, seller_custom_field: 'OLD' }))).toEqual([['ITEM', true]]);
  expect(skus(aListing({ seller_custom_field: ' OLD ' }))).toEqual([['OLD', true]]);
  expect(skus(aListing())).toEqual([['MLB1', false]]);
  expect(skus(aListing({ variations: [aVariation('5'), aVariation('6')] }))).toEqual([
    ['MLB1-5', false],
    ['MLB1-6', false],
  ]);
  expect(skus(aListing({ seller_custom_field: 'X'.repeat(101) }))).toEqual([['MLB1', false]]);
});

test('a SKU that several variations share gets the variation’s id appended', () => {
  const variations = [aVariation('5'), aVariation('6', { seller_custom_field: null })];
  const units = unitsOf(aListing({ attributes: [attribute('SELLER_SKU', 'PF-1')], variations }));
  expect(units.map(({ sku }) => sku)).toEqual(['PF-1-5', 'PF-1-6']);
});

test('GTINs are split and filtered by length, and part numbers become codes without duplicates', () => {
  const unit = only(
    aListing({
      attributes: [
        attribute('GTIN', '7891234567895, 12345 ,789123456789'),
        attribute('PART_NUMBER', 'N-123'),
        attribute('OEM', 'n-123;90915-YZZD2'),
        attribute('MPN', '7891234567895'),
        attribute('MODEL', 'Gol'),
        attribute('BRAND', ' Cobreq '),
      ],
    }),
  );
  expect(unit).toMatchObject({
    gtins: ['7891234567895', '789123456789'],
    codigos: ['N-123', '90915-YZZD2'],
    marca: 'Cobreq',
  });
});

test('each variation of a listing has its own name, price, stock, photos and codes', () => {
  const variations = [
    aVariation('5', {
      attribute_combinations: [attribute('COLOR', 'Preto'), attribute('SIZE', 'G')],
      attributes: [attribute('GTIN', '7891234567895')],
      picture_ids: ['b'],
      user_product_id: 'MLBU5',
      item_relations: [{ id: 'MLB9', variation_id: 77 }],
    }),
    aVariation('6', { price: null, available_quantity: 0 }),
  ];
  const pictures = ['a', 'b'].map((id) => ({ id, secure_url: `https://fotos.exemplo/${id}.jpg` }));
  const [black, other] = unitsOf(
    aListing({ variations, pictures, attributes: [attribute('GTIN', '12345678')] }),
  );
  expect(black).toMatchObject({
    variacao_id: '5',
    variacao: 'Preto / G',
    preco: '10.00',
    quantidade: 2,
    fotos: ['https://fotos.exemplo/b.jpg'],
    gtins: ['7891234567895'],
    produto_fisico: 'MLBU5',
    gemeos: ['MLB9 77'],
  });
  expect(other).toMatchObject({ preco: '129.90', quantidade: 0, gtins: [] });
  expect(other?.fotos).toHaveLength(2);
});

test('a closed listing has no stock, Full stock is marked, and every text fits into its column', () => {
  expect(only(aListing({ status: 'closed' }))?.quantidade).toBe(0);
  expect(only(aListing({ shipping: { logistic_type: 'fulfillment' } }))?.is_full).toBe(true);
  const odd = only(aListing({ title: `A\u0000B\n\u200b${'x'.repeat(500)}\ud800`, available_quantity: 1e15 }));
  expect(odd?.titulo).toHaveLength(300);
  expect(odd?.titulo.startsWith('A B x')).toBe(true);
  expect(odd?.quantidade).toBe(9_999_999_999);
});

test('a listing that cannot be imported is refused with a message', () => {
  const all = ['ativos', 'pausados', 'encerrados'];
  expect(itemRefusal(aListing(), all)).toBeNull();
  expect(itemRefusal(aListing({ status: 'paused' }), ['ativos'])).toContain('pausado durante a leitura');
  expect(itemRefusal(aListing({ status: 'under_review' }), all)).toContain('em revisão');
  expect(itemRefusal(aListing({ status: 'never_heard_of' }), all)).toMatch(/\.$/);
  expect(itemRefusal(aListing({ status: 'closed', sub_status: ['deleted'] }), all)).toContain('excluído');
  expect(itemRefusal(aListing({ price: null }), all)).toContain('preço em reais');
  expect(itemRefusal(aListing({ currency_id: 'USD' }), all)).toContain('preço em reais');
  expect(itemRefusal(aListing({ price: '10000000000.00' }), all)).toContain('não cabe');
  expect(only(aListing({ price: '10000000000.00' }))?.preco).toBe('0.00');
});

test.each<[string, Partial<Item>, string | null]>([
  ['no one paused a listing for sale', {}, null],
  ['a paused listing is paused by its seller', { status: 'paused' }, 'vendedor'],
  ['so says its sub-status', { status: 'paused', sub_status: ['paused_by_seller'] }, 'vendedor'],
  ['no one paused a listing without stock', { status: 'paused', sub_status: ['out_of_stock'] }, null],
  [
    'a penalty is a pause of Mercado Livre',
    { status: 'paused', tags: ['moderation_penalty'] },
    'marketplace',
  ],
  ['any other sub-status is one too', { status: 'paused', sub_status: ['freezed'] }, 'marketplace'],
  ['a listing under review is paused by Mercado Livre', { status: 'under_review' }, 'marketplace'],
  ['no one paused a closed listing', { status: 'closed' }, null],
])('%s', (_, listing, expected) => {
  expect(only(aListing(listing))?.pausado_por).toBe(expected);
});
