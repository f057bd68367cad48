/** The outcome of a poll of one conta. */
export type PollOutcome =
  /** The synchronisation of the whole history of the conta has just ended. */
  | 'synced'
  /** The poll found no change without a notification. */
  | 'clean'
  /** The poll found a change without a notification. */
  | 'missed'
  /** A hint caused the poll, and the search showed no new change. */
  | 'in vain'
  /** The marketplace or our database gave no answer. */
  | 'failed'
  /** The application may not read the pedidos of this seller. */
  | 'forbidden'
  /** Only the seller can restore the access. */
  | 'closed';

export interface PollPace {
  /** The time between two polls while no change is missed. */
  intervalS: number;
  /** The number of failed polls in a row. */
  failures: number;
}

export interface NextPoll extends PollPace {
  dueInS: number;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
export const SHORTEST_S = 15 * MINUTE_S;
export const LONGEST_S = 6 * HOUR_S;
const AFTER_SYNC_S = 30 * MINUTE_S;
const AFTER_VAIN_S = MINUTE_S;
const AFTER_FAILURE_S = 2 * MINUTE_S;
const LONGEST_FAILURE_S = HOUR_S;
const WHEN_FORBIDDEN_S = 24 * HOUR_S;
/**
 * A poll that finds a missed change divides the interval by this number. A clean poll doubles the interval.
 */
const SPEED_UP = 4;
/**
 * Up to this fraction is added to every pause, so that the polls of contas which began together spread out.
 */
const JITTER = 0.1;

/**
 * Decides when to poll a conta next. Notifications report changes, so polls only look for changes whose
 * notification was lost. Each clean poll doubles the interval up to six hours, and a poll that finds an
 * unannounced change shortens it. `random` is in [0, 1).
 */
export function nextPoll(pace: PollPace, outcome: PollOutcome, random: number): NextPoll {
  const { pauseS, ...next } = decide(pace, outcome);
  return { ...next, dueInS: Math.ceil(pauseS * (1 + JITTER * random)) };
}

function decide({ intervalS, failures }: PollPace, outcome: PollOutcome): PollPace & { pauseS: number } {
  const every = (seconds: number) => ({ intervalS: seconds, failures: 0, pauseS: seconds });
  const after = (pauseS: number) => ({ intervalS, failures: 0, pauseS });
  switch (outcome) {
    case 'synced':
      return every(AFTER_SYNC_S);
    case 'clean':
      return every(within(intervalS * 2));
    case 'missed':
      return every(within(Math.floor(intervalS / SPEED_UP)));
    case 'in vain':
      return after(AFTER_VAIN_S);
    case 'failed': {
      const pauseS = Math.min(AFTER_FAILURE_S * 2 ** Math.min(failures, 10), LONGEST_FAILURE_S);
      return { intervalS, failures: failures + 1, pauseS };
    }
    case 'forbidden':
      return after(WHEN_FORBIDDEN_S);
    case 'closed':
      return after(LONGEST_S);
  }
}

const within = (seconds: number) => Math.min(LONGEST_S, Math.max(SHORTEST_S, seconds));
