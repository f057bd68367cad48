import { brasiliaDay } from '#mercado-livre/clock.ts';
import { badRequest, notFound } from '#mercado-livre/errors.ts';
import { itemId } from '#mercado-livre/listings/identity.ts';
import { titleOf } from '#mercado-livre/listings/words.ts';
import { orderId, packId } from '#mercado-livre/orders/draft.ts';
import { readCount, unknownIn } from '#mercado-livre/protocol/query.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { shipmentId } from '#mercado-livre/shipments/ids.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import { DOCUMENT_TYPES, type DocumentType, type Line, linesOf, numberOf } from './bill.ts';
import { saleFeeOf } from './charges.ts';

export const BILLING_ROUTES: readonly Route[] = [
  {
    name: 'GET /billing/integration/periods/key/:key/group/:group/details',
    permission: 'vendas',
    answer: showDetails,
  },
];

const PARAMETERS = ['document_type', 'limit', 'from_id', 'sort_by'];
const LARGEST_PAGE = 1000;
const USUAL_PAGE = 150;
const PERIODS = 12;

function showDetails({ world, seller, query, params }: Call): Response {
  const { key = '', group } = params;
  const now = world.clock.now();
  const unknown = unknownIn(query, PARAMETERS);
  if (unknown !== undefined) return badRequest(`Unknown parameter ${unknown}`);
  if (!/^\d{4}-(0[1-9]|1[0-2])-01$/.test(key)) return badRequest('Invalid period key');
  if (group !== 'ML' && group !== 'MP') return badRequest('Invalid group');
  const document = query.get('document_type');
  if (!DOCUMENT_TYPES.some((each) => each === document)) return badRequest('Invalid document_type');
  const limit = readCount(query, 'limit', USUAL_PAGE);
  const fromId = readCount(query, 'from_id', 0) ?? Number(query.get('from_id'));
  if (limit === undefined || limit < 1 || limit > LARGEST_PAGE) return badRequest('Invalid limit');
  if (!Number.isInteger(fromId)) return badRequest('Invalid from_id');
  // Without an order by id, the lines after an id are not those that follow.
  if (query.get('sort_by') !== 'ID') return badRequest('Invalid sort_by');
  if (monthsBetween(key, brasiliaDay(now)) < 0 || monthsBetween(key, brasiliaDay(now)) >= PERIODS)
    return notFound('Period not found');
  const lines =
    group === 'MP'
      ? []
      : linesOf(seller, key, Math.floor(now / 1000)).filter(
          (line) => line.document === (document as DocumentType),
        );
  const rest = lines.filter(({ id }) => id > fromId);
  const page = rest.slice(0, limit);
  return Response.json({
    offset: 0,
    limit,
    total: lines.length,
    last_id: page.at(-1)?.id ?? null,
    results: page.map((line) => detailOf(seller, line)),
  });
}

function monthsBetween(from: string, to: string): number {
  const [months, end] = [from, to].map((day) => {
    const [year = 0, month = 0] = day.split('-').map(Number);
    return year * 12 + month;
  });
  return (end ?? 0) - (months ?? 0);
}

/** The official samples of the bill have instants without an offset. */
const billDate = (instant: number) => new Date(instant - 3 * 3_600_000).toISOString().slice(0, 19);

function detailOf(seller: Seller, line: Line): object {
  const { id, amount, type, isBonus, returns, orders, leader, at } = line;
  const [first] = leader === null ? [] : (seller.shipmentBook.find(leader)?.drafts ?? []);
  return {
    charge_info: {
      legal_document_status: 'PROCESSED',
      creation_date_time: billDate(at * 1000),
      detail_id: id,
      transaction_detail: TEXTS[type],
      debited_from_operation: 'YES',
      status: isBonus ? 'BONUS' : null,
      status_description: null,
      charge_bonified_id: returns === null ? null : numberOf(seller, returns),
      detail_amount: reais(amount),
      detail_type: isBonus ? 'BONUS' : 'CHARGE',
      detail_sub_type: type,
    },
    discount_info: {
      charge_amount_without_discount: reais(amount),
      discount_amount: 0,
      discount_reason: null,
    },
    sales_info: orders.map((draft) => ({
      order_id: orderId(seller, draft.k),
      operation_id: 90_000_000_000 + draft.k,
      sale_date_time: billDate(draft.createdAt * 1000),
      sales_channel: 'ML',
      payer_nickname: 'COMPRADORA',
      state_name: 'São Paulo',
      transaction_amount: reais(draft.unitPrice * draft.quantity),
      financing_fee: 0,
      financing_transfer_total: 0,
      sale_fee: feeOf(seller, line, draft),
    })),
    shipping_info:
      leader === null
        ? { shipping_id: null, pack_id: null, receiver_shipping_cost: null }
        : {
            shipping_id: String(shipmentId(seller, leader)),
            pack_id: first?.pack.isNumbered ? String(packId(seller, leader)) : null,
            receiver_shipping_cost: 0,
          },
    items_info: orders.map((draft) => ({
      item_id: itemId(seller, draft.listing),
      item_title: titleOf(seller, draft.listing),
      item_amount: draft.quantity,
      item_price: reais(draft.unitPrice),
      order_id: orderId(seller, draft.k),
    })),
    currency_info: { currency_id: 'BRL' },
  };
}

const TEXTS: Readonly<Record<Line['type'], string>> = {
  CV: 'Tarifa de venda',
  BV: 'Bonificação da tarifa de venda',
  CXD: 'Tarifa de envio do Mercado Envios',
  PADS: 'Campanha de publicidade - Product Ads',
  CFF: 'Tarifa de armazenamento Full',
};

function feeOf(seller: Seller, { type }: Line, draft: Line['orders'][number]): object | null {
  if (type !== 'CV') return null;
  const { gross, net, rebate } = saleFeeOf(seller, draft);
  return {
    ...{ gross: reais(gross), net: reais(net), rebate: reais(rebate) },
    ...{ discount: 0, discount_reason: null },
  };
}
