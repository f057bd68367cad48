import { itemDate, readInstant } from '#mercado-livre/clock.ts';
import { orderId } from '#mercado-livre/orders/draft.ts';
import type { Shipment } from '#mercado-livre/shipments/book.ts';
import { moveShipment } from '#mercado-livre/shipments/change.ts';
import { findShipment } from '#mercado-livre/shipments/find.ts';
import { isOut, isStation, nextStation, pathOf, type Step, stepAt } from '#mercado-livre/shipments/path.ts';
import { shipmentOf } from '#mercado-livre/shipments/shipment.ts';
import { SPLIT_REASONS, splitInto, whyNot } from '#mercado-livre/shipments/split.ts';
import { isShipmentStatus, SHIPMENT_STATUSES } from '#mercado-livre/shipments/statuses.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import { isCount, isFlag, isOneOf, isText, maybe } from './body.ts';
import { type ControlCall, type ControlRoute, nothing, wrong } from './route.ts';
import { isInstant } from './sales.routes.ts';

const UNTIL = ['impresso', 'saiu', 'entregue'] as const;

/** Control routes that move shipments and notify the subscribed applications. */
export const CONTROL_SHIPMENT_ROUTES: readonly ControlRoute[] = [
  {
    name: 'GET /envios/:shipment',
    about: 'O envio como está, e todos os seus estados.',
    answer: (call) => on(call, () => undefined),
  },
  {
    name: 'POST /envios/:shipment',
    about:
      '{"status":"not_delivered","substatus":"returned"}: o envio passa a este estado. {"prazo":"2026-11-18T23:59:59-03:00","reterAte":"…","proximidade":true} mudam o prazo de despacho, a data da etiqueta e a tag proximity.',
    fields: {
      status: maybe(isOneOf(...Object.keys(SHIPMENT_STATUSES))),
      substatus: maybe((value) => value === null || isText(value)),
      prazo: maybe(isInstant),
      reterAte: maybe(isInstant),
      proximidade: maybe(isFlag),
    },
    answer: (call) => on(call, set),
  },
  {
    name: 'POST /envios/:shipment/avancar',
    about: '{"passos":1} ou {"ate":"impresso"} (ou saiu, ou entregue): segue o caminho normal do envio.',
    fields: { passos: maybe((value) => isCount(value) && Number(value) > 0), ate: maybe(isOneOf(...UNTIL)) },
    answer: (call) => on(call, advance),
  },
  {
    name: 'POST /envios/:shipment/dividir',
    about:
      '{"motivo":"FRAGILE"}: o vendedor divide o envio em dois; o primeiro pedido, ou a primeira unidade, vai sozinho. Responde com os pedidos novos.',
    fields: { motivo: maybe(isOneOf(...SPLIT_REASONS)) },
    answer: split,
  },
];

interface Found {
  world: World;
  seller: Seller;
  shipment: Shipment;
}

/** Changes the shipment of the path. The change returns the refusal, or nothing. */
function on(call: ControlCall, change: (found: Found, call: ControlCall) => Response | undefined): Response {
  const { world, params } = call;
  const found = findShipment(world, params['shipment'] ?? '');
  if (!found) return nothing('Este envio');
  const refused = change({ world, ...found }, call);
  if (refused) return refused;
  const { seller, shipment } = findShipment(world, params['shipment'] ?? '') ?? found;
  const estados = shipment.steps.map(({ status, substatus, at }) => ({
    status,
    substatus,
    em: itemDate(at * 1000),
  }));
  return Response.json({ ...shipmentOf(seller, shipment, world.clock.now()), estados });
}

function set({ world, seller, shipment }: Found, { body }: ControlCall): Response | undefined {
  const secondOf = (name: string) =>
    typeof body[name] === 'string' ? Math.floor((readInstant(body[name]) ?? 0) / 1000) : undefined;
  const [deadline, bufferedUntil] = [secondOf('prazo'), secondOf('reterAte')];
  const status = String(body['status'] ?? '');
  const substatus = typeof body['substatus'] === 'string' ? body['substatus'] : null;
  if (isShipmentStatus(status) && !isStation(status, substatus))
    return wrong(`${status} não tem ${substatus}.`);
  seller.shipmentBook.change(shipment.leader, {
    ...(deadline !== undefined && { deadline }),
    ...(bufferedUntil !== undefined && { bufferedUntil }),
    ...(body['proximidade'] !== undefined && { isProximity: body['proximidade'] === true }),
  });
  if (isShipmentStatus(status)) moveShipment(world, seller, shipment, { status, substatus });
  return;
}

function advance({ world, seller, shipment }: Found, { body }: ControlCall): Response | undefined {
  const path = pathOf(shipment.logistic, seller.features.has('exige_nota'));
  const until = body['ate'] as (typeof UNTIL)[number] | undefined; // checked above
  const isThere = ({ status, substatus }: Pick<Step, 'status' | 'substatus'>) =>
    (until === 'impresso' && substatus === 'printed') ||
    (until === 'saiu' && isOut({ status, substatus })) ||
    (until === 'entregue' && status === 'delivered');
  let step = stepAt(shipment.steps, Math.floor(world.clock.now() / 1000));
  const passed: Step[] = [];
  for (let left = until ? path.length : Number(body['passos'] ?? 1); step && left > 0; left -= 1) {
    if (isThere(step)) break;
    const next = nextStation(path, step);
    if (!next) break;
    step = { ...next, at: step.at };
    passed.push(step);
  }
  if (passed.length > 0) moveShipment(world, seller, shipment, ...passed);
  return;
}

function split({ world, params, body }: ControlCall): Response {
  const found = findShipment(world, params['shipment'] ?? '');
  if (!found) return nothing('Este envio');
  const { seller, shipment } = found;
  const refusal = whyNot(shipment, Math.floor(world.clock.now() / 1000));
  if (refusal !== undefined) return wrong(refusal);
  const [first, ...rest] = shipment.drafts;
  if (!first || (rest.length === 0 && first.quantity < 2)) return wrong('Há só uma unidade.');
  const id = orderId(seller, first.k);
  const boxes =
    rest.length === 0
      ? [new Map([[id, 1]]), new Map([[id, first.quantity - 1]])]
      : [
          new Map([[id, first.quantity]]),
          new Map(rest.map(({ k, quantity }) => [orderId(seller, k), quantity])),
        ];
  const made = splitInto(world, seller, shipment, boxes, String(body['motivo'] ?? 'OTHER_MOTIVE'));
  return Response.json(
    made.map((draft) => seller.orderBook.body(draft, world.clock.now())),
    { status: 201 },
  );
}
