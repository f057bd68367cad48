/** What time it is in the simulated world. */
export interface Clock {
  now(): number;
  /** From here on it is `instant`; a clock that stands still only moves when it is told to. */
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
 * The second from which orders can be seen: twelve months back. By the hour, so that one search stays the same search
 * while it is paged through.
 */
export const historyStart = (now: number) => (Math.floor((now - 365 * DAY_MS) / HOUR_MS) * HOUR_MS) / 1000;

/** Orders carry the offset -04:00 all year, whatever the time in Brasília. */
export const orderDate = (instant: number) =>
  new Date(instant - 4 * HOUR_MS).toISOString().replace('Z', '-04:00');

/** Packs write the same offset without the colon. */
export const packDate = (instant: number) => orderDate(instant).replace('-04:00', '-0400');

export const itemDate = (instant: number) => new Date(instant).toISOString();

/** An instant with an offset, as the API asks for it; a bare day or a local time is none. */
export function readInstant(written: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:?\d\d)$/.test(written)) return;
  const instant = Date.parse(written.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(instant) ? undefined : instant;
}

/** `YYYY-MM-DD` of the simulated Brasília. */
export const brasiliaDay = (instant: number) => new Date(instant - 3 * HOUR_MS).toISOString().slice(0, 10);
