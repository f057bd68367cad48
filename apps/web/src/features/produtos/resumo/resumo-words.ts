import { formatInteger } from '#lib/numbers/format.ts';

/** Writes the number of produtos that match the filter. One produto is `1 filtrado`. */
export const exactly = (filtrados: number): string =>
  `${formatInteger(filtrados)} ${filtrados === 1 ? 'filtrado' : 'filtrados'}`;

/** Writes a lower bound: the number of produtos that matched among the rows that were read. */
export function atLeast(filtrados: number): string {
  if (filtrados === 0) return 'filtrados não contados';
  if (filtrados <= 10_000) return `ao menos ${exactly(filtrados)}`;
  return `mais de ${formatInteger(Math.floor((filtrados - 1) / 1000))} mil filtrados`;
}
