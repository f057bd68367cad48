import { INVOICE_ERRORS, type InvoiceError } from '#mercado-livre/invoices/errors.ts';
import { findShipment } from '#mercado-livre/shipments/find.ts';
import { isOneOf } from './body.ts';
import { type ControlRoute, nothing } from './route.ts';

export const CONTROL_INVOICE_ROUTES: readonly ControlRoute[] = [
  {
    name: 'GET /envios/:shipment/nota',
    about: 'A chave da nota fiscal deste envio. Null sem nota.',
    answer: ({ world, params }) => {
      const found = findShipment(world, params['shipment'] ?? '');
      if (!found) return nothing('Este envio');
      return Response.json({ chave: world.invoices.ofShipment(found.shipment.id)?.key ?? null });
    },
  },
  {
    name: 'POST /envios/:shipment/recusa-da-nota',
    about: '{"erro":"internal_error"}: a próxima nota fiscal deste envio é recusada assim.',
    fields: { erro: isOneOf(...Object.keys(INVOICE_ERRORS)) },
    answer: ({ world, params, body }) => {
      const found = findShipment(world, params['shipment'] ?? '');
      if (!found) return nothing('Este envio');
      world.invoices.refuseNext(found.shipment.id, body['erro'] as InvoiceError); // checked above
      return new Response(null, { status: 204 });
    },
  },
];
