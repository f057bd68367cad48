import { addDays, dayOf } from '#lib/numbers/day.ts';
import { lateOf, leftOf } from '#lib/numbers/left.ts';

const HOUR = 3_600_000;
const zone = { timeZone: 'America/Sao_Paulo' } as const;
const clock = new Intl.DateTimeFormat('pt-BR', { ...zone, hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('pt-BR', {
  ...zone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** `14:00` */
export const timeOf = (iso: string) => clock.format(new Date(iso));

/** `hoje`, `amanhã`, `ontem`, or `qui., 19 nov`. */
function dayWord(at: Date, now: number): string {
  const day = dayOf(at);
  const today = dayOf(new Date(now));
  if (day === today) return 'hoje';
  if (day === addDays(today, 1)) return 'amanhã';
  if (day === addDays(today, -1)) return 'ontem';
  return weekday.format(at).replace(/ de /g, ' ').replace(/\.$/, '');
}

/** An instant near now: `14:00`, `amanhã, 11:30`, `qui., 19 nov, 11:30`. */
export function momentOf(iso: string, now: number): string {
  const at = new Date(iso);
  const word = dayWord(at, now);
  return word === 'hoje' ? clock.format(at) : `${word}, ${clock.format(at)}`;
}

/** The heading of the pedidos of one deadline: `Hoje, até 14:00`. */
export function prazoTitle(iso: string | null, now: number): string {
  if (iso === null) return 'Sem prazo';
  const at = new Date(iso);
  const word = dayWord(at, now);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}, até ${clock.format(at)}`;
}

export type Tom = 'ruim' | 'atencao' | 'neutro';

/** What a deadline asks of a person: red below 2 hours and when it has passed, amber below 6 hours. */
export function tomOf(iso: string, now: number): Tom {
  const left = Date.parse(iso) - now;
  if (left < 2 * HOUR) return 'ruim';
  return left < 6 * HOUR ? 'atencao' : 'neutro';
}

/** The countdown of a deadline: `faltam 1 h 48`, `faltam 3 dias`, `atrasado 35 min`. */
export function countdownOf(iso: string, now: number): string {
  const left = Date.parse(iso) - now;
  if (left < 0) return lateOf(-left);
  if (left < 24 * HOUR) return leftOf(left);
  const days = Math.floor(left / (24 * HOUR));
  return days === 1 ? 'falta 1 dia' : `faltam ${days} dias`;
}

/** The part of the time between the sale and its deadline that has passed, from 0 to 1. */
export function passedOf(from: string, until: string, now: number): number {
  const whole = Date.parse(until) - Date.parse(from);
  return whole <= 0 ? 1 : Math.min(1, Math.max(0, (now - Date.parse(from)) / whole));
}
