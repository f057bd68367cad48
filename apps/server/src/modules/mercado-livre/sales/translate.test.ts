import { describe, expect, test } from 'vitest';
import { Claim, devolucaoOf, Return, reclamacaoOf } from './claim.ts';
import { Pack, pacoteOf } from './pack.ts';
import { SaleOrder, saleOf } from './sale-order.ts';
import { envioOf, History, prazoOf, Shipment, Sla } from './shipment.ts';

const ORDER = {
  id: 2000009713473608,
  date_created: '2026-11-01T09:34:59.000-04:00',
  last_updated: '2026-11-01T09:37:20.000-04:00',
  date_closed: '2026-11-01T09:35:43.000-04:00',
  pack_id: 2000006556183755,
  total_amount: 125.92,
  currency_id: 'BRL',
  order_items: [
    {
      item: { id: 'MLB3737188005', title: 'Pastilha', variation_id: 174497701554, seller_sku: 'PF-001' },
      quantity: 2,
      unit_price: 62.96,
      sale_fee: 11.07,
      stock: [{ store_id: '54936888', network_node_id: '163942' }],
    },
  ],
  payments: [{ id: 91776699099, status: 'approved', transaction_amount_refunded: 0, payer_id: 6427433 }],
  shipping: { id: 44028792542 },
  status: 'paid',
  status_detail: null,
  tags: ['pack_order', 'paid', 'not_delivered'],
  buyer: { id: 6427433, nickname: 'COMPRADORA', first_name: 'Ana' },
  mediations: [],
  cancel_detail: null,
};
const sale = (changes: object = {}) => saleOf(SaleOrder.parse({ ...ORDER, ...changes }));

describe('an order', () => {
  test('becomes a pedido of a sale without anything about the buyer', () => {
    expect(sale()).toEqual({
      id: '2000009713473608',
      criado_em: '2026-11-01T09:34:59.000-04:00',
      atualizado_em: '2026-11-01T09:37:20.000-04:00',
      situacao: 'pago',
      foi_fechado: true,
      foi_pago: true,
      is_desfeito: false,
      cancelado_em: null,
      risco_de_fraude: false,
      foi_dividido: false,
      pacote_id: '2000006556183755',
      envio_id: '44028792542',
      reclamacao_ids: [],
      itens: [{ anuncio_id: 'MLB3737188005', variacao_id: '174497701554', quantidade: 2, is_kit: false }],
    });
  });

  test.each([
    ['confirmed', 'confirmado'],
    ['payment_required', 'pagando'],
    ['payment_in_process', 'pagando'],
    ['partially_paid', 'pagando'],
    ['paid', 'pago'],
    ['partially_refunded', 'pago'],
    ['pending_cancel', 'cancelando'],
    ['cancelled', 'cancelado'],
    ['invalid', 'cancelado'],
    ['a status of next year', 'pagando'],
  ])('that is %s is %s', (status, situacao) => expect(sale({ status }).situacao).toBe(situacao));

  test('that the seller called off is confirmed, and its returned payment shows that it was paid', () => {
    const payments = [{ status: 'refunded', transaction_amount_refunded: 125.92 }];
    expect(sale({ status: 'confirmed', payments })).toMatchObject({ situacao: 'confirmado', foi_pago: true });
  });

  test('that is confirmed with an approved payment is about to be paid, so it was not called off', () => {
    expect(sale({ status: 'confirmed' })).toMatchObject({ situacao: 'confirmado', foi_pago: false });
  });

  test.each([
    ['payment_required', null, false],
    ['payment_in_process', '2026-11-01T09:35:00.000-04:00', true],
    ['paid', null, true],
  ])('that is %s and closed at %s is taken off the listing: %s', (status, date_closed, foi_fechado) => {
    expect(sale({ status, date_closed, payments: [] }).foi_fechado).toBe(foi_fechado);
  });

  test('that stays paid and is tagged unfulfilled was called off', () => {
    expect(sale({ tags: ['paid', 'unfulfilled'] })).toMatchObject({ situacao: 'pago', is_desfeito: true });
    expect(sale({ status: 'payment_required', tags: ['unfulfilled'] }).is_desfeito).toBe(false);
  });

  test('that was split says so in its cancellation', () => {
    const cancel_detail = {
      ...{ group: 'shipment', code: 'pack_splitted', requested_by: 'seller' },
      date: '2026-11-01T10:00:00.000-04:00',
    };
    expect(sale({ status: 'cancelled', cancel_detail })).toMatchObject({
      situacao: 'cancelado',
      foi_dividido: true,
      cancelado_em: '2026-11-01T10:00:00.000-04:00',
    });
  });

  test('that Mercado Livre cancels because the item had run out is cancelled and not split', () => {
    const cancel_detail = { group: 'item', code: 'out_of_stock', requested_by: 'meli', date: null };
    expect(sale({ status: 'cancelled', cancel_detail })).toMatchObject({
      ...{ situacao: 'cancelado', foi_dividido: false, cancelado_em: null },
    });
  });

  test('under suspicion of fraud says so in a tag', () => {
    expect(sale({ tags: ['paid', 'fraud_risk_detected'] }).risco_de_fraude).toBe(true);
  });

  test('of a component of a kit is no kit, and an order of the kit itself is one', () => {
    const [line] = ORDER.order_items;
    const within = (id: string) => ({ order_items: [{ ...line, bundle: { parent_item: { id } } }] });
    expect(sale(within('MLB9999999999')).itens[0]?.is_kit).toBe(false);
    expect(sale(within('MLB3737188005')).itens[0]?.is_kit).toBe(true);
  });

  test('without a variation, a shipment or payments is readable', () => {
    const [line] = ORDER.order_items;
    const { payments: _, ...partial } = ORDER;
    const order_items = [{ ...line, item: { id: 'MLB3737188005', title: 'Pastilha', variation_id: null } }];
    const read = saleOf(SaleOrder.parse({ ...partial, order_items, shipping: { id: null }, pack_id: null }));
    expect(read).toMatchObject({ envio_id: null, pacote_id: null, foi_pago: true });
    expect(read.itens[0]?.variacao_id).toBe('');
  });

  test('without its tags is malformed, because they may say that it was called off', () => {
    const { tags: _, ...partial } = ORDER;
    expect(SaleOrder.safeParse(partial).success).toBe(false);
  });

  test.each(['payments', 'shipping'])(
    'a partial answer without %s counts as malformed unless the sale is paid, because it hides whether the goods left',
    (name) => {
      const { [name]: _, ...partial } = { ...ORDER, payments: [], shipping: { id: 30001 } } as Record<
        string,
        unknown
      >;
      expect(SaleOrder.safeParse({ ...partial, status: 'paid' }).success).toBe(true);
      for (const status of ['cancelled', 'confirmed'])
        expect(SaleOrder.safeParse({ ...partial, status }).success).toBe(false);
    },
  );

  test('with two lines of one variation is one item with both quantities', () => {
    const [line] = ORDER.order_items;
    expect(sale({ order_items: [line, line] }).itens).toMatchObject([{ quantidade: 4 }]);
  });

  test('names its claims', () => {
    expect(sale({ mediations: [{ id: 5218796321 }] }).reclamacao_ids).toEqual(['5218796321']);
  });
});

const SHIPMENT = {
  id: 44028792542,
  status: 'ready_to_ship',
  substatus: 'ready_to_print',
  date_created: '2026-11-01T09:36:00.000-04:00',
  last_updated: '2026-11-01T12:00:00.000-04:00',
  logistic: { mode: 'me2', type: 'cross_docking', direction: 'forward' },
  destination: { receiver_name: 'Ana', shipping_address: { address_line: 'Rua X 1' } },
  tags: [],
  sibling: { reason: null, sibling_id: null },
};
const envio = (changes: object = {}, history: object[] = []) =>
  envioOf(Shipment.parse({ ...SHIPMENT, ...changes }), History.parse(history));

describe('a shipment', () => {
  test('becomes an envio without the address', () => {
    expect(envio()).toEqual({
      ...{ id: '44028792542', atualizado_em: '2026-11-01T12:00:00.000-04:00', etapa: 'preparando' },
      ...{ foi_impresso: false, despachado_em: null, foi_devolvido: false, is_full: false },
      ...{ foi_dividido: false, irmao_id: null, prazo: null },
      preparo: {
        ...{ etiqueta: 'pronta', etiqueta_em: null, modalidade: 'coleta', problema: null },
        ...{ liberado_em: '2026-11-01T12:00:00.000-04:00', impresso_em: null, entregue_em: null },
      },
    });
  });

  test.each([
    ['pending', 'buffered', 'preparando'],
    ['handling', 'invoice_pending', 'preparando'],
    ['ready_to_ship', 'invoice_pending', 'preparando'],
    ['ready_to_ship', 'stale', 'preparando'],
    ['stale_ready_to_ship', null, 'preparando'],
    ['ready_to_ship', 'printed', 'impresso'],
    ['ready_to_ship', 'ready_for_pickup', 'impresso'],
    ['ready_to_ship', 'picked_up', 'despachado'],
    ['ready_to_ship', 'dropped_off', 'despachado'],
    ['ready_to_ship', 'in_hub', 'despachado'],
    ['ready_to_ship', 'rejected_in_hub', 'despachado'],
    ['shipped', 'out_for_delivery', 'despachado'],
    ['stale_shipped', null, 'despachado'],
    ['delivered', null, 'entregue'],
    ['not_delivered', 'returning_to_sender', 'nao_entregue'],
    ['cancelled', 'label_expired', 'cancelado'],
    ['a status of next year', null, 'preparando'],
  ])('that is %s and %s is %s', (status, substatus, etapa) => {
    const read = envio({ status, substatus });
    expect(read.etapa).toBe(etapa);
    const isGone = ['despachado', 'entregue', 'nao_entregue'].includes(etapa);
    expect(read.despachado_em).toBe(isGone ? SHIPMENT.last_updated : null);
    expect(read.foi_impresso).toBe(isGone || etapa === 'impresso');
  });

  test.each([
    ['pending', 'buffered', 'aguarda', null],
    ['handling', 'waiting_for_label_generation', 'aguarda', null],
    ['handling', 'invoice_pending', 'nota', null],
    ['ready_to_ship', 'invoice_pending', 'nota', null],
    ['ready_to_ship', 'ready_to_print', 'pronta', null],
    ['ready_to_ship', 'printed', 'impressa', null],
    ['ready_to_ship', 'stale', 'aguarda', 'parado'],
    ['stale_ready_to_ship', null, 'aguarda', 'parado'],
    ['ready_to_ship', 'rejected_in_hub', 'impressa', 'rejeitado'],
    ['stale_shipped', 'anything', 'impressa', 'parado'],
    ['not_delivered', 'stolen', 'impressa', 'extraviado'],
    ['not_delivered', 'damaged', 'impressa', 'avariado'],
    ['not_delivered', 'returning_to_sender', 'impressa', 'voltando'],
    ['not_delivered', 'refused_delivery', 'impressa', null],
    ['cancelled', 'label_expired', 'sem', null],
    ['a status of next year', null, 'aguarda', null],
  ])('that is %s and %s has the label %s and the problem %s', (status, substatus, etiqueta, problema) => {
    expect(envio({ status, substatus }).preparo).toMatchObject({ etiqueta, problema });
  });

  test('leaves as its logistic says, and has no label outside Mercado Envios', () => {
    const leaves = (type: string) => envio({ logistic: { mode: 'me2', type } }).preparo?.modalidade;
    expect(['cross_docking', 'drop_off', 'xd_drop_off', 'self_service', 'new'].map(leaves)).toEqual([
      ...['coleta', 'agencia', 'agencia', 'propria', 'outra'],
    ]);
    expect(envio({ logistic: { mode: 'me1', type: 'default' } }).preparo?.etiqueta).toBe('sem');
    expect(envio({ logistic: { mode: 'me2', type: 'fulfillment' } }).preparo?.etiqueta).toBe('sem');
  });

  test('that is held back says from when its label can be printed', () => {
    const lead_time = { buffering: { date: '2026-11-02T08:00:00.000-04:00' } };
    expect(envio({ status: 'pending', substatus: 'buffered', lead_time }).preparo?.etiqueta_em).toBe(
      '2026-11-02T08:00:00.000-04:00',
    );
    expect(envio({ lead_time }).preparo?.etiqueta_em).toBeNull();
  });

  test('from a warehouse of Mercado Livre is Full, and one without its logistic is unclear', () => {
    expect(envio({ logistic: { type: 'fulfillment' } }).is_full).toBe(true);
    expect(envio({ logistic: { type: 'self_service' } }).is_full).toBe(false);
    expect(envio({ logistic: null }).is_full).toBeNull();
  });

  test('is back only when the sender has it, not a warehouse of Mercado Livre', () => {
    const back = (substatus: string) => envio({ status: 'not_delivered', substatus }).foi_devolvido;
    expect(['returned', 'returned_to_warehouse', 'lost', 'returning_to_sender'].map(back)).toEqual([
      ...[true, false, false, false],
    ]);
  });

  test('that was split is cancelled, and the new ones name it', () => {
    expect(envio({ status: 'cancelled', substatus: 'pack_splitted' }).foi_dividido).toBe(true);
    expect(envio({ sibling: { reason: 'pack_splitted', sibling_id: 44028792000 } }).irmao_id).toBe(
      '44028792000',
    );
  });

  test('says in its history when it left, even if it was cancelled afterwards', () => {
    const history = [
      { status: 'ready_to_ship', substatus: 'printed', date: '2026-11-01T10:00:00.000-04:00' },
      { status: 'shipped', substatus: null, date: '2026-11-01T12:00:00.000-04:00' },
      { status: 'ready_to_ship', substatus: 'picked_up', date: '2026-11-01T11:00:00.000-0400' },
    ];
    expect(envio({ status: 'cancelled', substatus: 'closed_by_user' }, history)).toMatchObject({
      ...{ etapa: 'cancelado', foi_impresso: true, despachado_em: '2026-11-01T11:00:00.000-04:00' },
    });
    expect(envio({ status: 'cancelled' }, history.slice(0, 1))).toMatchObject({
      ...{ foi_impresso: true, despachado_em: null },
    });
  });

  test('has the deadline of its sla, and none without enough information', () => {
    const sla = { status: 'on_time', service: 'xd_same_day', expected_date: '2026-11-02T23:59:59.000-03:00' };
    const last_updated = '2026-11-01T13:00:00.000-03:00';
    expect(prazoOf(Sla.parse({ ...sla, last_updated }), envio())).toEqual({
      ...{ despachar_ate: '2026-11-02T23:59:59.000-03:00', atualizado_em: last_updated },
    });
    expect(prazoOf(Sla.parse({ status: 'insuficient_info' }), envio())).toBeNull();
  });
});

test('a pack that was split says so, and its dates have no colon', () => {
  const pack = {
    ...{
      id: 2000006556183755,
      status: 'cancelled',
      status_detail: 'splitted',
      shipment: { id: 44028792542 },
    },
    ...{ orders: [{ id: 2000009713473608 }, { id: 2000009713473609 }], buyer: { id: 6427433 } },
    last_updated: '2026-11-01T10:00:00.000-0400',
  };
  expect(pacoteOf(Pack.parse(pack))).toEqual({
    id: '2000006556183755',
    atualizado_em: '2026-11-01T10:00:00.000-04:00',
    pedido_ids: ['2000009713473608', '2000009713473609'],
    foi_dividido: true,
  });
  expect(pacoteOf(Pack.parse({ ...pack, status_detail: null })).foi_dividido).toBe(false);
});

describe('a claim', () => {
  const CLAIM = {
    ...{ id: 5218796321, resource: 'order', resource_id: 2000009713473608, status: 'opened', type: 'return' },
    ...{ stage: 'claim', reason_id: 'PDD9939', related_entities: ['return'] },
    players: [{ role: 'complainant', type: 'buyer', user_id: 6427433 }],
    last_updated: '2026-11-10T10:00:00.000-04:00',
  };
  const claim = (changes: object = {}) => reclamacaoOf(Claim.parse({ ...CLAIM, ...changes }));

  test('is about an order, a shipment or neither', () => {
    expect(claim()).toEqual({
      id: '5218796321',
      atualizado_em: '2026-11-10T10:00:00.000-04:00',
      is_aberta: true,
      sobre: { tipo: 'pedido', id: '2000009713473608' },
      tem_devolucao: true,
    });
    expect(claim({ resource: 'shipment', resource_id: 44028792542 }).sobre?.tipo).toBe('envio');
    expect(claim({ resource: 'payment' }).sobre).toBeNull();
  });

  test('that is closed, or has no return, says so', () => {
    expect(claim({ status: 'closed', related_entities: [] })).toMatchObject({
      ...{ is_aberta: false, tem_devolucao: false },
    });
  });
});

describe('a return', () => {
  const RETURN = {
    ...{ id: 12345678, claim_id: 5218796321, status: 'delivered', subtype: 'return_partial' },
    last_updated: '2026-11-12T10:00:00.000-04:00',
    orders: [
      {
        ...{ order_id: 2000009713473608, item_id: 'MLB3737188005', variation_id: 174497701554 },
        ...{ context_type: 'partial', total_quantity: '2.0', return_quantity: '1.0' },
      },
    ],
  };
  const parcel = (type: string, status: string, name: string) => ({ type, status, destination: { name } });
  const read = (...shipments: object[]) => devolucaoOf(Return.parse({ ...RETURN, shipments }));

  test('counts its units, which are texts', () => {
    expect(read()).toEqual({
      id: '12345678',
      atualizado_em: '2026-11-12T10:00:00.000-04:00',
      reclamacao_id: '5218796321',
      chegou: false,
      itens: [
        {
          ...{ pedido_id: '2000009713473608', anuncio_id: 'MLB3737188005', variacao_id: '174497701554' },
          quantidade: 1,
        },
      ],
    });
  });

  test('has arrived at the seller, and not in triage', () => {
    const toTriage = parcel('return', 'delivered', 'warehouse');
    expect(read(toTriage).chegou).toBe(false);
    expect(read(parcel('return', 'shipped', 'seller_address')).chegou).toBe(false);
    expect(read(parcel('return', 'delivered', 'seller_address')).chegou).toBe(true);
    expect(read(toTriage, parcel('return_from_triage', 'delivered', 'seller_address')).chegou).toBe(true);
  });
});
