/** The progress of the synchronisation of an account. Instants are in milliseconds. */
export interface Progress {
  /** All pedidos created since this instant are stored. Null before the first step. */
  completeSince: number | null;
  /** The instant at which the history begins. */
  historySince: number;
  /** The width of the next step. */
  spanMs: number;
  /** All changes before this instant of the marketplace's clock are stored. */
  changesSince: number;
  /** An instant that the marketplace's clock has passed. */
  seenUntil: number | null;
  syncedUntil: number | null;
}

/** The next search at the marketplace. */
export interface Step {
  by: 'created' | 'changed';
  from: number;
  /** Null when the step reaches up to the marketplace's current time. */
  to: number | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NARROWEST_MS = HOUR_MS;
const WIDEST_MS = 90 * DAY_MS;
/**
 * The target number of pedidos per step. It takes some seconds of calls and one statement to write, and
 * little is read twice at the ends.
 */
const WANTED = 2500;
/** The target time per step. Steps become narrower when calls are slow, so that each step ends in time. */
const WANTED_MS = 90_000;
const STEEPEST = 8;
/**
 * A search for changes starts this much earlier, because it may show a change only some time after it was
 * made.
 */
const OVERLAP_MS = 2 * HOUR_MS;
/**
 * A step that ends within the last day has an open end, because the marketplace's clock may differ from ours.
 * The exception is an end that the marketplace's clock has already passed.
 */
const UNSETTLED_MS = DAY_MS;

/**
 * Returns the next step. The history is read first, from the newest pedidos backwards. Then the changes are
 * read, from the oldest onwards.
 */
export function nextStep(progress: Progress, now: number): Step {
  const { completeSince, historySince, changesSince, seenUntil, spanMs } = progress;
  if (completeSince === null)
    return { by: 'created', from: Math.max(floorHour(now - spanMs), floorHour(historySince)), to: null };
  if (completeSince > historySince)
    return {
      by: 'created',
      from: Math.max(floorHour(completeSince - spanMs), floorHour(historySince)),
      to: completeSince,
    };
  const from = changesSince - OVERLAP_MS;
  const to = Math.max(from + spanMs, changesSince + HOUR_MS);
  const settled = Math.max(now - UNSETTLED_MS, seenUntil ?? 0);
  return { by: 'changed', from, to: to >= settled ? null : to };
}

/**
 * Returns the progress for a step that takes too long, with a narrower step. Returns null when the step
 * cannot be narrower.
 */
export function narrower(progress: Progress, step: Step, now: number): Progress | null {
  const widthMs = Math.min(progress.spanMs, (step.to ?? now) - step.from);
  const narrow = { ...progress, spanMs: Math.max(NARROWEST_MS, Math.round(widthMs / 4)) };
  const { from, to } = nextStep(narrow, now);
  const isNarrower = from > step.from || (to !== null && (step.to === null || to < step.to));
  return isNarrower ? narrow : null;
}

/** Returns the progress after a step. `latest` is the last change among the pedidos read. */
export function afterStep(
  progress: Progress,
  step: Step,
  came: { count: number; latest: number | null; startedAt: number; tookMs: number },
): Progress {
  const spanMs = nextSpan(progress.spanMs, came);
  if (step.by === 'created') {
    const reached = Math.max(step.from, progress.historySince);
    const { completeSince } = progress;
    return {
      ...progress,
      spanMs,
      completeSince: completeSince === null ? reached : Math.min(completeSince, reached),
    };
  }
  const changesSince = Math.max(progress.changesSince, step.to ?? came.latest ?? progress.changesSince);
  return {
    ...progress,
    spanMs,
    changesSince,
    syncedUntil: step.to === null ? came.startedAt : progress.syncedUntil,
  };
}

/** True when all pedidos and changes that existed when the last step began are stored. */
export const isDone = (progress: Progress, step: Step) =>
  step.by === 'changed' && step.to === null && isWhole(progress);

export const isWhole = ({ completeSince, historySince }: Progress) =>
  completeSince !== null && completeSince <= historySince;

/** Returns the width of the next step: wider after few pedidos, narrower after many or after a slow step. */
function nextSpan(spanMs: number, { count, tookMs }: { count: number; tookMs: number }): number {
  const fitting = Math.min(WANTED / Math.max(count, 1), WANTED_MS / Math.max(tookMs, 1));
  const factor = Math.min(STEEPEST, Math.max(1 / STEEPEST, fitting));
  return Math.round(Math.min(WIDEST_MS, Math.max(NARROWEST_MS, spanMs * factor)));
}

const floorHour = (instant: number) => Math.floor(instant / HOUR_MS) * HOUR_MS;
