/** How far the pedidos of an account have come. Instants in milliseconds. */
export interface Progress {
  /** All made since then are here; null before the first step. */
  completeSince: number | null;
  /** How far back it is to go. */
  historySince: number;
  /** How wide the next piece is. */
  spanMs: number;
  /** What changed before it is here, by the marketplace's clock. */
  changesSince: number;
  /** The marketplace's clock is past it. */
  seenUntil: number | null;
  syncedUntil: number | null;
}

/** The next question to the marketplace. */
export interface Step {
  by: 'date_created' | 'date_last_updated';
  /** What it is about; asked for is a little more at both ends. */
  from: number;
  /** Null: open, to whatever the marketplace calls now. */
  to: number | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NARROWEST_MS = HOUR_MS;
const WIDEST_MS = 90 * DAY_MS;
/** About so many pedidos a step: some seconds of calls, one statement to write, and little asked for twice at its ends. */
const WANTED = 2500;
/** Fewer where many wait for their calls: a step has to end. */
const WANTED_MS = 90_000;
const STEEPEST = 8;
/** Its filters may drop the minutes. */
const MARGIN_MS = HOUR_MS;
/** Changes can be found a while after they were made. */
const OVERLAP_MS = 2 * HOUR_MS;
/** Whatever our clock says, the last day is asked for without an end, but for what is older than something made there. */
const UNSETTLED_MS = DAY_MS;
const OPEN_MS = 366 * DAY_MS;

/** From the newest back; once all is here, what has changed since, from the oldest on. */
export function nextStep(progress: Progress, now: number): Step {
  const { completeSince, historySince, changesSince, seenUntil, spanMs } = progress;
  if (completeSince === null)
    return { by: 'date_created', from: Math.max(floorHour(now - spanMs), floorHour(historySince)), to: null };
  if (completeSince > historySince)
    return {
      by: 'date_created',
      from: Math.max(floorHour(completeSince - spanMs), floorHour(historySince)),
      to: completeSince,
    };
  const from = changesSince - OVERLAP_MS;
  const to = Math.max(from + spanMs, changesSince + HOUR_MS);
  const settled = Math.max(now - UNSETTLED_MS, seenUntil ?? 0);
  return { by: 'date_last_updated', from, to: to >= settled ? null : to };
}

/** For a step that takes too long: from where it began, in a narrower piece; null where there is none. */
export function narrower(progress: Progress, step: Step, now: number): Progress | null {
  const widthMs = Math.min(progress.spanMs, (step.to ?? now) - step.from);
  const narrow = { ...progress, spanMs: Math.max(NARROWEST_MS, Math.round(widthMs / 4)) };
  const { from, to } = nextStep(narrow, now);
  const isNarrower = from > step.from || (to !== null && (step.to === null || to < step.to));
  return isNarrower ? narrow : null;
}

/** What to ask for, so that no reading of the filters leaves anything out. */
export const askedFor = ({ from, to }: Step, now: number) => ({
  from: new Date(from - MARGIN_MS),
  to: new Date(to === null ? now + OPEN_MS : to + MARGIN_MS),
});

/** Where that leaves us. `latest` is the last change among what came. */
export function afterStep(
  progress: Progress,
  step: Step,
  came: { count: number; latest: number | null; startedAt: number; tookMs: number },
): Progress {
  const spanMs = nextSpan(progress.spanMs, came);
  if (step.by === 'date_created') {
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

/** Whether all is here that was there when the last step began. */
export const isDone = (progress: Progress, step: Step) =>
  step.by === 'date_last_updated' && step.to === null && isWhole(progress);

export const isWhole = ({ completeSince, historySince }: Progress) =>
  completeSince !== null && completeSince <= historySince;

/** Wider where little came, narrower where much did or it took long. */
function nextSpan(spanMs: number, { count, tookMs }: { count: number; tookMs: number }): number {
  const fitting = Math.min(WANTED / Math.max(count, 1), WANTED_MS / Math.max(tookMs, 1));
  const factor = Math.min(STEEPEST, Math.max(1 / STEEPEST, fitting));
  return Math.round(Math.min(WIDEST_MS, Math.max(NARROWEST_MS, spanMs * factor)));
}

const floorHour = (instant: number) => Math.floor(instant / HOUR_MS) * HOUR_MS;
