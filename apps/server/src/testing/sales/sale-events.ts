import {
  addOrder,
  addParcel,
  type Choose,
  now,
  type Order,
  type Parcel,
  type Return,
  type Shop,
  show,
  type Unit,
} from './sale-model.ts';

/** Lets one random event happen. Returns false if the present state does not allow it. */
export function happen(shop: Shop, pick: Choose): boolean {
  const name = NAMES[pick(NAMES.length)] ?? 'pays';
  shop.clock += 1;
  const touched = EVENTS[name](shop, pick);
  if (touched.length === 0) return false;
  shop.events.push(name);
  for (const one of touched) show(shop, one);
  return true;
}

/** Changes the shop and returns what the marketplace shows anew. Nothing when the event cannot happen. */
type Event = (shop: Shop, pick: Choose) => (Order | Parcel | Return)[];

const anyOf = <T>(from: readonly T[], pick: Choose): T | undefined => from[pick(Math.max(1, from.length))];
const isHere = ({ place }: Unit) => place === 'shelf' || place === 'box';
const isWaiting = ({ shown, isOver }: Parcel) => !isOver && shown.despachado_em === null;
const soldIn = (orders: readonly Order[]) =>
  orders.filter(({ isOver }) => !isOver).flatMap(({ units }) => units);
const living = ({ orders }: Shop) => orders.filter(({ isOver }) => !isOver);

/** The goods of a sale that is called off return to the shelf, if they are still here. */
function release(order: Order): void {
  order.isOver = true;
  for (const unit of order.units) {
    unit.isSold = false;
    if (isHere(unit)) unit.place = 'shelf';
  }
}

const EVENTS = {
  pays(shop, pick) {
    const order = anyOf(living(shop), pick);
    if (order?.shown.foi_pago !== false) return [];
    for (const unit of order.units) unit.isSold = true;
    Object.assign(order.shown, { situacao: 'pago', foi_pago: true, foi_fechado: true });
    return [order];
  },

  'gets a parcel'(shop, pick) {
    const orders = shop.orders.filter(
      ({ parcel, shown }) => parcel === null && shown.foi_fechado && !shown.foi_dividido,
    );
    if (soldIn(orders).length === 0) return [];
    const parcel = addParcel(shop, orders, pick(4) === 0);
    if (pick(3) === 0) parcel.shown.is_full = null;
    return [parcel, ...orders];
  },

  'says where the goods are'({ parcels }) {
    const unclear = parcels.filter(({ shown }) => shown.is_full === null);
    for (const { shown, isFull } of unclear) shown.is_full = isFull;
    return unclear;
  },

  'prints the label'({ parcels }, pick) {
    const parcel = anyOf(parcels.filter(isWaiting), pick);
    if (parcel?.shown.etapa !== 'preparando' || soldIn(parcel.orders).length === 0) return [];
    for (const unit of soldIn(parcel.orders)) unit.place = 'box';
    Object.assign(parcel.shown, { etapa: 'impresso', foi_impresso: true });
    return [parcel];
  },

  'makes the label again'({ parcels }, pick) {
    const parcel = anyOf(parcels.filter(isWaiting), pick);
    if (parcel?.shown.etapa !== 'impresso') return [];
    parcel.shown.etapa = 'preparando';
    return [parcel];
  },

  'replaces the parcel'(shop, pick) {
    const old = anyOf(shop.parcels.filter(isWaiting), pick);
    if (!old || pick(4) > 0) return [];
    old.isOver = true;
    old.shown.etapa = 'cancelado';
    // The box is opened, because its label is void.
    for (const unit of soldIn(old.orders)) unit.place = 'shelf';
    const parcel = addParcel(shop, old.orders, old.isFull, old.shown.irmao_id);
    parcel.shown.is_full = old.shown.is_full;
    return [old, parcel, ...old.orders];
  },

  dispatches(shop, pick) {
    const parcel = anyOf(shop.parcels.filter(isWaiting), pick);
    // The marketplace gives no label before the payment.
    if (!parcel || parcel.orders.some(({ isOver, shown }) => !isOver && !shown.foi_pago)) return [];
    // A parcel whose sales were all called off had left before the carrier reported it.
    const sold = soldIn(parcel.orders);
    for (const unit of sold.length > 0 ? sold : parcel.orders.flatMap(({ units }) => units))
      unit.place = 'outside';
    Object.assign(parcel.shown, { etapa: 'despachado', despachado_em: now(shop) });
    return [parcel];
  },

  'delivers the parcel'({ parcels }, pick) {
    const parcel = anyOf(parcels, pick);
    if (parcel?.shown.etapa !== 'despachado') return [];
    for (const unit of travelling(parcel)) unit.place = 'buyer';
    parcel.shown.etapa = 'entregue';
    return [parcel];
  },

  'fails to deliver'({ parcels }, pick) {
    const parcel = anyOf(parcels, pick);
    if (parcel?.shown.etapa !== 'despachado') return [];
    parcel.shown.etapa = 'nao_entregue';
    return [parcel];
  },

  'brings the parcel back'({ parcels }, pick) {
    const parcel = anyOf(parcels, pick);
    if (parcel?.shown.etapa !== 'nao_entregue' || parcel.isOver) return [];
    parcel.isOver = true;
    // Otherwise the parcel is lost, or a warehouse of the marketplace has it.
    if (pick(2) === 0) return [parcel];
    for (const unit of travelling(parcel)) unit.place = 'bench';
    parcel.shown.foi_devolvido = true;
    return [parcel];
  },

  cancels(shop, pick) {
    const order = anyOf(living(shop), pick);
    if (!order) return [];
    release(order);
    Object.assign(order.shown, { situacao: 'cancelado', cancelado_em: pick(2) === 0 ? now(shop) : null });
    return [order];
  },

  'is called off by the seller'(shop, pick) {
    const order = anyOf(living(shop), pick);
    if (order?.shown.situacao !== 'pago') return [];
    release(order);
    order.shown.situacao = 'confirmado';
    return [order];
  },

  'is refunded and stays paid'(shop, pick) {
    const order = anyOf(living(shop), pick);
    if (order?.shown.situacao !== 'pago') return [];
    release(order);
    order.shown.is_desfeito = true;
    return [order];
  },

  'is refunded in part'(shop, pick) {
    const order = anyOf(living(shop), pick);
    return order?.shown.situacao === 'pago' ? [order] : [];
  },

  'begins or ends a cancellation'(shop, pick) {
    const order = anyOf(living(shop), pick);
    if (!order?.shown.foi_pago) return [];
    order.shown.situacao = order.shown.situacao === 'cancelando' ? 'pago' : 'cancelando';
    return [order];
  },

  'is suspected of fraud'(shop, pick) {
    const order = anyOf(living(shop), pick);
    if (!order || pick(3) > 0) return [];
    order.shown.risco_de_fraude = true;
    return [order];
  },

  'divides the parcel'(shop, pick) {
    const old = anyOf(shop.parcels.filter(isWaiting), pick);
    const orders = old?.orders.filter(({ isOver }) => !isOver) ?? [];
    if (!old || old.isFull || old.shown.is_full !== false || old.shown.irmao_id !== null) return [];
    if (orders.some(({ shown }) => shown.situacao !== 'pago') || soldIn(orders).length < 2) return [];
    const [first, second] = halvesOf(shop, orders, pick);
    const parcels = [first, second].map((half) => addParcel(shop, half, false, old.shown.id));
    old.isOver = true;
    Object.assign(old.shown, { etapa: 'cancelado', foi_dividido: true });
    for (const order of orders) {
      Object.assign(order, { units: [], isOver: true });
      Object.assign(order.shown, { situacao: 'cancelado', foi_dividido: true, cancelado_em: now(shop) });
    }
    return [...orders, old, ...parcels, ...first, ...second];
  },

  'sends goods back'(shop, pick) {
    const order = anyOf(shop.orders, pick);
    const units = order?.units.filter(({ place }) => place === 'buyer') ?? [];
    const [item] = order?.shown.itens ?? [];
    if (!order || !item || units.length === 0) return [];
    const sent = units.slice(0, 1 + pick(units.length));
    for (const unit of sent) unit.place = 'outside';
    const id = `R${shop.returns.length}`;
    const one: Return = {
      units: sent,
      shown: {
        ...{ id, atualizado_em: now(shop), reclamacao_id: id, chegou: false },
        itens: [{ ...item, pedido_id: order.shown.id, quantidade: sent.length }],
      },
    };
    shop.returns.push(one);
    // A change of a called-off pedido would hide since when it is called off.
    if (order.isOver) return [one];
    order.shown.reclamacao_ids = [...order.shown.reclamacao_ids, id];
    return [order, one];
  },

  'examines a return'({ returns }, pick) {
    const one = anyOf(returns, pick);
    // The goods are with the marketplace now, which is still outside.
    return one && !one.shown.chegou ? [one] : [];
  },

  'hands a return over'({ returns }, pick) {
    const one = anyOf(returns, pick);
    if (!one || one.shown.chegou) return [];
    for (const unit of one.units) unit.place = 'bench';
    one.shown.chegou = true;
    return [one];
  },
} satisfies Record<string, Event>;

const NAMES = Object.keys(EVENTS) as (keyof typeof EVENTS)[];

const travelling = ({ orders }: Parcel) =>
  orders.flatMap(({ units }) => units).filter(({ place }) => place === 'outside');

/** Makes the new orders of two parcels. Each gets at least one unit, and the old orders lose theirs. */
function halvesOf(shop: Shop, orders: readonly Order[], pick: Choose): [Order[], Order[]] {
  const halves: [Order[], Order[]] = [[], []];
  const total = soldIn(orders).length;
  let dealt = 0;
  for (const { units, isListedFull, shown } of orders) {
    const [item] = shown.itens;
    const parts: [Unit[], Unit[]] = [[], []];
    for (const unit of units) {
      dealt += 1;
      // The first unit goes to one parcel and the last one to the other.
      const half = dealt === 1 ? 0 : dealt === total ? 1 : pick(2);
      parts[half === 0 ? 0 : 1].push({ ...unit, place: 'shelf' });
    }
    for (const [n, part] of parts.entries())
      if (item && part.length > 0)
        halves[n === 0 ? 0 : 1].push(
          addOrder(shop, { units: part, isListedFull, isClosed: true, item, situacao: 'pago' }),
        );
  }
  return halves;
}
