import { MAX_DIAS_DA_MARGEM } from '@prumo/contract/margens.ts';
import { addDays, addMonths, type Day, formatDay, isDay } from '#lib/numbers/day.ts';
import type { MargemSearch } from './margem-search.ts';

export const PERIODOS = ['7', '30', '90', 'mes', 'mes-passado', 'outro'] as const;
export type Periodo = (typeof PERIODOS)[number];

export const PERIODO_WORDS: Readonly<Record<Periodo, string>> = {
  7: 'Últimos 7 dias',
  30: 'Últimos 30 dias',
  90: 'Últimos 90 dias',
  mes: 'Este mês',
  'mes-passado': 'Mês passado',
  outro: 'Outro período',
};

export interface Dias {
  de: Day;
  ate: Day;
}

/** The chosen period. An old or mistyped address shows the last 30 days. */
export const periodoIn = ({ periodo }: MargemSearch): Periodo =>
  PERIODOS.find((each) => each === periodo) ?? '30';

/** The first and the last day of a period. `now` is today in America/Sao_Paulo. */
export function diasOf(search: MargemSearch, now: Day): Dias {
  const periodo = periodoIn(search);
  const first = `${now.slice(0, 8)}01`;
  if (periodo === 'mes') return { de: first, ate: now };
  if (periodo === 'mes-passado') return { de: addMonths(first, -1), ate: addDays(first, -1) };
  if (periodo !== 'outro') return { de: addDays(now, 1 - Number(periodo)), ate: now };
  const ate = search.ate !== undefined && isDay(search.ate) ? search.ate : now;
  const de = search.de !== undefined && isDay(search.de) ? search.de : addDays(ate, -29);
  return { de, ate };
}

/** What is wrong with a period that a person chose, as a sentence that says what to do. */
export function troubleOf({ de, ate }: Dias): string | undefined {
  if (de > ate) return 'A data final vem antes da inicial. Troque as datas.';
  if (addDays(de, MAX_DIAS_DA_MARGEM) <= ate) return `Escolha um período de até ${MAX_DIAS_DA_MARGEM} dias.`;
  return undefined;
}

export const diasText = ({ de, ate }: Dias) =>
  de === ate ? `em ${formatDay(de)}` : `de ${formatDay(de)} a ${formatDay(ate)}`;
