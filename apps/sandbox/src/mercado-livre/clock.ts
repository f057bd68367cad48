/** The clock of the simulated Mercado Livre. */
export interface Clock {
  now(): number;
  /** Sets the time to `instant`. With `stands` the clock then changes only by another `set`. */
  set(instant: number, stands: boolean): void;
}

export function openClock(real: () => number = Date.now): Clock {
  let offset = 0;
  let frozen: number | undefined;
  return {
    now: () => frozen ?? real() + offset,
    set(instant, stands) {
      frozen = stands ? instant : undefined;
      offset = instant - real();
    },
  };
}

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The second from which orders are visible: twelve months ago, rounded to the hour, so that a search does not change
 * while it is paged.
 */
export const historyStart = (now: number) => (Math.floor((now - 365 * DAY_MS) / HOUR_MS) * HOUR_MS) / 1000;

/** Formats the date of an order. It has the offset -04:00 all year, which is not the offset of Brasília. */
export const orderDate = (instant: number) =>
  new Date(instant - 4 * HOUR_MS).toISOString().replace('Z', '-04:00');

/** Formats the date of a pack, whose offset has no colon. */
export const packDate = (instant: number) => orderDate(instant).replace('-04:00', '-0400');

export const itemDate = (instant: number) => new Date(instant).toISOString();

/**
 * Parses an instant with an offset, as the API requires it. A day without a time or a local time is invalid.
 */
export function readInstant(written: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:?\d\d)$/.test(written)) return;
  const instant = Date.parse(written.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(instant) ? undefined : instant;
}

/** The day in Brasília, as `YYYY-MM-DD`. */
export const brasiliaDay = (instant: number) => new Date(instant - 3 * HOUR_MS).toISOString().slice(0, 10);
