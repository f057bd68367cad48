import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { disponivelOf, type Lugar, placeOf } from './place-of.ts';

const lugar = (deposito: string, saldo: bigint | null, reservado = 0n, ativo = true): Lugar => ({
  ...{ deposito, ativo, saldo, reservado },
});
const MATRIZ = lugar('matriz', 300n);
const FILIAL = lugar('filial', 1000n, 800n);
const LOJA = lugar('loja', null);
const FECHADO = lugar('fechado', 9000n, 0n, false);
const ALL = [MATRIZ, FILIAL, LOJA, FECHADO];
const NO_RULES = { anuncio: [], conta: [] };

describe('the deposito of a new reserva', () => {
  test.each<[string, Parameters<typeof placeOf>, string | null]>([
    [
      'is the first of the rule that covers the quantity',
      [ALL, { anuncio: [], conta: ['filial', 'matriz'] }, 300n],
      'matriz',
    ],
    ['counts what is promised already', [ALL, { anuncio: [], conta: ['filial', 'matriz'] }, 200n], 'filial'],
    [
      'is the first of the rule if none covers the quantity',
      [ALL, { anuncio: [], conta: ['filial', 'matriz'] }, 301n],
      'filial',
    ],
    ['is by the rule of the anuncio first', [ALL, { anuncio: ['loja'], conta: ['matriz'] }, 100n], 'loja'],
    [
      'passes over a rule without an active deposito',
      [ALL, { anuncio: ['fechado', 'excluido'], conta: ['matriz'] }, 100n],
      'matriz',
    ],
    ['is never an inactive one', [ALL, { anuncio: [], conta: ['fechado', 'filial'] }, 5000n], 'filial'],
    ['without a rule is where the produto is', [[LOJA, FILIAL, MATRIZ], NO_RULES, 300n], 'matriz'],
    ['without a rule and without stock is the oldest', [[LOJA, FECHADO], NO_RULES, 100n], 'loja'],
    ['is none if no deposito is active', [[FECHADO], NO_RULES, 100n], null],
    ['is none if there is no deposito', [[], { anuncio: ['matriz'], conta: [] }, 100n], null],
  ])('%s', (_, args, expected) => {
    expect(placeOf(...args)?.deposito ?? null).toBe(expected);
  });
});

const lugares = fc.uniqueArray(
  fc.record({
    deposito: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    ativo: fc.boolean(),
    saldo: fc.option(fc.bigInt(0n, 1000n), { nil: null }),
    reservado: fc.bigInt(0n, 1000n),
  }),
  { selector: ({ deposito }) => deposito },
);
const order = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'gone'));

test('a chosen deposito without enough stock means that none of the order has enough', () => {
  fc.assert(
    fc.property(lugares, order, fc.bigInt(1n, 1200n), (all, conta, quantidade) => {
      const chosen = placeOf(all, { anuncio: [], conta }, quantidade);
      const named = all.filter(({ ativo, deposito }) => ativo && conta.includes(deposito));
      if (chosen === null) expect(all.filter(({ ativo }) => ativo)).toEqual([]);
      else if (named.length > 0) {
        expect(named).toContain(chosen);
        if (disponivelOf(chosen) < quantidade)
          expect(named.filter((each) => disponivelOf(each) >= quantidade)).toEqual([]);
      }
    }),
  );
});
