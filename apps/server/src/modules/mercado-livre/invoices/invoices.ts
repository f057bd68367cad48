import type { MotivoDaNota } from '@prumo/contract/notas.ts';
import * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { NotaEsperada, Notas } from '#modules/marketplace/notas.ts';
import { decimal } from '#modules/mercado-livre/amount.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { text } from '#modules/mercado-livre/orders/order.ts';
import { unless } from '#modules/mercado-livre/unless.ts';
import { OutboundError } from '#platform/outside/outbound.ts';
import { REFUSALS } from './refusals.ts';

const Party = z.object({
  document: z.object({ id: text, value: text }).nullish(),
  additional_documents: z.array(z.object({ id: text, value: text })).nullish(),
});

/** `/shipments/:id/billing_info` */
const Billing = z.object({ receiver: Party.nullish(), senders: z.array(Party).nullish() });

const Address = z.object({
  zip_code: text.nullish(),
  state: z.object({ id: text.nullish() }).nullish(),
});
const Place = z.object({ shipping_address: Address.nullish() });

/** The parts of `/shipments/:id` that an invoice repeats. */
const InvoicedShipment = z.object({
  origin: Place.nullish(),
  destination: Place.nullish(),
  declared_value: decimal.nullish(),
});

/** `/shipments/:id/invoice_data` */
const Invoice = z.object({ fiscal_key: text });

export function invoicesOf(client: Client): Notas {
  const get = async <T>(asker: Asker, route: string, id: string, schema: z.ZodType<T>, query = '') => {
    const path = `${route.replace(':id', encodeURIComponent(id))}${query}`;
    const headers = { 'x-format-new': 'true' };
    return (await client.get(asker, { route, path, schema, headers })).body;
  };
  return {
    async esperada(asker, envioId) {
      const shipment = await get(asker, '/shipments/:id', envioId, InvoicedShipment);
      const billing = await unless([403, 404], get(asker, '/shipments/:id/billing_info', envioId, Billing));
      return expectedOf(shipment, billing ?? {});
    },
    enviar: (asker, envioId, xml) => sendInvoice(client, asker, envioId, xml),
    async chaveEnviada(asker, envioId) {
      const invoice = await unless(
        [404],
        get(asker, '/shipments/:id/invoice_data', envioId, Invoice, '?siteId=MLB'),
      );
      return invoice?.fiscal_key ?? null;
    },
  };
}

function expectedOf(
  { origin, destination, declared_value }: z.infer<typeof InvoicedShipment>,
  { receiver, senders }: z.infer<typeof Billing>,
): NotaEsperada {
  // Several senders stand for several depots. Which of them sends this parcel is not said.
  const sender = senders?.length === 1 ? senders[0] : undefined;
  const document = receiver?.document;
  const tipo = document?.id === 'CPF' ? 'cpf' : document?.id === 'CNPJ' ? 'cnpj' : undefined;
  return {
    emitente: {
      cnpj: sender?.document?.value ?? null,
      ie: ieOf(sender),
      uf: /^BR-([A-Z]{2})$/.exec(origin?.shipping_address?.state?.id ?? '')?.[1] ?? null,
      cep: cepOf(origin),
    },
    destinatario: {
      documento: document && tipo ? { tipo, numero: document.value } : null,
      ie: ieOf(receiver),
      cep: cepOf(destination),
    },
    valor: declared_value ?? null,
  };
}

const ieOf = (party: z.infer<typeof Party> | null | undefined) =>
  party?.additional_documents?.find(({ id }) => id === 'IE')?.value ?? null;

/** Mercado Livre hides the address of a buyer who has not paid. */
const cepOf = (place: z.infer<typeof Place> | null | undefined) =>
  /^\d{8}$/.exec(place?.shipping_address?.zip_code ?? '')?.[0] ?? null;

async function sendInvoice(
  client: Client,
  { accessToken, turn }: Asker,
  envioId: string,
  xml: Uint8Array,
): Promise<MotivoDaNota | null> {
  try {
    await client.send({
      method: 'POST',
      route: '/shipments/:id/invoice_data',
      path: `/shipments/${encodeURIComponent(envioId)}/invoice_data/?siteId=MLB`,
      schema: z.unknown(),
      bearer: accessToken,
      xml: new Uint8Array(xml),
      turn,
    });
    return null;
  } catch (error) {
    return refusalIn(error) ?? Promise.reject(error);
  }
}

/** The reason that Mercado Livre names. A refusal for the token or for the rate is no refusal of the invoice. */
function refusalIn(error: unknown): MotivoDaNota | undefined {
  if (!isMarketplaceError(error) || !(error.cause instanceof OutboundError)) return;
  const { status, refusal } = error.cause;
  const known = refusal === undefined ? undefined : REFUSALS[refusal];
  if (known) return known;
  return status === 400 || status === 409 || status === 422 ? 'recusada' : undefined;
}
