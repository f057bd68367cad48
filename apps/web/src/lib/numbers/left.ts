const MINUTE = 60_000;

/** The time until a deadline: `faltam 1 h 48`, `faltam 12 min`, `falta 1 min`. */
export function leftOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  if (minutes < 1) return 'falta menos de 1 min';
  if (minutes < 60) return minutes === 1 ? 'falta 1 min' : `faltam ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return `${minutes === 60 ? 'falta' : 'faltam'} ${hoursAndMinutes(hours, minutes % 60)}`;
}

/** How long ago a deadline passed: `atrasado 35 min`, `atrasado 3 h 10`, `atrasado 2 dias`. */
export function lateOf(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE));
  if (minutes < 60) return `atrasado ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `atrasado ${hoursAndMinutes(hours, minutes % 60)}`;
  return `atrasado ${Math.floor(hours / 24)} dias`;
}

const hoursAndMinutes = (hours: number, rest: number) =>
  `${hours} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}`}`;
