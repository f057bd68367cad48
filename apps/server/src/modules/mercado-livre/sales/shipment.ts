import * as z from 'zod';
import type { Envio, EtapaDeEnvio, Prazo } from '#modules/marketplace/sales.ts';
import { text } from '#modules/mercado-livre/orders/order.ts';
import { Id, instant } from './fields.ts';
import { preparoOf } from './preparo.ts';

/** A shipment in the new format (`x-format-new`), without the addresses. */
export const Shipment = z.object({
  id: Id,
  status: text,
  substatus: text.nullish(),
  last_updated: instant,
  logistic: z.object({ mode: text.nullish(), type: text.nullish() }).nullish(),
  lead_time: z
    .object({ buffering: z.object({ date: instant.nullish() }).nullish() })
    .nullish()
    .catch(null),
  sibling: z.object({ sibling_id: Id.nullish() }).nullish(),
});
export type Shipment = z.infer<typeof Shipment>;

/** The states that a shipment was in, at `/shipments/:id/history`. */
export const History = z.array(
  z.object({ status: text, substatus: text.nullish(), date: instant.nullish().catch(null) }),
);
export type History = z.infer<typeof History>;

export const Sla = z.object({ expected_date: instant.nullish(), last_updated: instant.nullish() });

/** `/shipments/:id/items` */
export const ShipmentItems = z.array(z.object({ order_id: Id.nullish() }));

/** `/orders/:id/shipments`. Returns are in the list too, so the type decides and not the position. */
export const OrderShipments = z.array(z.object({ id: Id, type: text.nullish() }));

const STATUSES = new Map<string, EtapaDeEnvio>([
  ['shipped', 'despachado'],
  ['stale_shipped', 'despachado'],
  ['delivered', 'entregue'],
  ['not_delivered', 'nao_entregue'],
  ['cancelled', 'cancelado'],
]);

/** A parcel that waits to be handed over has its label. A parcel that a hub rejects had been handed over. */
const READY = new Map<string, EtapaDeEnvio>([
  ['printed', 'impresso'],
  ['packed', 'impresso'],
  ['ready_for_pickup', 'impresso'],
  ['ready_for_dropoff', 'impresso'],
  ['picked_up', 'despachado'],
  ['dropped_off', 'despachado'],
  ['in_hub', 'despachado'],
  ['rejected_in_hub', 'despachado'],
]);

function etapaOf({ status, substatus }: Pick<Shipment, 'status' | 'substatus'>): EtapaDeEnvio {
  if (status === 'ready_to_ship') return READY.get(substatus ?? '') ?? 'preparando';
  return STATUSES.get(status) ?? 'preparando';
}

const GONE = new Set<EtapaDeEnvio>(['despachado', 'entregue', 'nao_entregue']);

/** `history` is empty when it was not read. The shipment itself then only proves its present stage. */
export function envioOf(shipment: Shipment, history: History = []): Envio {
  const etapa = etapaOf(shipment);
  const past = [...history, { ...shipment, date: null }].map((each) => ({
    etapa: etapaOf(each),
    substatus: each.substatus ?? null,
    date: each.date ?? shipment.last_updated,
  }));
  const type = shipment.logistic?.type;
  return {
    id: shipment.id,
    atualizado_em: shipment.last_updated,
    etapa,
    foi_impresso: past.some((each) => each.etapa === 'impresso' || GONE.has(each.etapa)),
    despachado_em: firstOf(past, (each) => GONE.has(each.etapa)),
    // `returned_to_warehouse` is a warehouse of Mercado Livre.
    foi_devolvido: etapa === 'nao_entregue' && shipment.substatus === 'returned',
    is_full: type == null ? null : type === 'fulfillment',
    foi_dividido: etapa === 'cancelado' && shipment.substatus === 'pack_splitted',
    irmao_id: shipment.sibling?.sibling_id ?? null,
    prazo: null,
    preparo: preparoOf(shipment, etapa, {
      liberado_em: firstOf(past, (each) => each.substatus === 'ready_to_print' || each.etapa === 'impresso'),
      impresso_em: firstOf(past, (each) => each.etapa === 'impresso'),
      entregue_em: firstOf(past, (each) => each.etapa === 'entregue'),
    }),
  };
}

/** Returns the earliest instant of the states that match. */
function firstOf<T extends { date: string }>(past: readonly T[], matches: (each: T) => boolean) {
  const dates = past.filter(matches).map(({ date }) => date);
  return dates.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

export function prazoOf(sla: z.infer<typeof Sla>, envio: Envio): Prazo | null {
  if (!sla.expected_date) return null;
  return { despachar_ate: sla.expected_date, atualizado_em: sla.last_updated ?? envio.atualizado_em };
}
