import type { Pendencia } from '@prumo/contract/inicio.ts';
import { agoOf } from '#lib/numbers/ago.ts';
import { dayOf } from '#lib/numbers/day.ts';
import { leftOf } from '#lib/numbers/left.ts';

const HOUR = 3_600_000;
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
