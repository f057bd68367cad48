/** A day without a time, as `2026-12-31`. Days in this form compare as texts. */
export type Day = string;

const DAY_MS = 86_400_000;
const inSaoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** The day of an instant in America/Sao_Paulo. */
export const dayOf = (instant: Date): Day => inSaoPaulo.format(instant);

/** Today in America/Sao_Paulo. */
export const today = (): Day => dayOf(new Date());

/** Formats a day as `31/12/2026`. */
export const formatDay = (day: Day): string => day.split('-').reverse().join('/');

/** The eight digits that a person types for a day: `31122026`. */
export const digitsOf = (day: Day): string => day.split('-').reverse().join('');

/** True for a day that exists, which excludes 30 February. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && fromMs(msOf(text)) === text;

export const addDays = (day: Day, days: number): Day => fromMs(msOf(day) + days * DAY_MS);

/** The same day of another month, or the last day of that month when it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return fromMs(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: Day): number => new Date(msOf(day)).getUTCDay();

const msOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const fromMs = (ms: number): string => (Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10));

export interface Limits {
  min: Day;
  max: Day;
}

/**
 * Reads the digits of a typed day, which may have a year of two digits. Returns the reason when they are no day
 * within the limits.
 */
export function readDay(digits: string, { min, max }: Limits): { day: Day } | { trouble: string } {
  const [, date, month, year] = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(digits) ?? [];
  if (!year) return { trouble: 'Complete a data, como 31/12/2026.' };
  const day = `${year.length === 2 ? `20${year}` : year}-${month}-${date}`;
  if (!isDay(day)) return { trouble: 'Esta data não existe. Confira o dia e o mês.' };
  if (day > max) return { trouble: `Escolha um dia até ${formatDay(max)}.` };
  if (day < min) return { trouble: `Escolha um dia a partir de ${formatDay(min)}.` };
  return { day };
}
