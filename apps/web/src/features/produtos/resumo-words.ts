import { formatInteger } from '#lib/format.ts';

/** Writes a lower bound: the number of produtos that matched among the rows that were read. */
export function atLeast(filtrados: number): string {
  if (filtrados === 0) return 'filtrados não contados';
  if (filtrados <= 10_000) return `ao menos ${formatInteger(filtrados)} filtrados`;
  return `mais de ${formatInteger(Math.floor((filtrados - 1) / 1000))} mil filtrados`;
}
