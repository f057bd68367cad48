import { fromUnits, toUnits } from './exact-decimal.ts';

/** One item as a person sells it. Both are exact decimals of at most two places. */
export interface SoldItem {
  quantidade: string;
  preco: string;
}

/** `valor` in R$ or in percent of the sum, with at most two places. */
export interface Desconto {
  tipo: 'valor' | 'percentual';
  valor: string;
}

export interface Totals {
  /** The sum of the items before the discount. */
  bruto: string;
  desconto: string;
  total: string;
  /** In the order of the items. The sums of both columns are exactly `bruto` and `desconto`. */
  itens: { bruto: string; desconto: string }[];
}

/** The largest total of a sale, in R$. */
export const MAX_TOTAL = '9999999999.99';

/**
 * The amounts of a sale, exact to the cent. An item is rounded half up. The discount is rounded once, for the whole sale, and
 * then spread over the items by largest remainder, so that it is neither lost nor made up by rounding. Of equal
 * remainders the first item gets the cent. A discount above the sum counts as the sum.
 */
export function totalsOf(sold: readonly SoldItem[], desconto: Desconto | null): Totals {
  const brutos = brutosOf(sold);
  const bruto = sumOf(brutos);
  const off = isDescontoTooLarge(sold, desconto) ? bruto : askedOf(bruto, desconto);
  const parts = spread(off, brutos);
  return {
    bruto: reais(bruto),
    desconto: reais(off),
    total: reais(bruto - off),
    itens: brutos.map((each, index) => ({ bruto: reais(each), desconto: reais(parts[index] ?? 0n) })),
  };
}

/** Whether a discount is larger than the sum that it is taken from. */
export function isDescontoTooLarge(sold: readonly SoldItem[], desconto: Desconto | null): boolean {
  const bruto = sumOf(brutosOf(sold));
  return askedOf(bruto, desconto) > bruto;
}

/** The comissao of a total, rounded half up. `percentual` has at most two places. */
export const comissaoOf = (total: string, percentual: string): string =>
  reais(rounded(toUnits(total, 2) * toUnits(percentual, 2), 10_000n));

/** The change of a payment in cash. Negative while the cash does not cover the total. */
export const trocoOf = (total: string, recebido: string): string =>
  reais(toUnits(recebido, 2) - toUnits(total, 2));

const brutosOf = (sold: readonly SoldItem[]) =>
  sold.map(({ quantidade, preco }) => rounded(toUnits(quantidade, 2) * toUnits(preco, 2), 100n));

function askedOf(bruto: bigint, desconto: Desconto | null): bigint {
  if (desconto === null) return 0n;
  const valor = toUnits(desconto.valor, 2);
  return desconto.tipo === 'valor' ? valor : rounded(bruto * valor, 10_000n);
}

/** Divides a whole among parts in proportion to their weights. The whole is at most the sum of the weights. */
function spread(whole: bigint, weights: readonly bigint[]): bigint[] {
  const sum = sumOf(weights);
  if (sum === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (whole * weight) / sum);
  const left = Number(whole - sumOf(parts));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (whole * weight) % sum }))
    .toSorted(
      (one, other) => Number(other.remainder > one.remainder) - Number(other.remainder < one.remainder),
    );
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}

const sumOf = (numbers: readonly bigint[]) => numbers.reduce((sum, each) => sum + each, 0n);
const rounded = (number: bigint, by: bigint) => (2n * number + by) / (2n * by);
const reais = (cents: bigint) => fromUnits(cents, 2);
