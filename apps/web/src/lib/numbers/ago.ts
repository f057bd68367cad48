import { dayOf } from './day.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const timeOf = new Intl.DateTimeFormat('pt-BR', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'America/Sao_Paulo',
});

/** The number of midnights in São Paulo between the two instants. */
const daysBetween = (from: Date, to: Date) =>
  Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / (24 * HOUR));

/** How long ago an instant was: `agora`, `há 12 min`, `há 3 h`, `ontem, 18:04`, `há 9 dias`. */
export function agoOf(iso: string, now: number): string {
  const then = new Date(iso);
  const passed = now - then.getTime();
  if (passed < 2 * MINUTE) return 'agora';
  if (passed < HOUR) return `há ${Math.floor(passed / MINUTE)} min`;
  const days = daysBetween(then, new Date(now));
  if (days === 0) return `há ${Math.floor(passed / HOUR)} h`;
  return days === 1 ? `ontem, ${timeOf.format(then)}` : `há ${days} dias`;
}

/** When an instant comes: `hoje`, `amanhã`, `em 6 dias`. */
export function untilOf(iso: string, now: number): string {
  const days = daysBetween(new Date(now), new Date(iso));
  if (days <= 0) return 'hoje';
  return days === 1 ? 'amanhã' : `em ${days} dias`;
}
