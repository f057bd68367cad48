import { notFound } from '#mercado-livre/errors.ts';
import { depotOf } from '#mercado-livre/orders/order.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import type { Shipment } from '#mercado-livre/shipments/book.ts';
import { moveShipment } from '#mercado-livre/shipments/change.ts';
import { findShipment } from '#mercado-livre/shipments/find.ts';
import { stepAt } from '#mercado-livre/shipments/path.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { StoredInvoice } from './book.ts';
import { checkInvoice, type Expected, type Invoice } from './check.ts';
import { type InvoiceError, refuseInvoice } from './errors.ts';
import { receiverOf, senderOf } from './parties.ts';

export const INVOICE_ROUTES: readonly Route[] = [
  { name: 'POST /shipments/:id/invoice_data', permission: 'vendas', answer: importInvoice },
  { name: 'GET /shipments/:id/invoice_data', permission: 'vendas', answer: showInvoice },
  { name: 'PUT /shipment_invoice/:id', permission: 'vendas', answer: replaceInvoice },
  { name: 'GET /shipments/:id/billing_info', permission: 'vendas', answer: showBilling },
];

/** States from which on the label is printed, so that the invoice cannot change any more. */
const isWaiting = (substatus: string | null | undefined) =>
  substatus === 'invoice_pending' || substatus === 'ready_to_print';

/** The shipment of the caller, or why the request is refused. */
function shipmentOf(call: Call, id: string): Shipment | InvoiceError {
  const { world, seller, query } = call;
  const site = query.get('siteId');
  if (site === null) return 'invalid_parameter';
  if (site !== 'MLB') return 'invalid_operation_for_site_id';
  const found = findShipment(world, id);
  if (!found) return 'invalid_shipment';
  return found.seller === seller ? found.shipment : 'invalid_caller_id';
}

/** Accepts the invoice of a shipment that waits for it. Then the label exists. */
async function importInvoice(call: Call): Promise<Response> {
  const { world, seller } = call;
  const shipment = shipmentOf(call, call.params['id'] ?? '');
  if (typeof shipment === 'string') return refuseInvoice(shipment);
  const step = stepAt(shipment.steps, Math.floor(world.clock.now() / 1000));
  if (!seller.features.has('exige_nota')) return refuseInvoice('seller_not_allowed_to_import_nfe');
  if (world.invoices.ofShipment(shipment.id)) return refuseInvoice('shipment_invoice_already_saved');
  if (step?.status === 'ready_to_ship' && !isWaiting(step.substatus))
    return refuseInvoice('nf_already_generated');
  if (step?.substatus !== 'invoice_pending') return refuseInvoice('invalid_shipment');
  const invoice = await readInvoice(call, shipment);
  if (typeof invoice === 'string') return refuseInvoice(invoice);
  const saved = world.invoices.save(shipment.id, invoice, world.clock.now());
  moveShipment(world, seller, shipment, { status: 'ready_to_ship', substatus: 'ready_to_print' });
  return Response.json(bodyOf(seller, saved), { status: 201 });
}

/** Replaces an invoice until the label is printed. */
async function replaceInvoice(call: Call): Promise<Response> {
  const known = call.world.invoices.find(Number(call.params['id']));
  if (!known) return notFound('shipment invoice not found');
  const shipment = shipmentOf(call, String(known.shipment));
  if (typeof shipment === 'string') return refuseInvoice(shipment);
  const step = stepAt(shipment.steps, Math.floor(call.world.clock.now() / 1000));
  if (!isWaiting(step?.substatus)) return refuseInvoice('nf_already_generated');
  const invoice = await readInvoice(call, shipment);
  if (typeof invoice === 'string') return refuseInvoice(invoice);
  const saved = call.world.invoices.save(shipment.id, invoice, call.world.clock.now());
  return Response.json(bodyOf(call.seller, saved));
}

async function readInvoice(call: Call, shipment: Shipment): Promise<Invoice | InvoiceError> {
  const { world, seller, request } = call;
  const planned = world.invoices.takeRefusal(shipment.id);
  if (planned) return planned;
  if (!request.headers.get('content-type')?.startsWith('application/xml')) return 'invalid_parameter';
  const invoice = checkInvoice(await request.text(), expectedOf(seller, shipment, world.clock.now()));
  if (typeof invoice === 'string') return invoice;
  const other = world.invoices.ofKey(invoice.key);
  return other === undefined || other === shipment.id ? invoice : 'duplicated_fiscal_key';
}

function expectedOf(seller: Seller, { drafts }: Shipment, now: number): Expected {
  const [first] = drafts;
  return {
    sender: senderOf(seller, first && depotOf(seller, first)?.id),
    receiver: receiverOf(first?.buyer ?? 0),
    total: drafts.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0),
    soldAt: (first?.createdAt ?? 0) * 1000,
    now,
    isMultiOrigin: seller.features.has('warehouse_management'),
  };
}

function showInvoice(call: Call): Response {
  const shipment = shipmentOf(call, call.params['id'] ?? '');
  if (typeof shipment === 'string') return refuseInvoice(shipment);
  const saved = call.world.invoices.ofShipment(shipment.id);
  return saved ? Response.json(bodyOf(call.seller, saved)) : notFound('shipment invoice not found');
}

function bodyOf(seller: Seller, invoice: StoredInvoice) {
  const date = (instant: number) => new Date(instant).toISOString();
  return {
    id: invoice.id,
    sender_id: seller.id,
    shipment_id: invoice.shipment,
    fiscal_key: invoice.key,
    weight: null,
    item_title: invoice.item,
    invoice_serie: invoice.serie,
    invoice_number: invoice.number,
    invoice_amount: reais(invoice.total),
    status: 'approved',
    invoice_date: date(invoice.issuedAt),
    date_created: date(invoice.createdAt),
    last_updated: date(invoice.updatedAt),
  };
}

function showBilling(call: Call): Response {
  const found = findShipment(call.world, call.params['id'] ?? '');
  if (!found || found.seller !== call.seller) return notFound('Not found shipment with id.');
  const { sender, receiver } = expectedOf(found.seller, found.shipment, call.world.clock.now());
  return Response.json({
    receiver: {
      id: found.shipment.drafts[0]?.buyer,
      document: { id: receiver.kind, value: receiver.document },
      additional_documents: receiver.ie === null ? [] : [{ id: 'IE', value: receiver.ie }],
    },
    senders: [
      {
        id: call.seller.id,
        document: { id: 'CNPJ', value: sender.cnpj },
        additional_documents: [{ id: 'IE', value: sender.ie }],
      },
    ],
    carrier: { document: { id: 'CNPJ', value: '03007331000141' } },
  });
}
