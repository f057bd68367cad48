import * as z from 'zod/mini';
import { fromUnits, toUnits } from './exact-decimal.ts';

/**
 * The way in which an amount of money changes. `valor`: the new amount. `percentual`: by so many percent of the old one.
 * `reais`: by so many reais.
 */
const MODOS = ['valor', 'percentual', 'reais'] as const;

/** The amounts to which a result is rounded: all, those that end in ,90 or in ,99, whole reais, steps of five cents. */
export const ARREDONDAMENTOS = ['nao', '90', '99', 'inteiro', '5'] as const;
export type Arredondamento = (typeof ARREDONDAMENTOS)[number];

const MAX_UNITS = 999_999_999_999n;
const MAX_PERCENTUAL = 100_000n;
const LIMITE = 'Informe um valor de até R$\u00a09.999.999.999,99.';

const unitsOf = (valor: string) => toUnits(valor, 2);
const absolute = (units: bigint) => (units < 0n ? -units : units);

/** A change of an amount. `valor` has at most two places, and a sign for a decrease. */
export const Reajuste = z
  .strictObject({
    modo: z.enum(MODOS),
    valor: z.string().check(
      z.trim(),
      // The checks below read the number.
      z.regex(/^-?\d{1,12}(\.\d{1,2})?$/, {
        abort: true,
        error: 'Informe um número com até duas casas decimais.',
      }),
    ),
    arredondar: z.enum(ARREDONDAMENTOS),
  })
  .check(
    z.refine(({ modo, valor }) => modo !== 'valor' || !valor.startsWith('-'), {
      path: ['valor'],
      error: 'Informe um valor maior ou igual a 0.',
    }),
    z.refine(({ modo, valor }) => modo === 'percentual' || absolute(unitsOf(valor)) <= MAX_UNITS, {
      path: ['valor'],
      error: LIMITE,
    }),
    z.refine(({ modo, valor }) => modo !== 'percentual' || absolute(unitsOf(valor)) <= MAX_PERCENTUAL, {
      path: ['valor'],
      error: 'Informe de −1.000% a 1.000%.',
    }),
    z.refine(({ modo, valor }) => modo === 'valor' || !/^-?0+(\.0+)?$/.test(valor), {
      path: ['valor'],
      error: 'Informe um número diferente de 0.',
    }),
  );
export type Reajuste = z.infer<typeof Reajuste>;

/** The reason why an amount cannot change like this. */
export type RecusaDoReajuste = 'negativo' | 'zero' | 'grande';

export type Reajustado = { ok: true; valor: string } | { ok: false; recusa: RecusaDoReajuste };

/** The distance between two amounts to which a result is rounded, and the least of them, in cents. */
const GRADES: Readonly<Record<Arredondamento, { passo: bigint; primeiro: bigint }>> = {
  nao: { passo: 1n, primeiro: 0n },
  '90': { passo: 100n, primeiro: 90n },
  '99': { passo: 100n, primeiro: 99n },
  inteiro: { passo: 100n, primeiro: 0n },
  '5': { passo: 5n, primeiro: 0n },
};

/** Cents are counted in ten-thousandths, so that a percentage of two places loses nothing before the rounding. */
const PARTES = 10_000n;

function exactOf(antes: bigint, { modo, valor }: Reajuste): bigint {
  const change = unitsOf(valor);
  if (modo === 'valor') return change * PARTES;
  if (modo === 'reais') return (antes + change) * PARTES;
  return antes * (PARTES + change);
}

/**
 * Returns the amount after the change. The exact result is rounded once, to the nearest amount of `arredondar`, and to
 * the higher one of two equally near ones. An exact 0 stays 0, because a produto at 0 has no price to round. An amount
 * that only the rounding would make 0 is refused.
 */
export function reajustar(antes: string, reajuste: Reajuste): Reajustado {
  const exact = exactOf(unitsOf(antes), reajuste);
  if (exact < 0n) return { ok: false, recusa: 'negativo' };
  if (exact === 0n) return { ok: true, valor: '0.00' };
  const { passo, primeiro } = GRADES[reajuste.arredondar];
  const step = passo * PARTES;
  const above = exact - primeiro * PARTES + step / 2n;
  // Below the first amount the division would truncate towards zero, and no lower amount exists.
  const units = above < 0n ? primeiro : (above / step) * passo + primeiro;
  if (units === 0n) return { ok: false, recusa: 'zero' };
  if (units > MAX_UNITS) return { ok: false, recusa: 'grande' };
  return { ok: true, valor: fromUnits(units, 2) };
}
