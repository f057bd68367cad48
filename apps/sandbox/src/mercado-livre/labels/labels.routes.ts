import { notFound, refuse } from '#mercado-livre/errors.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import type { Shipment } from '#mercado-livre/shipments/book.ts';
import { moveShipment } from '#mercado-livre/shipments/change.ts';
import { findShipment } from '#mercado-livre/shipments/find.ts';
import { modeOf } from '#mercado-livre/shipments/logistic.ts';
import { stepAt } from '#mercado-livre/shipments/path.ts';
import { pdfOf } from './pdf.ts';
import { zipOf } from './zip.ts';

export const LABEL_ROUTES: readonly Route[] = [
  { name: 'GET /shipment_labels', permission: 'vendas', answer: printLabels },
];

const MOST = 50;

/**
 * Answers the labels, and moves their shipments to `printed`. One shipment that has no label refuses the whole
 * request.
 */
function printLabels(call: Call): Response {
  const { world, seller, query } = call;
  const ids = (query.get('shipment_ids') ?? '').split(',').filter((id) => id !== '');
  const type = query.get('response_type') ?? 'pdf';
  if (ids.length === 0) return notFound('Missing a valid shipment id value');
  if (ids.length > MOST) return refuse(400, 'shipment_ids', `The maximum of shipments is ${MOST}`);
  if (type !== 'pdf' && type !== 'zpl2') return refuse(400, 'response_type', `Invalid value ${type}`);
  const second = Math.floor(world.clock.now() / 1000);
  const shipments: Shipment[] = [];
  for (const id of new Set(ids)) {
    const found = findShipment(world, id);
    if (!found) return notFound('Missing a valid shipment id value');
    const reason = found.seller === seller ? whyNot(found.shipment, second) : OTHER;
    if (reason) return failed(id, reason);
    shipments.push(found.shipment);
  }
  for (const shipment of shipments)
    if (stepAt(shipment.steps, second)?.substatus === 'ready_to_print')
      moveShipment(world, seller, shipment, { status: 'ready_to_ship', substatus: 'printed' });
  return type === 'pdf'
    ? file(pdfOf(shipments.map(linesOf)), 'application/pdf')
    : file(
        zipOf([
          { name: 'Etiqueta de envio.txt', bytes: Buffer.from(shipments.map(zplOf).join('\n')) },
          { name: 'Controle.pdf', bytes: pdfOf([['Controle de envios', ...ids]]) },
        ]),
        'application/octet-stream',
      );
}

interface Reason {
  error: string;
  message: string;
}
const OTHER: Reason = { error: 'invalid_shipment_caller', message: 'The caller is not the sender' };

/** Why a shipment has no label, or undefined if it has one. */
function whyNot({ id, logistic, steps }: Shipment, second: number): Reason | undefined {
  if (logistic === 'fulfillment')
    return { error: 'invalid_shipment_ff_public', message: `Shipment ${id} is of fulfillment` };
  if (modeOf(logistic) !== 'me2')
    return { error: 'invalid_shipment_mode', message: `Shipment ${id} mode is ${modeOf(logistic)}` };
  const step = stepAt(steps, second);
  const isPrintable = step?.substatus === 'ready_to_print' || step?.substatus === 'printed';
  if (step?.status === 'ready_to_ship' && isPrintable) return;
  return {
    error: 'not_printable_status',
    message: `Shipment ${id} status is ${step?.status}`,
  };
}

const failed = (id: string, { error, message }: Reason) =>
  Response.json(
    {
      status: 400,
      error,
      message,
      cause: [],
      failed_shipments: [{ shipment_id: id, message, cause: error.toUpperCase() }],
    },
    { status: 400 },
  );

const linesOf = ({ id, logistic }: Shipment) => [
  'Mercado Envios (simulado)',
  `Envio ${id}`,
  `Tipo ${logistic}`,
  'Compradora de Exemplo',
  'Rua XV de Novembro 200, Curitiba, PR',
  'CEP 80010-000',
];

const zplOf = (shipment: Shipment) =>
  [
    '^XA',
    '^CI28',
    ...linesOf(shipment).map((line, n) => `^FO40,${40 + n * 40}^A0N,30,30^FD${line}^FS`),
    `^FO40,320^BCN,120,Y,N,N^FD${shipment.id}^FS`,
    '^XZ',
  ].join('\n');

const file = (bytes: Buffer<ArrayBuffer>, type: string) =>
  new Response(bytes, { headers: { 'content-type': type } });
