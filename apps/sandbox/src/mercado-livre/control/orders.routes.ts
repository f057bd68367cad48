import { changeOrder, putBack, takeOff } from '#mercado-livre/orders/change.ts';
import type { Draft } from '#mercado-livre/orders/draft.ts';
import { findOrder } from '#mercado-livre/orders/find.ts';
import { isCalledOff, lifeOf } from '#mercado-livre/orders/life.ts';
import { shipmentId } from '#mercado-livre/shipments/ids.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import { isCount, isFlag, isOneOf, maybe } from './body.ts';
import { type ControlCall, type ControlRoute, nothing, wrong } from './route.ts';

const CANCELLED_BY = {
  comprador: 'cancelada_pelo_comprador',
  vendedor: 'cancelada_pelo_vendedor',
  meli: 'fraude',
} as const;
const REPOR = { repor: maybe(isFlag) };

/** Control routes that change an order, now, and notify the subscribed applications. */
export const CONTROL_ORDER_ROUTES: readonly ControlRoute[] = [
  {
    name: 'POST /vendas/:order/cancelar',
    about:
      '{"por":"comprador","repor":false} (ou vendedor, ou meli): cancela a venda; com repor, as unidades voltam ao anúncio.',
    fields: { por: maybe(isOneOf(...Object.keys(CANCELLED_BY))), ...REPOR },
    answer: (call) => {
      const by = (call.body['por'] ?? 'comprador') as keyof typeof CANCELLED_BY; // checked above
      return change(call, ({ life }) => (lifeOf(life).isPaid ? CANCELLED_BY[by] : 'nunca_paga'));
    },
  },
  {
    name: 'POST /vendas/:order/reembolsar',
    about: '{"centavos":500}: devolve parte; sem centavos, tudo, e a venda fica cancelada.',
    fields: { centavos: maybe((value) => isCount(value) && Number(value) > 0), ...REPOR },
    answer: (call) => {
      const refund = call.body['centavos'] === undefined ? undefined : Number(call.body['centavos']);
      return change(call, () => (refund === undefined ? 'reembolso_total' : 'reembolso_parcial'), refund);
    },
  },
  {
    name: 'POST /vendas/:order/pagar',
    about: '{}: o pagamento entra; se o anúncio já não tem as unidades, o Mercado Livre cancela a venda.',
    answer: pay,
  },
  {
    name: 'POST /vendas/:order/desfazer',
    about:
      '{"repor":false}: o vendedor diz no site que não vai entregar; a venda vem pela API como confirmed.',
    fields: REPOR,
    answer: (call) => change(call, () => 'desfeita_pelo_vendedor'),
  },
  {
    name: 'POST /vendas/:order/nao-cumprir',
    about:
      '{"repor":false}: cancelada com o dinheiro devolvido em conta; a venda continua paid, com a tag unfulfilled.',
    fields: REPOR,
    answer: (call) => change(call, () => 'nao_cumprida'),
  },
  {
    name: 'POST /vendas/:order/fraude',
    about: '{}: há suspeita de fraude; a venda continua paid, com a tag fraud_risk_detected.',
    answer: (call) => change(call, () => 'suspeita_de_fraude'),
  },
];

function change(call: ControlCall, lifeAfter: (draft: Draft) => string, refund?: number): Response {
  const { world, params, body } = call;
  const found = findOrder(world, params['order'] ?? '');
  if (!found) return nothing('Esta venda');
  const { seller, draft } = found;
  if (refund !== undefined && refund >= draft.unitPrice * draft.quantity)
    return wrong('Isto é tudo: não diga quanto.');
  const after = changeOrder(world, seller, draft, lifeAfter(draft), refund === undefined ? {} : { refund });
  if (body['repor'] === true) putBack(world, seller, draft);
  return Response.json(seller.orderBook.body(after, world.clock.now()));
}

function pay({ world, params }: ControlCall): Response {
  const found = findOrder(world, params['order'] ?? '');
  if (!found) return nothing('Esta venda');
  const { seller, draft } = found;
  const paidAt = Math.floor(world.clock.now() / 1000);
  const life = lifeOf(draft.life);
  const isLate = !life.isPaid && seller.catalogue.face(draft.listing).quantity < draft.quantity;
  const isFirst = !life.isPaid && !isCalledOff(life);
  const changed = changeOrder(
    world,
    seller,
    draft,
    isLate ? 'sem_estoque' : 'paga',
    isFirst ? { paidAt } : {},
  );
  if (isFirst && !isLate) {
    takeOff(world, seller, changed);
    tellShipment(world, seller, changed);
  }
  return Response.json(seller.orderBook.body(changed, world.clock.now()));
}

const tellShipment = ({ notifier }: ControlCall['world'], seller: Seller, { pack }: Draft) =>
  notifier.emit(seller, 'shipments', `/shipments/${shipmentId(seller, pack.leader)}`);
