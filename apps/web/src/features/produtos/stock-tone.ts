/** The minimum of a produto for which no person set one. */
const MINIMO = 10;

export interface StockLevel {
  tone: 'bad' | 'warn' | 'ok';
  /** The filled part of the bar, from 0 to 1. The bar is full at three times the minimum. */
  filled: number;
}

/**
 * The level of a stock, with the limits of the cards: nothing is `bad`, less than 10 or less than the produto's own
 * minimum is `warn`. The quantities are decimal texts; the bar needs no exact figure.
 */
export function stockLevel(estoque: string, minimo: string | null): StockLevel {
  const quantidade = Number(estoque);
  const limit = minimo === null || Number(minimo) === 0 ? MINIMO : Number(minimo);
  const isLow = quantidade < MINIMO || quantidade < limit;
  return {
    tone: quantidade <= 0 ? 'bad' : isLow ? 'warn' : 'ok',
    filled: Math.min(1, Math.max(0, quantidade / (3 * limit))),
  };
}
