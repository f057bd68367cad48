import { addDays, addMonths, type Day, type Limits, weekdayOf } from '#lib/numbers/day.ts';

/** The weeks of the month of a day, from Sunday to Saturday. Days of other months are null. */
export function weeksOf(day: Day): (Day | null)[][] {
  const month = day.slice(0, 7);
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  const weeks: (Day | null)[][] = [];
  for (let sunday = start; weeks.length === 0 || sunday.startsWith(month); sunday = addDays(sunday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, n) => addDays(sunday, n)).map((each) =>
        each.startsWith(month) ? each : null,
      ),
    );
  return weeks;
}

/** The nearest day within the limits. */
export const clamp = (day: Day, { min, max }: Limits): Day => (day < min ? min : day > max ? max : day);

/**
 * The day that a key of the calendar leads to: arrows move by a day or a week, Home and End to the ends of the week,
 * PageUp and PageDown by a month, and with Shift by a year. Undefined for any other key.
 */
export function dayAfterKey(day: Day, key: string, isShift: boolean, limits: Limits): Day | undefined {
  const next = moved(day, key, isShift ? 12 : 1);
  return next && clamp(next, limits);
}

function moved(day: Day, key: string, months: number): Day | undefined {
  const weekday = weekdayOf(day);
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -weekday, End: 6 - weekday };
  if (key === 'PageUp') return addMonths(day, -months);
  if (key === 'PageDown') return addMonths(day, months);
  return key in days ? addDays(day, days[key as keyof typeof days]) : undefined;
}
