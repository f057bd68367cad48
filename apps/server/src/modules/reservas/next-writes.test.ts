import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walkReservas } from '#testing/sales/reservas-model.ts';
import type { Alvo } from './alvo.ts';
import { alvoOf, type Escrito, isSameAlvo, NADA, nextWrites } from './next-writes.ts';

const alvo = (values: Partial<Alvo>): Alvo => ({
  reservado: 0,
  saiu: 0,
  a_conferir: 0,
  nao_enviar: false,
  ...values,
});
const escrito = (values: Partial<Escrito>): Escrito => ({ ...NADA, ...values });

describe('the difference between a message and what is written', () => {
  test.each<[string, Escrito, Alvo, bigint | null, ReturnType<typeof nextWrites>]>([
    [
      'a sale reserves without touching the saldo',
      NADA,
      alvo({ reservado: 2 }),
      0n,
      { passo: null, escrito: escrito({ reservado: 2 }) },
    ],
    [
      'a dispatch takes the goods out and ends the promise',
      escrito({ reservado: 2 }),
      alvo({ saiu: 2 }),
      200n,
      { passo: { tipo: 'saida', quantidade: 2 }, escrito: escrito({ saiu: 2 }) },
    ],
    [
      'a dispatch without stock stays promised and waits',
      escrito({ reservado: 2 }),
      alvo({ saiu: 2 }),
      199n,
      { passo: null, escrito: escrito({ reservado: 2, saida_pendente: 2 }) },
    ],
    [
      'what waits leaves as soon as there is stock',
      escrito({ reservado: 2, saida_pendente: 2 }),
      alvo({ saiu: 2 }),
      200n,
      { passo: { tipo: 'saida', quantidade: 2 }, escrito: escrito({ saiu: 2 }) },
    ],
    [
      'a cancelled sale of which nothing left is released',
      escrito({ reservado: 2, saida_pendente: 2 }),
      alvo({}),
      0n,
      { passo: null, escrito: NADA },
    ],
    [
      'a cancelled label takes its saida back',
      escrito({ saiu: 2 }),
      alvo({}),
      0n,
      { passo: { tipo: 'entrada', quantidade: 2 }, escrito: NADA },
    ],
    [
      'without a deposito nothing leaves',
      NADA,
      alvo({ saiu: 1 }),
      null,
      { passo: null, escrito: escrito({ reservado: 1, saida_pendente: 1 }) },
    ],
    [
      'without a deposito nothing comes back, and it is tried again later',
      escrito({ saiu: 2 }),
      alvo({}),
      null,
      { passo: null, escrito: escrito({ saiu: 2 }) },
    ],
    [
      'a return waits for a person and moves nothing',
      escrito({ saiu: 2 }),
      alvo({ saiu: 2, a_conferir: 1 }),
      0n,
      { passo: null, escrito: escrito({ saiu: 2, a_conferir: 1 }) },
    ],
    [
      'a risk of fraud holds the goods',
      escrito({ reservado: 1 }),
      alvo({ reservado: 1, nao_enviar: true }),
      0n,
      { passo: null, escrito: escrito({ reservado: 1, nao_enviar: true }) },
    ],
  ])('%s', (_, before, target, saldo, expected) => {
    expect(nextWrites(before, target, saldo)).toEqual(expected);
  });
});

const anAlvo = fc.record({
  reservado: fc.nat(5),
  saiu: fc.nat(5),
  a_conferir: fc.nat(5),
  nao_enviar: fc.boolean(),
});

test('a message that is applied twice writes nothing the second time', () => {
  fc.assert(
    fc.property(anAlvo, anAlvo, fc.bigInt(0n, 1000n), fc.bigInt(0n, 1000n), (first, second, one, other) => {
      const before = nextWrites(NADA, first, one).escrito;
      const { passo, escrito: after } = nextWrites(before, second, other);
      const left = other + (passo ? (passo.tipo === 'saida' ? -100n : 100n) * BigInt(passo.quantidade) : 0n);
      expect(left >= 0n).toBe(true);
      expect(isSameAlvo(alvoOf(after), second)).toBe(true);
      expect(nextWrites(after, second, left)).toEqual({ passo: null, escrito: after });
    }),
  );
});

test('the rules and an independent model agree on any sequence of messages and movimentos', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 40, maxLength: 1500 }), (tape) => {
      let at = 0;
      expect(walkReservas(Math.ceil(tape.length / 6), (n) => (tape[at++ % tape.length] ?? 0) % n)).toBeNull();
    }),
    { numRuns: 300 },
  );
});
