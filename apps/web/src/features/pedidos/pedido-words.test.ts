import { ABAS_DE_PEDIDOS, type PedidoDaFila, type ResumoDePedidos } from '@prumo/contract/pedidos-fila.ts';
import { expect, test } from 'vitest';
import { abaToOpen, estoqueTag, etiquetaText, groupsOf, nextStep, passoText } from './pedido-words.ts';

/** Monday, 12:12 in São Paulo. */
const NOW = Date.parse('2026-11-16T12:12:00-03:00');

const item = (part: object = {}) => ({ quantidade: 1, reservado: 1, falta: 0, deposito_id: 'loja', ...part });
const pedido = (part: object = {}) =>
  ({
    ...{ aba: 'preparar', problema: null, etapa: 'preparando', etiqueta: 'pronta', etiqueta_em: null },
    ...{ separado_em: null, falta: 0, a_conferir: 0, itens: [item()], resolvido_em: null, ...part },
  }) as unknown as PedidoDaFila & { resolvido_em: string | null };

test.each([
  [{}, 'Reservado', 'ok'],
  [{ itens: [item(), item({ deposito_id: 'galpao' })] }, 'Transferir', 'warn'],
  [{ falta: 2 }, 'Falta 2', 'bad'],
  [{ itens: [item({ reservado: 0, deposito_id: null })] }, 'Sem reserva', 'neutral'],
  [{ etapa: 'despachado', itens: [item({ reservado: 0 })] }, 'Saiu', 'neutral'],
  [{ a_conferir: 1 }, '1 a conferir', 'warn'],
])('the stock of a parcel has one word: %j', (part, texto, marca) => {
  expect(estoqueTag(pedido(part))).toEqual({ texto, marca });
});

test('the label says when it can be printed', () => {
  const waits = { etiqueta: 'aguarda', etiqueta_em: '2026-11-16T15:00:00-03:00' };
  expect(etiquetaText(pedido(waits), NOW)).toBe('Libera às 15:00');
  expect(etiquetaText(pedido({ ...waits, etiqueta_em: '2026-11-17T09:00:00-03:00' }), NOW)).toBe(
    'Libera amanhã, 09:00',
  );
  expect(etiquetaText(pedido({ problema: 'nao_enviar' }), NOW)).toBe('Não enviar');
});

test.each([
  [{}, 'separar'],
  [{ separado_em: '2026-11-16T12:00:00Z' }, 'imprimir'],
  [{ separado_em: '2026-11-16T12:00:00Z', etiqueta: 'impressa' }, undefined],
  [{ aba: 'problemas', problema: 'parado' }, 'resolver'],
  [{ aba: 'devolucoes', a_conferir: 1 }, 'conferir'],
  [{ aba: 'despachados', etapa: 'despachado' }, undefined],
])('the next step of a parcel: %j', (part, step) => {
  expect(nextStep(pedido(part))).toBe(step);
});

function resumo(found: Record<string, [total: number, prazo: string | null]>): ResumoDePedidos {
  const abas = ABAS_DE_PEDIDOS.map((aba) => {
    const [total, primeiro_prazo] = found[aba] ?? [0, null];
    return { aba, total, mais: false, primeiro_prazo };
  });
  return { abas, contas: [] };
}

test('the aba to open is the first with a deadline today, or else the first with something', () => {
  const [today, tomorrow] = ['2026-11-16T14:00:00-03:00', '2026-11-17T14:00:00-03:00'];
  expect(abaToOpen(resumo({ preparar: [2, tomorrow], imprimir: [1, today] }), NOW)).toBe('imprimir');
  expect(abaToOpen(resumo({ nota: [2, tomorrow], imprimir: [1, tomorrow] }), NOW)).toBe('nota');
  expect(abaToOpen(resumo({ despachados: [3, today], problemas: [1, null] }), NOW)).toBe('despachados');
  expect(abaToOpen(resumo({}), NOW)).toBe('preparar');
});

test('parcels of one deadline are one group, in the order of the server', () => {
  const groups = groupsOf(['a', 'a', 'b', null].map((despachar_ate) => ({ despachar_ate })));
  expect(groups.map(({ prazo, pedidos }) => [prazo, pedidos.length])).toEqual([
    ['a', 2],
    ['b', 1],
    [null, 1],
  ]);
});

test('the step at which the goods leave says that the saldo falls', () => {
  const step = { passo: 'despachado', situacao: 'depois', em: null } as const;
  expect(passoText(step, 'despacho')).toBe('Despachar: a saída baixa o saldo');
  expect(passoText(step, 'etiqueta')).toBe('Despachar');
  expect(passoText({ ...step, situacao: 'feito' }, 'despacho')).toBe('Despachado');
});
