import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ARREDONDAMENTOS, Reajuste, reajustar } from './reajuste.ts';

const of = (modo: Reajuste['modo'], valor: string, arredondar: Reajuste['arredondar'] = 'nao'): Reajuste => ({
  modo,
  valor,
  arredondar,
});

test.each([
  ['10.00', of('valor', '12.5'), '12.50'],
  ['10.00', of('percentual', '10'), '11.00'],
  ['10.00', of('percentual', '-10'), '9.00'],
  ['0.05', of('percentual', '10'), '0.06'],
  ['0.04', of('percentual', '10'), '0.04'],
  ['33.33', of('percentual', '33.33'), '44.44'],
  ['10.00', of('reais', '-2.01'), '7.99'],
  ['10.00', of('percentual', '7', '90'), '10.90'],
  ['10.00', of('percentual', '3', '90'), '9.90'],
  ['10.40', of('reais', '0.01', '90'), '10.90'],
  ['10.39', of('reais', '0.01', '90'), '10.90'],
  ['0.10', of('reais', '0.01', '90'), '0.90'],
  ['0.10', of('reais', '0.01', '99'), '0.99'],
  ['10.50', of('reais', '1', 'inteiro'), '12.00'],
  ['10.02', of('reais', '1', '5'), '11.00'],
  ['10.03', of('reais', '1', '5'), '11.05'],
  ['0.00', of('percentual', '10', '90'), '0.00'],
  ['10.00', of('percentual', '-100', '90'), '0.00'],
  ['9999999999.98', of('reais', '0.01'), '9999999999.99'],
])('%s by %o becomes %s', (antes, reajuste, valor) => {
  expect(reajustar(antes, reajuste)).toEqual({ ok: true, valor });
});

test.each([
  ['10.00', of('reais', '-10.01'), 'negativo'],
  ['10.00', of('percentual', '-100.01', '90'), 'negativo'],
  ['0.30', of('reais', '0.01', 'inteiro'), 'zero'],
  ['0.01', of('percentual', '-90'), 'zero'],
  ['9999999999.99', of('reais', '0.01'), 'grande'],
  ['9999999999.99', of('valor', '9999999999.5', 'inteiro'), 'grande'],
])('%s by %o is refused: %s', (antes, reajuste, recusa) => {
  expect(reajustar(antes, reajuste)).toEqual({ ok: false, recusa });
});

/**
 * The model tries every amount with the wanted ending near the result, and compares distances as fractions. It shares
 * no arithmetic with `reajustar`.
 */
function model(antes: string, { modo, valor, arredondar }: Reajuste): string | null {
  const cents = (text: string) => BigInt(Math.round(Number(text) * 100));
  const isNegative = valor.startsWith('-');
  const change = cents(valor.replace('-', '')) * (isNegative ? -1n : 1n);
  // In hundredths of a percent of a cent.
  const exact =
    modo === 'percentual'
      ? cents(antes) * 10_000n + cents(antes) * change
      : (modo === 'valor' ? change : cents(antes) + change) * 10_000n;
  if (exact < 0n) return null;
  if (exact === 0n) return '0.00';
  const endsWell = (amount: bigint) =>
    ({
      nao: true,
      '90': amount % 100n === 90n,
      '99': amount % 100n === 99n,
      inteiro: amount % 100n === 0n,
      '5': amount % 5n === 0n,
    })[arredondar];
  const near = exact / 10_000n;
  let best: { amount: bigint; distance: bigint } | undefined;
  for (let amount = near > 120n ? near - 120n : 0n; amount <= near + 120n; amount++) {
    if (!endsWell(amount)) continue;
    const distance = amount * 10_000n > exact ? amount * 10_000n - exact : exact - amount * 10_000n;
    if (best === undefined || distance <= best.distance) best = { amount, distance };
  }
  if (best === undefined || best.amount === 0n || best.amount > 999_999_999_999n) return null;
  return `${best.amount / 100n}.${String(best.amount % 100n).padStart(2, '0')}`;
}

/** Amounts up to a million reais, where the floats of the model are exact, with many near a limit of rounding. */
const amount = fc.oneof(
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.integer({ min: 0, max: 500 }),
  fc.integer({ min: 0, max: 9999 }).map((n) => n * 100 + 40),
);
const decimal = (units: number) => (units / 100).toFixed(2);

test('every change of every amount is what the model computes', () => {
  fc.assert(
    fc.property(
      amount,
      fc.constantFrom('valor', 'percentual', 'reais' as const),
      fc.oneof(fc.integer({ min: -20_000, max: 20_000 }), fc.constantFrom(-1, 1, 500, -500, 1000)),
      fc.constantFrom(...ARREDONDAMENTOS),
      (antes, modo, change, arredondar) => {
        const valor = decimal(modo === 'valor' ? Math.abs(change) : change);
        const reajuste = { modo, valor, arredondar } as Reajuste;
        const result = reajustar(decimal(antes), reajuste);
        expect(result.ok ? result.valor : null).toBe(model(decimal(antes), reajuste));
      },
    ),
    { numRuns: 3000 },
  );
});

test.each([
  [of('valor', '-1'), 'Informe um valor maior ou igual a 0.'],
  [of('valor', '10000000000'), 'Informe um valor de até R$\u00a09.999.999.999,99.'],
  [of('percentual', '1000.01'), 'Informe de −1.000% a 1.000%.'],
  [of('percentual', '0'), 'Informe um número diferente de 0.'],
  [of('reais', '-0.00'), 'Informe um número diferente de 0.'],
  [of('reais', '1.234'), 'Informe um número com até duas casas decimais.'],
  [of('reais', ''), 'Informe um número com até duas casas decimais.'],
])('%o is refused with a sentence', (reajuste, sentence) => {
  const { error } = Reajuste.safeParse(reajuste);
  expect(error?.issues[0]?.message).toBe(sentence);
});

test('a new price of 0 is a valid change', () => {
  expect(Reajuste.safeParse(of('valor', '0')).success).toBe(true);
});
