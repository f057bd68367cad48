import type { Logistic } from './logistic.ts';
import { isSubstatusOf, type ShipmentStatus } from './statuses.ts';

/** A state of a shipment, from a second on. */
export interface Step {
  status: ShipmentStatus;
  substatus: string | null;
  at: number;
}

/** A state without its time. `when` is 0 at the payment, 1 when the goods leave, 2 when they arrive. */
interface Station {
  status: ShipmentStatus;
  substatus: string | null;
  when: number;
}

const at = (when: number, status: ShipmentStatus, substatus: string | null = null): Station => ({
  status,
  substatus,
  when,
});
const PRINTABLE = at(0.02, 'ready_to_ship', 'ready_to_print');
const PRINTED = at(0.6, 'ready_to_ship', 'printed');
const ON_THE_WAY = [at(1.1, 'shipped'), at(1.9, 'shipped', 'out_for_delivery'), at(2, 'delivered')];
const IN_HUB = at(1.05, 'ready_to_ship', 'in_hub');

/** The states that a parcel passes if nothing goes wrong. */
const PATHS: Readonly<Record<Logistic, readonly Station[]>> = {
  drop_off: [
    at(0, 'handling', 'waiting_for_label_generation'),
    PRINTABLE,
    PRINTED,
    at(1, 'ready_to_ship', 'dropped_off'),
    ...ON_THE_WAY,
  ],
  xd_drop_off: [
    at(0, 'handling', 'waiting_for_label_generation'),
    PRINTABLE,
    PRINTED,
    at(0.8, 'ready_to_ship', 'ready_for_dropoff'),
    at(1, 'ready_to_ship', 'dropped_off'),
    IN_HUB,
    ...ON_THE_WAY,
  ],
  cross_docking: [
    at(0, 'pending', 'buffered'),
    PRINTABLE,
    PRINTED,
    at(0.8, 'ready_to_ship', 'ready_for_pickup'),
    at(1, 'ready_to_ship', 'picked_up'),
    IN_HUB,
    ...ON_THE_WAY,
  ],
  self_service: [
    at(0, 'ready_to_ship', 'ready_to_print'),
    PRINTED,
    at(1, 'shipped', 'out_for_delivery'),
    at(2, 'delivered'),
  ],
  fulfillment: [
    at(0, 'ready_to_ship', 'in_warehouse'),
    at(0.4, 'ready_to_ship', 'ready_to_pack'),
    at(0.8, 'ready_to_ship', 'packed'),
    at(1, 'shipped'),
    at(2, 'delivered'),
  ],
  default: [at(0, 'pending'), at(0.1, 'handling'), at(0.5, 'ready_to_ship'), ...ON_THE_WAY],
};

/** The kinds of parcels for which Mercado Livre asks a company for an invoice before it gives the label. */
const GATED: readonly Logistic[] = ['drop_off', 'xd_drop_off', 'cross_docking'];

export function pathOf(logistic: Logistic, isGated: boolean): readonly Station[] {
  const path = PATHS[logistic];
  if (!isGated || !GATED.includes(logistic)) return path;
  const printable = path.indexOf(PRINTABLE);
  return [
    ...path.slice(0, printable),
    at(0.01, 'ready_to_ship', 'invoice_pending'),
    ...path.slice(printable),
  ];
}

/** The state in which a parcel waits for the seller, right after the payment. */
export function firstStation(logistic: Logistic, isGated: boolean): Station {
  const path = pathOf(logistic, isGated);
  const waits = path.find(
    ({ substatus, when }) =>
      when < 0.6 && (substatus === 'invoice_pending' || substatus === 'ready_to_print'),
  );
  const [first = at(0, 'pending')] = path;
  return waits ?? first;
}

const OUT_OF_HOUSE = ['picked_up', 'dropped_off', 'in_hub', 'in_transit', 'rejected_in_hub'];

/** Whether the goods have left the place where they were stored. */
export const isOut = ({ status, substatus }: Pick<Step, 'status' | 'substatus'>) =>
  ['shipped', 'delivered', 'not_delivered', 'stale_shipped'].includes(status) ||
  (status === 'ready_to_ship' && OUT_OF_HOUSE.includes(substatus ?? ''));

export const isOver = ({ status }: Pick<Step, 'status'>) =>
  status === 'cancelled' || status === 'delivered' || status === 'not_delivered';

/** The state at a second, or undefined before the shipment exists. */
export const stepAt = (steps: readonly Step[], second: number) => steps.findLast((step) => step.at <= second);

/** The state after this one if nothing goes wrong, or undefined at the end. */
export function nextStation(path: readonly Station[], { status, substatus }: Step): Station | undefined {
  const here = path.findIndex((each) => each.status === status && each.substatus === substatus);
  if (here >= 0) return path[here + 1];
  // A state beside the path, such as `delayed`, continues with the first state of a later kind.
  return path.find(({ when }) => when >= (isOut({ status, substatus }) ? 1.1 : 0.6));
}

export const isStation = (status: ShipmentStatus, substatus: string | null) =>
  substatus === null || isSubstatusOf(status, substatus);
