const DAY_MS = 86_400_000;

export const PERIODOS = ['7', '30', '90', 'ano'] as const;
export type Periodo = (typeof PERIODOS)[number];

export const PERIODO_WORDS: Record<Periodo, string> = {
  7: 'Últimos 7 dias',
  30: 'Últimos 30 dias',
  90: 'Últimos 90 dias',
  ano: 'Último ano',
};

/** The label of the previous period. */
export const ANTERIOR_WORDS: Record<Periodo, string> = {
  7: '7 dias anteriores',
  30: '30 dias anteriores',
  90: '90 dias anteriores',
  ano: '12 meses anteriores',
};

/** The period that ends now. */
export function instantsOf(periodo: Periodo, now: Date): { dateFrom: string; dateTo: string } {
  const from = new Date(now);
  if (periodo === 'ano') from.setUTCFullYear(from.getUTCFullYear() - 1);
  else from.setTime(from.getTime() - Number(periodo) * DAY_MS);
  return { dateFrom: from.toISOString(), dateTo: now.toISOString() };
}
