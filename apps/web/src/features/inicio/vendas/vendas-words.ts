const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });
const integer = new Intl.NumberFormat('pt-BR');
const zone = { timeZone: 'America/Sao_Paulo' } as const;
const weekday = new Intl.DateTimeFormat('pt-BR', { ...zone, weekday: 'long' });
const longDay = new Intl.DateTimeFormat('pt-BR', { ...zone, weekday: 'long', day: 'numeric', month: 'long' });
const shortDay = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('pt-BR', { ...zone, hour: '2-digit', minute: '2-digit' });

/** A difference in words. `sentido` also has a sign word, so that colour and arrow do not carry it alone. */
export interface Delta {
  sentido: 'alta' | 'queda';
  texto: string;
}

/** The relative difference, or undefined when there is none to show: equal, or nothing before. */
export function relativeDelta(now: string, before: string): Delta | undefined {
  const [a, b] = [Number(now), Number(before)];
  if (b === 0) return undefined;
  const texto = percent.format(Math.abs(a - b) / b);
  return texto === percent.format(0) ? undefined : { sentido: a > b ? 'alta' : 'queda', texto };
}

export function countDelta(now: number, before: number): Delta | undefined {
  if (now === before) return undefined;
  return { sentido: now > before ? 'alta' : 'queda', texto: integer.format(Math.abs(now - before)) };
}

/** The average value of a pedido in exact cents, or undefined without pedidos. */
export function ticketOf({ total, pedidos }: { total: string; pedidos: number }): string | undefined {
  if (pedidos === 0) return undefined;
  const cents = BigInt(total.replace('.', ''));
  const n = BigInt(pedidos);
  const rounded = (cents * 2n + n) / (n * 2n);
  const digits = String(rounded).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `segunda passada`, `sábado passado` */
export function lastWeekday(now: number): string {
  const name = weekday.format(now).replace('-feira', '');
  return `${name} ${isMasculine(name) ? 'passado' : 'passada'}`;
}

/** `na segunda passada`, `no sábado passado` */
export function onLastWeekday(now: number): string {
  const name = lastWeekday(now);
  return `${isMasculine(name) ? 'no' : 'na'} ${name}`;
}

const isMasculine = (weekdayName: string) => /^(sábado|domingo)/.test(weekdayName);

/** `Segunda-feira, 16 de novembro` */
export function today(now: number): string {
  const text = longDay.format(now);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const clockOf = (now: number) => clock.format(now);

/** `2026-11-16` as `16 nov`. */
export const tickDay = (dia: string) =>
  shortDay
    .format(new Date(`${dia}T00:00:00Z`))
    .replace(' de ', ' ')
    .replace('.', '');

const fullDay = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** `2026-11-12` as `Quinta, 12 de novembro`. */
export function chartDay(dia: string): string {
  const text = fullDay.format(new Date(`${dia}T00:00:00Z`)).replace('-feira', '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
