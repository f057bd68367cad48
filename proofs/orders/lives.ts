import type { Dice } from '../kit/random.ts';
import type { StandIn } from '../kit/stand-in.ts';
import type { Shop } from './site.ts';

/** An order as the stand-in answers it. */
interface Order {
  id: number;
  shipping: { id: number | null };
}

/** A sale under way: what happens to it next, one step in each round at most. */
interface Life {
  steps: (() => Promise<unknown>)[];
}

type Control = StandIn['control'];

/** What may happen to a sale, and how often. */
const FATES = [
  { value: 'stays', weight: 10 },
  { value: 'printed', weight: 6 },
  { value: 'left', weight: 14 },
  { value: 'delivered', weight: 10 },
  { value: 'cancelled', weight: 8 },
  { value: 'cancelled after the label', weight: 4 },
  { value: 'cancelled after it left', weight: 5 },
  { value: 'confirmed after paid', weight: 6 },
  { value: 'confirmed after it left', weight: 3 },
  { value: 'unfulfilled', weight: 6 },
  { value: 'unfulfilled after it left', weight: 3 },
  { value: 'held for fraud', weight: 4 },
  { value: 'cancelled for fraud', weight: 3 },
  { value: 'partly refunded', weight: 5 },
  { value: 'refunded', weight: 4 },
  { value: 'paid later', weight: 4 },
  { value: 'never paid', weight: 3 },
  { value: 'split', weight: 9 },
  { value: 'not delivered, returned', weight: 4 },
  { value: 'not delivered, to the warehouse', weight: 3 },
  { value: 'returned to the seller', weight: 7 },
  { value: 'returned to triage', weight: 5 },
  { value: 'returned by triage', weight: 5 },
] as const;
type Fate = (typeof FATES)[number]['value'];

/** Flex, Full and what the seller hands over. A parcel of Full or of Flex cannot be split. */
const LOGISTICS = ['drop_off', 'xd_drop_off', 'cross_docking', 'self_service', 'fulfillment', 'default'];
const OF_SPLIT = ['drop_off', 'xd_drop_off', 'cross_docking'];

export interface Sold {
  life: Life;
  fate: Fate;
  orders: number;
}

/** Sells a cart with one to three items, or a kit, and decides its fate. */
export async function sell(control: Control, shop: Shop, dice: Dice): Promise<Sold> {
  const fate = dice.weighted(FATES);
  const isUnpaid = fate === 'paid later' || fate === 'never paid';
  const isKit = !isUnpaid && dice.chance(0.12);
  const items = isUnpaid ? 1 : isKit || dice.chance(0.2) ? 2 + dice.below(2) : 1;
  const { isKit: _, ...kit } = shop.listings.find((each) => each.isKit) ?? { isKit: false, anuncio: '' };
  const choice = shop.listings.filter((each) => !each.isKit);
  const itens = Array.from({ length: items }, () => ({
    anuncio: dice.pick(choice).anuncio,
    quantidade: fate === 'split' ? 2 + dice.below(2) : 1 + dice.below(3),
  }));
  const logistica = dice.pick(fate === 'split' ? OF_SPLIT : LOGISTICS);
  const common = { logistica, ...(isUnpaid && { paga: false }) };
  const orders = await control<Order[]>('POST', `/vendedores/${shop.seller}/carrinho`, {
    ...{ itens, ...common },
    ...(isKit && { kit: kit.anuncio }),
  });
  const life: Life = { steps: [] };
  life.steps.push(...stepsOf(fate, { control, orders, dice, life }));
  return { life, fate, orders: orders.length };
}

interface Course {
  control: Control;
  orders: readonly Order[];
  dice: Dice;
  life: Life;
}

function stepsOf(fate: Fate, course: Course): Life['steps'] {
  const { control, orders, dice, life } = course;
  const [first] = orders;
  if (!first) return [];
  const { id } = first;
  const to =
    (ate: string, shipment = first.shipping.id) =>
    () =>
      control('POST', `/envios/${shipment}/avancar`, { ate });
  const order =
    (verb: string, body: object = {}) =>
    () =>
      control('POST', `/vendas/${id}/${verb}`, body);
  const parcel = (status: string, substatus: string) => () =>
    control('POST', `/envios/${first.shipping.id}`, { status, substatus });
  /** The rest of a cart travels on, in some carts. */
  const rest = orders.length > 1 && dice.chance(0.7) ? [to('saiu')] : [];
  switch (fate) {
    case 'stays':
      return [];
    case 'printed':
      return [to('impresso')];
    case 'left':
      return [to('impresso'), to('saiu')];
    case 'delivered':
      return [to('saiu'), to('entregue')];
    case 'cancelled':
      return [order('cancelar', { por: dice.pick(['comprador', 'vendedor', 'meli']) }), ...rest];
    case 'cancelled after the label':
      return [to('impresso'), order('cancelar'), ...rest];
    case 'cancelled after it left':
      return [to('saiu'), order('cancelar')];
    case 'confirmed after paid':
      return [order('desfazer'), ...rest];
    case 'confirmed after it left':
      return [to('saiu'), order('desfazer')];
    case 'unfulfilled':
      return [order('nao-cumprir'), ...rest];
    case 'unfulfilled after it left':
      return [to('saiu'), order('nao-cumprir')];
    case 'held for fraud':
      return [order('fraude')];
    case 'cancelled for fraud':
      return [order('fraude'), order('cancelar', { por: 'meli' }), ...rest];
    case 'partly refunded':
      return [order('reembolsar', { centavos: 1 }), to('saiu')];
    case 'refunded':
      return [order('reembolsar'), ...rest];
    case 'paid later':
      return [order('pagar')];
    case 'never paid':
      return [order('cancelar')];
    case 'split':
      return [
        async () => {
          const made = await control<Order[]>('POST', `/envios/${first.shipping.id}/dividir`, {});
          for (const shipment of new Set(made.map(({ shipping }) => shipping.id)))
            if (dice.chance(0.6)) life.steps.push(to('saiu', shipment));
        },
      ];
    case 'not delivered, returned':
      return [to('saiu'), parcel('not_delivered', 'returned')];
    case 'not delivered, to the warehouse':
      return [to('saiu'), parcel('not_delivered', 'returned_to_warehouse')];
    case 'returned to the seller':
      return [to('entregue'), ...claimed(course, 'vendedor')];
    case 'returned to triage':
      return [to('entregue'), ...claimed(course, 'meli')];
    case 'returned by triage':
      return [to('entregue'), ...claimed(course, 'meli', true)];
  }
}

/** The buyer complains and sends one unit back. Triage may look at it and send it on. */
function claimed({ control, orders }: Course, para: 'vendedor' | 'meli', goesOn = false): Life['steps'] {
  let claim = 0;
  const on =
    (verb: string, body: object = {}) =>
    () =>
      control('POST', `/reclamacoes/${claim}/${verb}`, body);
  const travels = Array.from({ length: 3 }, () => on('devolucao/avancar'));
  return [
    async () => {
      const body = { quantidade: 1 };
      claim = (await control<{ id: number }>('POST', `/vendas/${orders[0]?.id}/reclamacao`, body)).id;
    },
    on('devolucao', { para, quantidade: 1 }),
    ...travels,
    ...(goesOn ? [on('triagem', { condicao: 'saleable', destino: 'seller' }), ...travels] : []),
  ];
}
