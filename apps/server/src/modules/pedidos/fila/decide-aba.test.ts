import { describe, expect, test } from 'vitest';
import { decideAba, type Fatos } from './decide-aba.ts';

const PAID: Fatos = {
  ...{ cancelado: false, pago: true, nao_enviar: false, etapa: 'preparando', etiqueta: 'pronta' },
  ...{ problema: null, foi_impresso: false, saiu: false, foi_devolvido: false, a_conferir: 0 },
  ...{ separado: false, resolvido: false },
};
const aba = (changes: Partial<Fatos> = {}) => decideAba({ ...PAID, ...changes });
const at = (name: string | null, problema: string | null = null) => ({ aba: name, problema });
const PRINTED = { etapa: 'impresso', etiqueta: 'impressa', foi_impresso: true } as const;
const GONE = { ...PRINTED, etapa: 'despachado', saiu: true } as const;

describe('a parcel that is here', () => {
  test.each<[string, Partial<Fatos>, string | null]>([
    ['without a payment has no work', { pago: false }, null],
    ['is prepared first', {}, 'preparar'],
    ['is prepared before the marketplace creates it', { etapa: null, etiqueta: null }, 'preparar'],
    ['is prepared even if its label is printed already', PRINTED, 'preparar'],
    ['is prepared while the marketplace holds its label back', { etiqueta: 'aguarda' }, 'preparar'],
    ['waits for its invoice', { etiqueta: 'nota' }, 'nota'],
    ['waits for its invoice after it was packed', { etiqueta: 'nota', separado: true }, 'nota'],
    ['is printed after it was packed', { separado: true }, 'imprimir'],
    ['waits packed for its label', { separado: true, etiqueta: 'aguarda' }, 'imprimir'],
    ['waits packed for its parcel', { separado: true, etapa: null, etiqueta: null }, 'imprimir'],
    ['has no work left when it is packed and printed', { ...PRINTED, separado: true }, 'despachados'],
    ['has no work left when it has no label', { etiqueta: 'sem', separado: true }, 'despachados'],
    ['is printed again when its label is a new one', { separado: true, foi_impresso: true }, 'imprimir'],
  ])('%s', (_, changes, name) => expect(aba(changes)).toEqual(at(name)));

  test('that must not be sent is a problem that no person can resolve', () => {
    expect(aba({ nao_enviar: true })).toEqual(at('problemas', 'nao_enviar'));
    expect(aba({ nao_enviar: true, resolvido: true, etiqueta: 'nota' })).toEqual(
      at('problemas', 'nao_enviar'),
    );
  });

  test('that does not move is a problem, and goes on with its work when a person has resolved it', () => {
    expect(aba({ problema: 'parado' })).toEqual(at('problemas', 'parado'));
    expect(aba({ problema: 'parado', resolvido: true })).toEqual(at('preparar'));
  });
});

describe('a parcel that was called off', () => {
  test('has no work before it is packed', () => {
    expect(aba({ cancelado: true })).toEqual(at(null));
    expect(aba({ cancelado: true, pago: true, nao_enviar: true, etapa: 'cancelado' })).toEqual(at(null));
  });

  test.each([['packed', { separado: true }] as const, ['printed', { foi_impresso: true }] as const])(
    'after it was %s goes back to its place, until a person says that it is there',
    (_, changes) => {
      expect(aba({ ...changes, cancelado: true })).toEqual(at('problemas', 'cancelado'));
      expect(aba({ ...changes, cancelado: true, etapa: 'cancelado' })).toEqual(at('problemas', 'cancelado'));
      expect(aba({ ...changes, cancelado: true, resolvido: true })).toEqual(at(null));
    },
  );

  test('alone leaves a sale without a parcel, which is a problem', () => {
    expect(aba({ etapa: 'cancelado', etiqueta: 'sem' })).toEqual(at('problemas', 'cancelado'));
    expect(aba({ etapa: 'cancelado', etiqueta: 'sem', resolvido: true })).toEqual(at(null));
  });

  test('after it left is on its way like any other', () => {
    expect(aba({ ...GONE, cancelado: true, nao_enviar: true })).toEqual(at('despachados'));
    expect(aba({ ...GONE, cancelado: true, etapa: 'cancelado' })).toEqual(at(null));
  });
});

describe('a parcel that left', () => {
  test.each<[string, Partial<Fatos>, string | null, string | null]>([
    ['is on its way', {}, 'despachados', null],
    [
      'unpacked and with an invoice that was pending is on its way too',
      { etiqueta: 'nota' },
      'despachados',
      null,
    ],
    ['was rejected by the carrier', { problema: 'rejeitado' }, 'problemas', 'rejeitado'],
    [
      'was rejected, and a person took care of it',
      { problema: 'rejeitado', resolvido: true },
      'despachados',
      null,
    ],
    ['was delivered', { etapa: 'entregue', problema: 'parado' }, null, null],
    ['was not delivered', { etapa: 'nao_entregue' }, 'problemas', 'nao_entregue'],
    ['was lost', { etapa: 'nao_entregue', problema: 'extraviado' }, 'problemas', 'extraviado'],
    ['was lost, and a person took care of it', { etapa: 'nao_entregue', resolvido: true }, null, null],
    ['was not delivered and is back', { etapa: 'nao_entregue', foi_devolvido: true }, null, null],
  ])('%s', (_, changes, name, problema) => expect(aba({ ...GONE, ...changes })).toEqual(at(name, problema)));

  test('and came back waits for a person before everything else', () => {
    for (const changes of [
      { ...GONE, etapa: 'entregue' as const },
      { ...GONE, etapa: 'nao_entregue' as const, foi_devolvido: true },
      { ...GONE, cancelado: true, nao_enviar: true },
    ])
      expect(aba({ ...changes, a_conferir: 1 })).toEqual(at('devolucoes'));
  });
});
