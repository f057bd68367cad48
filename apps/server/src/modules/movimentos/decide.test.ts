import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walk } from '#testing/stock-model.ts';
import { type Command, decide, type State } from './decide.ts';
import { toDecimal, toHundredths, toReading } from './hundredths.ts';
import { MAX, type Place } from './refusals.ts';

const place = (nome: string, saldo: bigint | null, ativo = true): [string, Place] => [
  nome,
  { nome, ativo, saldo },
];
const STATE: State = new Map([
  place('Matriz', 300n),
  place('Filial', 0n),
  place('Loja', null),
  place('Fechado', 500n, false),
]);

const sentence = (command: Command) => {
  const decision = decide(STATE, command);
  return decision.ok ? 'accepted' : decision.refusal.message;
};

test('the rules and an independent model agree on any sequence of commands', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 40, maxLength: 2000 }), (tape) => {
      let at = 0;
      const { divergence } = walk(Math.ceil(tape.length / 8), (n) => (tape[at++ % tape.length] ?? 0) % n);
      expect(divergence).toBeNull();
    }),
    { numRuns: 300 },
  );
});

describe('accepted commands', () => {
  test.each<[string, Command, [string, bigint, bigint][], string[]]>([
    ['an entry', { do: 'entrada', deposito: 'Matriz', quantidade: 50n }, [['Matriz', 50n, 350n]], []],
    [
      'an entry into a new deposito',
      { do: 'entrada', deposito: 'Loja', quantidade: 1n },
      [['Loja', 1n, 1n]],
      ['Loja'],
    ],
    ['an exit of all', { do: 'saida', deposito: 'Matriz', quantidade: 300n }, [['Matriz', -300n, 0n]], []],
    [
      'an exit from an inactive deposito',
      { do: 'saida', deposito: 'Fechado', quantidade: 1n },
      [['Fechado', -1n, 499n]],
      [],
    ],
    [
      'a transfer',
      { do: 'transferencia', deposito: 'Matriz', destino: 'Loja', quantidade: 100n },
      [
        ['Matriz', -100n, 200n],
        ['Loja', 100n, 100n],
      ],
      ['Loja'],
    ],
    [
      'a count',
      { do: 'ajuste', deposito: 'Matriz', quantidade: 250n, lido: 300n },
      [['Matriz', -50n, 250n]],
      [],
    ],
    [
      'an undo into an inactive deposito',
      { do: 'reverse', lines: [{ deposito: 'Fechado', tipo: 'saida', delta: -100n }] },
      [['Fechado', 100n, 600n]],
      [],
    ],
  ])('%s', (_, command, lines, added) => {
    const decision = decide(STATE, command);
    expect(decision).toMatchObject({ ok: true, added, removed: [] });
    if (decision.ok)
      expect(decision.lines.map(({ deposito, delta, saldo }) => [deposito, delta, saldo])).toEqual(lines);
  });

  test('a form changes, adds and removes exactly the depositos that it names', () => {
    expect(
      decide(STATE, {
        do: 'set',
        saldos: [
          { deposito: 'Matriz', quantidade: 900n, lida: 900n },
          { deposito: 'Filial', quantidade: 200n, lida: 0n },
          { deposito: 'Loja', quantidade: 0n, lida: null },
          { deposito: 'Fechado', quantidade: null, lida: 500n },
        ],
      }),
    ).toEqual({
      ok: true,
      lines: [
        { deposito: 'Filial', tipo: 'ajuste', delta: 200n, saldo: 200n },
        { deposito: 'Fechado', tipo: 'ajuste', delta: -500n, saldo: 0n },
      ],
      added: ['Loja'],
      removed: ['Fechado'],
    });
  });
});

test.each<[string, Command]>([
  [
    'Há só 3 unidades no depósito Matriz. Informe uma quantidade menor.',
    { do: 'saida', deposito: 'Matriz', quantidade: 301n },
  ],
  [
    'Não há unidades no depósito Loja. Escolha outro depósito.',
    { do: 'transferencia', deposito: 'Loja', destino: 'Matriz', quantidade: 1n },
  ],
  [
    'O depósito Fechado está inativo e não recebe produtos. Ative-o ou escolha outro.',
    { do: 'entrada', deposito: 'Fechado', quantidade: 1n },
  ],
  [
    'O depósito Fechado está inativo e não recebe produtos. Ative-o ou escolha outro.',
    { do: 'transferencia', deposito: 'Matriz', destino: 'Fechado', quantidade: 1n },
  ],
  [
    'O depósito Matriz tinha 2 unidades e agora tem 3 unidades. Confira e tente de novo.',
    { do: 'ajuste', deposito: 'Matriz', quantidade: 100n, lido: 200n },
  ],
  [
    'O depósito Matriz já tem 3 unidades. Não há o que ajustar.',
    { do: 'ajuste', deposito: 'Matriz', quantidade: 300n, lido: 300n },
  ],
  ['Este depósito não existe mais. Escolha outro.', { do: 'entrada', deposito: 'Outro', quantidade: 1n }],
  [
    'O depósito Matriz passaria de 9.999.999.999,99 unidades. Informe uma quantidade menor.',
    { do: 'entrada', deposito: 'Matriz', quantidade: MAX },
  ],
  [
    'Não foi possível desfazer: sairiam 4 unidades do depósito Matriz, que tem só 3 unidades.',
    { do: 'reverse', lines: [{ deposito: 'Matriz', tipo: 'entrada', delta: 400n }] },
  ],
])('a refusal has this message: %s', (words, command) => expect(sentence(command)).toBe(words));

test('hundredths are read and written exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -MAX, max: MAX }), (hundredths) => {
      expect(toHundredths(toDecimal(hundredths))).toBe(hundredths);
    }),
  );
  expect(['3', '3.5', '0.05', '-0.50'].map(toHundredths)).toEqual([300n, 350n, 5n, -50n]);
  expect([0n, 5n, 100n, 350n, 123456n].map(toReading)).toEqual(['0', '0,05', '1', '3,5', '1.234,56']);
});
