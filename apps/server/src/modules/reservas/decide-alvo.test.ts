import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Devolucao, Envio, ItemDeVenda, PedidoDeVenda, Venda } from '#modules/marketplace/sales.ts';
import { walkSale } from '#testing/sales/sale-walk.ts';
import { alvosOfVendas } from './alvos-of-vendas.ts';
import type { Known } from './decide-alvo.ts';

/** An instant of the day of the sale. */
const at = (hour: number) => `2026-11-18T${String(hour).padStart(2, '0')}:00:00.000-04:00`;

const item = (changes: Partial<ItemDeVenda> = {}): ItemDeVenda => ({
  ...{ anuncio_id: 'A', variacao_id: '', quantidade: 3, is_kit: false },
  ...changes,
});
const pedido = (changes: Partial<PedidoDeVenda> = {}): PedidoDeVenda => ({
  ...{ id: '1', criado_em: at(1), atualizado_em: at(2), situacao: 'pago', foi_fechado: true },
  ...{ foi_pago: true, is_desfeito: false, cancelado_em: null, risco_de_fraude: false, foi_dividido: false },
  ...{ pacote_id: null, envio_id: 'E', reclamacao_ids: [], itens: [item()] },
  ...changes,
});
const envio = (changes: Partial<Envio> = {}): Envio => ({
  ...{ id: 'E', atualizado_em: at(3), etapa: 'preparando', foi_impresso: false, despachado_em: null },
  ...{
    foi_devolvido: false,
    is_full: false,
    foi_dividido: false,
    irmao_id: null,
    prazo: null,
    preparo: null,
  },
  ...changes,
});
const devolucao = (changes: Partial<Devolucao> = {}): Devolucao => ({
  ...{ id: 'D', atualizado_em: at(9), reclamacao_id: 'R', chegou: true },
  itens: [{ pedido_id: '1', anuncio_id: 'A', variacao_id: '', quantidade: 1 }],
  ...changes,
});
const venda = (changes: Partial<Venda> = {}): Venda => ({
  ...{ pedido: pedido(), envio: envio(), reclamacoes: [], devolucoes: [] },
  ...changes,
});

type Rule = Partial<Pick<Known, 'saida' | 'isFull'>>;
const alvos = (vendas: readonly Venda[], rule: Rule = {}) =>
  alvosOfVendas(vendas, { saida: 'despacho', isFull: () => false, ...rule }).map(({ alvo }) => alvo);
const alvo = (changes: Partial<Venda> = {}, rule: Rule = {}) => alvos([venda(changes)], rule)[0];

const NOTHING = { reservado: 0, saiu: 0, a_conferir: 0, nao_enviar: false };
const RESERVED = { ...NOTHING, reservado: 3 };
const GONE = { ...NOTHING, saiu: 3 };

/** A history in which the oldest answer about a pedido that is divided later is from before its payment. */
const UNPAID_THEN_DIVIDED = [
  ...[0, 86275907, 0, 0, 0, 0, 0, 146554883, 0, 49134421, 412920325, 691817819, 522683353, 268310936],
  ...[354154535, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 201447, 0, 0, 0, 0, 0, 1228535656, 0, 682128063, 0, 0, 0],
  ...[514236831, 4636854, 715638463, 28470111, 0, 87320287, 0],
];

test('the rules and an independent model count the same after any history of a sale', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 40, maxLength: 2000 }), (tape) => {
      let at = 0;
      const { divergence } = walkSale(30, (n) => (tape[at++ % tape.length] ?? 0) % n);
      expect(divergence).toBeNull();
    }),
    { numRuns: 200, examples: [[UNPAID_THEN_DIVIDED]] },
  );
});

describe('promised', () => {
  test.each(['confirmado', 'pagando', 'pago'] as const)(
    'a pedido that is %s is promised, because the marketplace took it off the listing',
    (situacao) =>
      expect(alvo({ pedido: pedido({ situacao, foi_pago: situacao === 'pago' }) })).toEqual(RESERVED),
  );

  test('a pedido that the marketplace has not taken off the listing is not promised', () => {
    const unpaid = pedido({ situacao: 'pagando', foi_fechado: false, foi_pago: false, envio_id: null });
    expect(alvo({ pedido: unpaid, envio: null })).toEqual({ ...RESERVED, reservado: 0 });
  });

  test('a partial refund changes nothing', () => {
    // The marketplace shows it as paid, with another amount.
    expect(alvo({ pedido: pedido({ atualizado_em: at(5) }) })).toEqual(RESERVED);
  });

  test('goods under suspicion of fraud are held and must not be sent', () => {
    expect(alvo({ pedido: pedido({ risco_de_fraude: true }) })).toEqual({ ...RESERVED, nao_enviar: true });
  });

  test('goods of a pedido whose cancellation is under way are held and must not be sent', () => {
    expect(alvo({ pedido: pedido({ situacao: 'cancelando' }) })).toEqual({ ...RESERVED, nao_enviar: true });
  });

  test('a cancelled envio releases nothing while the pedido lives, because it may get another one', () => {
    expect(alvo({ envio: envio({ etapa: 'cancelado' }) })).toEqual(RESERVED);
  });

  test('the components of a kit are promised by their pedidos, and the kit itself is not', () => {
    const component = pedido({ id: '1', itens: [item({ anuncio_id: 'A' })] });
    const kit = pedido({ id: '2', itens: [item({ anuncio_id: 'K', is_kit: true })] });
    expect(alvos([venda({ pedido: component }), venda({ pedido: kit })])).toEqual([RESERVED, NOTHING]);
  });
});

describe('released', () => {
  test.each<[string, Partial<PedidoDeVenda>]>([
    ['a cancelled pedido', { situacao: 'cancelado' }],
    ['a pedido that is confirmed again after it was paid', { situacao: 'confirmado', foi_pago: true }],
    ['a paid pedido that was not fulfilled', { is_desfeito: true }],
    [
      'a pedido cancelled after its approval, because it had run out',
      { situacao: 'cancelado', foi_pago: true },
    ],
    ['a cancelled pedido that was under suspicion', { situacao: 'cancelado', risco_de_fraude: true }],
  ])('%s', (_, changes) => {
    expect(alvo({ pedido: pedido(changes) })).toEqual(NOTHING);
    const printed = envio({ etapa: 'impresso', foi_impresso: true });
    expect(alvo({ pedido: pedido(changes), envio: printed }, { saida: 'etiqueta' })).toEqual(NOTHING);
  });
});

describe('gone', () => {
  const printed = envio({ etapa: 'impresso', foi_impresso: true });
  const dispatched = envio({ etapa: 'despachado', foi_impresso: true, despachado_em: at(5) });

  test('the setting decides whether the printed label or the dispatch counts', () => {
    expect(alvo({ envio: printed })).toEqual(RESERVED);
    expect(alvo({ envio: printed }, { saida: 'etiqueta' })).toEqual(GONE);
    expect(alvo({ envio: dispatched })).toEqual(GONE);
  });

  test('a label that is made again does not bring packed goods back', () => {
    expect(alvo({ envio: { ...printed, etapa: 'preparando' } }, { saida: 'etiqueta' })).toEqual(GONE);
  });

  test('a printed parcel under suspicion counts as gone and must not be sent', () => {
    const suspect = pedido({ risco_de_fraude: true });
    expect(alvo({ pedido: suspect, envio: printed }, { saida: 'etiqueta' })).toEqual({
      ...GONE,
      nao_enviar: true,
    });
  });

  test.each<[string, Partial<PedidoDeVenda>]>([
    ['cancelled', { situacao: 'cancelado', cancelado_em: at(6) }],
    ['called off by the seller', { situacao: 'confirmado', atualizado_em: at(6) }],
    ['not fulfilled', { is_desfeito: true, atualizado_em: at(6) }],
  ])('goods that left stay gone when the sale is %s afterwards', (_, changes) => {
    expect(alvo({ pedido: pedido(changes), envio: dispatched })).toEqual(GONE);
  });

  test('a pedido of a cart that was cancelled before stays behind, and the others leave', () => {
    const cancelled = pedido({ id: '2', situacao: 'cancelado', cancelado_em: at(4) });
    const cart = [venda({ envio: dispatched }), venda({ pedido: cancelled, envio: dispatched })];
    expect(alvos(cart)).toEqual([GONE, NOTHING]);
  });

  test('a pedido of a cart that was never paid stays behind, even if it is cancelled later', () => {
    const unpaid = pedido({ id: '2', situacao: 'cancelado', foi_pago: false, cancelado_em: at(8) });
    const cart = [venda({ envio: dispatched }), venda({ pedido: unpaid, envio: dispatched })];
    expect(alvos(cart)).toEqual([GONE, NOTHING]);
  });

  test('a parcel that is reported late took the goods of its cancelled pedido, because it is not empty', () => {
    const cancelled = pedido({ situacao: 'cancelado', cancelado_em: at(4) });
    expect(alvo({ pedido: cancelled, envio: dispatched })).toEqual(GONE);
  });
});

describe('stored at the marketplace', () => {
  test('the envio decides, not the listing', () => {
    expect(alvo({ envio: envio({ is_full: true }) })).toEqual(NOTHING);
    expect(alvo({ envio: envio({ is_full: false }) }, { isFull: () => true })).toEqual(RESERVED);
  });

  test('the listing decides until the envio is known', () => {
    expect(alvo({ envio: null }, { isFull: () => true })).toEqual(NOTHING);
    expect(alvo({ envio: envio({ is_full: null }) }, { isFull: () => true })).toEqual(NOTHING);
    expect(alvo({ envio: null })).toEqual(RESERVED);
  });
});

describe('divided', () => {
  const old = venda({
    pedido: pedido({ situacao: 'cancelado', foi_dividido: true }),
    envio: envio({ etapa: 'cancelado', foi_dividido: true }),
  });
  const next = (id: string, quantidade: number, changes: Partial<PedidoDeVenda> = {}) =>
    venda({
      pedido: pedido({ id, envio_id: `E${id}`, itens: [item({ quantidade })], ...changes }),
      envio: envio({ id: `E${id}`, irmao_id: 'E' }),
    });
  const promised = (vendas: readonly Venda[]) => alvos(vendas).map(({ reservado }) => reservado);

  test('each new pedido takes over its units, so the sum never changes', () => {
    expect(promised([old])).toEqual([3]);
    expect(promised([old, next('2', 2)])).toEqual([1, 2]);
    expect(promised([old, next('2', 2), next('3', 1)])).toEqual([0, 2, 1]);
  });

  test('a new pedido that is cancelled releases its units and does not give them back to the old one', () => {
    expect(promised([old, next('2', 2, { situacao: 'cancelado' }), next('3', 1)])).toEqual([0, 0, 1]);
  });

  test('the envio says it before the pedido does', () => {
    expect(promised([venda({ ...old, pedido: pedido() }), next('2', 2)])).toEqual([1, 2]);
  });

  test('a pedido that was cancelled before its envio was divided stays released', () => {
    expect(promised([venda({ ...old, pedido: pedido({ situacao: 'cancelado' }) })])).toEqual([0]);
  });

  test('two old pedidos with the same item give up each new unit once', () => {
    const twin = venda({ ...old, pedido: { ...old.pedido, id: '9', itens: [item()] } });
    expect(promised([old, twin, next('2', 4)])).toEqual([0, 2, 4]);
  });
});

describe('returned', () => {
  const delivered = envio({ etapa: 'entregue', foi_impresso: true, despachado_em: at(5) });

  test('goods at the seller wait for a person, and goods in triage do not', () => {
    expect(alvo({ envio: delivered, devolucoes: [devolucao({ chegou: false })] })).toEqual(GONE);
    expect(alvo({ envio: delivered, devolucoes: [devolucao()] })).toEqual({ ...GONE, a_conferir: 1 });
  });

  test('returns add up, and never exceed the quantity of the sale', () => {
    const two = [devolucao(), devolucao({ id: 'D2' })];
    expect(alvo({ envio: delivered, devolucoes: two })?.a_conferir).toBe(2);
    const many = Array.from({ length: 5 }, (_, n) => devolucao({ id: `D${n}` }));
    expect(alvo({ envio: delivered, devolucoes: many })?.a_conferir).toBe(3);
  });

  test('a return of another pedido, listing or variation does not count', () => {
    for (const other of [{ pedido_id: '2' }, { anuncio_id: 'B' }, { variacao_id: '7' }]) {
      const itens = devolucao().itens.map((each) => ({ ...each, ...other }));
      expect(alvo({ envio: delivered, devolucoes: [devolucao({ itens })] })).toEqual(GONE);
    }
  });

  test('goods that came back had left, even if the envio was never read', () => {
    expect(alvo({ envio: null, devolucoes: [devolucao()] })).toEqual({ ...GONE, a_conferir: 1 });
  });

  test('a parcel that was not delivered waits for a person once it is back', () => {
    const failed = { ...delivered, etapa: 'nao_entregue' as const };
    expect(alvo({ envio: failed })).toEqual(GONE);
    expect(alvo({ envio: { ...failed, foi_devolvido: true } })).toEqual({ ...GONE, a_conferir: 3 });
  });
});
