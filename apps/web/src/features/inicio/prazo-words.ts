import type { Pendencia } from '@prumo/contract/inicio.ts';
import { agoOf } from '#lib/numbers/ago.ts';
import { dayOf } from '#lib/numbers/day.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const zone = { timeZone: 'America/Sao_Paulo' } as const;

const clock = new Intl.DateTimeFormat('pt-BR', { ...zone, hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('pt-BR', { ...zone, weekday: 'short', day: 'numeric', month: 'short' });

/**
 * The deadline of a pendencia as two short lines. Under a day the second line counts down; beyond it says what the
 * deadline means. A deadline at midnight is named by the day that it ends.
 */
export function prazoWords(
  { tipo, em, texto }: NonNullable<Pendencia['prazo']>,
  now: number,
): { quando: string; nota: string } {
  if (tipo === 'desde') return { quando: agoOf(em, now), nota: texto };
  const left = Date.parse(em) - now;
  const end = new Date(Date.parse(em) - 1);
  if (left >= 24 * HOUR) return { quando: `até ${weekdayOf(end)}`, nota: texto };
  const isToday = dayOf(end) === dayOf(new Date(now));
  return { quando: `até ${isToday ? '' : 'amanhã, '}${clock.format(end)}`, nota: leftOf(left) };
}

/** `qui., 19 nov` */
const weekdayOf = (date: Date) => day.format(date).replace(/ de /g, ' ').replace(/\.$/, '');

/** `faltam 1 h 48`, `faltam 12 min`, `falta 1 min` */
function leftOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  if (minutes < 1) return 'falta menos de 1 min';
  if (minutes < 60) return minutes === 1 ? 'falta 1 min' : `faltam ${minutes} min`;
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  return `${hours === 1 && rest === 0 ? 'falta' : 'faltam'} ${hours} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}`}`;
}
